import { useEffect, useState } from "preact/hooks";

/** Draws a component anew every so many milliseconds while it is wanted; browsers do so less often for pages that nobody sees. */
export function useTick(ms: number, wanted: boolean): void {
  const [, tick] = useState(0);
  useEffect(() => {
    if (!wanted) {
      return undefined;
    }
    const timer = setInterval(() => tick((n) => n + 1), ms);
    return () => clearInterval(timer);
  }, [ms, wanted]);
}
