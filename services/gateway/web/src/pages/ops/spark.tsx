import { kept } from "../../state/pipeline.js";

const size = { width: 240, height: 44 } as const;

/** Points of a line for the values of the last two minutes, the newest at the right edge; a second that is not known is a gap. */
export function sparkPath(values: readonly (number | undefined)[], highest: number): string {
  const step = size.width / (kept - 1);
  const from = kept - values.length;
  let open = false;
  return values.map((value, i) => {
    if (value === undefined) {
      open = false;
      return "";
    }
    const x = ((from + i) * step).toFixed(1);
    const y = (size.height - 2 - (value / highest) * (size.height - 4)).toFixed(1);
    const point = `${open ? "L" : "M"}${x} ${y}`;
    open = true;
    return point;
  }).join("");
}

/** The highest value of a scale that holds all: 1, 2 or 5 times a power of ten. */
export function scaleOf(values: readonly (number | undefined)[]): number {
  const most = Math.max(0, ...values.map((v) => v ?? 0));
  const power = 10 ** Math.floor(Math.log10(Math.max(most, 1)));
  return [1, 2, 5, 10].map((n) => n * power).find((n) => n >= most) ?? most;
}

/** How something went in the last two minutes. */
export function Spark({ label, now, values }: { label: string; now: string; values: readonly (number | undefined)[] }) {
  return (
    <figure class="spark">
      <figcaption><span>{label}</span><strong>{now}</strong></figcaption>
      <svg viewBox={`0 0 ${size.width} ${size.height}`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
        <path class="spark-floor" d={`M0 ${size.height - 1}H${size.width}`} />
        <path class="spark-line" d={sparkPath(values, scaleOf(values))} />
      </svg>
    </figure>
  );
}
