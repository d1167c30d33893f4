import { createContext } from "preact";
import { useContext, useEffect, useRef } from "preact/hooks";
import type { Speaker } from "../i18n/index.js";
import type { App } from "../state/app.js";

/** What all pages share. */
export const AppContext = createContext<App | undefined>(undefined);

/** The shared things; every component is below the shell, which provides them. */
export function useApp(): App {
  const app = useContext(AppContext);
  if (!app) {
    throw new Error("a component outside of the shell");
  }
  return app;
}

/** The language that is spoken; components that use it are drawn anew when it changes. */
export function useSpeaker(): Speaker {
  return useApp().settings.speaker.value;
}

/** Heading of a page: it takes the focus when the page comes, so that what was opened is read. */
export function usePageTitle(title: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => { document.title = title === "Tranca" ? title : `${title} – Tranca`; }, [title]);
  useEffect(() => { heading.current?.focus({ preventScroll: true }); }, []);
  return heading;
}
