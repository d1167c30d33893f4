/** Small drawings, on a field of 24 by 24, in the colour of the text around them. */
const drawings = {
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  fit: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  gear: "M4 7h9M17 7h3M4 17h3M11 17h9M13 4v6M7 14v6",
  close: "M6 6l12 12M18 6L6 18",
  back: "M15 5l-7 7 7 7",
  forward: "M9 5l7 7-7 7",
  first: "M6 5v14M18 5l-8 7 8 7",
  last: "M18 5v14M6 5l8 7-8 7",
  play: "M7 4.5v15l12-7.5z",
  pause: "M8 5v14M16 5v14",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  clockwise: "M20 12a8 8 0 1 1-2.5-5.8M18 2v4.5h-4.5",
  counter: "M4 12a8 8 0 1 0 2.5-5.8M6 2v4.5h4.5",
  bot: "M5 9h14v10H5zM12 9V5M9 13.5v1M15 13.5v1",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20c1-4 4-5.5 7.5-5.5s6.5 1.5 7.5 5.5",
  check: "M5 12.5l4.5 4.5L19 7.5",
  talk: "M4 5h16v11h-9l-4.5 4v-4H4zM8.5 10.5h.01M12 10.5h.01M15.5 10.5h.01",
} as const;

export type IconName = keyof typeof drawings;

/** A drawing beside a text that says the same; screen readers pass over it. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={drawings[name]} />
    </svg>
  );
}
