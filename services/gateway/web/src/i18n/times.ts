/** Says lengths of time and moments. */
export type Times = {
  /** A length in milliseconds in its two largest units, such as "1 min 5 sec"; parts of a second count as a whole one. */
  duration(ms: number): string;
  /** How long a moment is ago, such as "2 minutes ago". Both in milliseconds since 1970. */
  ago(moment: number, now: number): string;
};

/** Units and how many seconds they have, largest first. */
const units = [["day", 86_400], ["hour", 3_600], ["minute", 60], ["second", 1]] as const;

/** Makes them for a language. */
export function times(tag: string): Times {
  const relative = new Intl.RelativeTimeFormat(tag, { numeric: "auto" });
  const lengths = units.map(([unit]) => new Intl.NumberFormat(tag, { style: "unit", unit, unitDisplay: "short" }));
  return {
    duration(ms) {
      let rest = Math.max(0, Math.ceil(ms / 1000));
      const parts = units.map(([, seconds]) => {
        const n = Math.floor(rest / seconds);
        rest -= n * seconds;
        return n;
      });
      const first = Math.min(parts.findIndex((n) => n > 0) + 1 || parts.length, parts.length) - 1;
      return parts
        .map((n, i) => (i === first || (i === first + 1 && n > 0) ? lengths[i]?.format(n) : undefined))
        .filter((text) => text !== undefined)
        .join(" ");
    },
    ago(moment, now) {
      const past = Math.max(0, Math.round((now - moment) / 1000));
      const [unit, seconds] = units.find(([, s]) => past >= s) ?? ["second", 1];
      return relative.format(-Math.floor(past / seconds), unit);
    },
  };
}
