/**
 * Tiles, drawn in units: 2 long, 1 wide, around the origin. At rotation 0 the
 * first half is on the left; it turns clockwise.
 */

/** Where the pips of a value are on a half, from its centre, as parts of a unit. */
const pipsOf: readonly (readonly (readonly [number, number])[])[] = (() => {
  const far = 0.26;
  const middle = [[0, 0]] as const;
  const slant = [[-far, far], [far, -far]] as const;
  const corners = [...slant, [-far, -far], [far, far]] as const;
  const six = [...corners, [0, -far], [0, far]] as const;
  const eight = [...six, [-far, 0], [far, 0]] as const;
  return [[], middle, slant, [...slant, ...middle], corners, [...corners, ...middle], six, [...six, ...middle], eight, [...eight, ...middle]];
})();

const places = { x: -0.97, y: -0.47, width: 1.94, height: 0.94, rx: 0.15 } as const;

type Face = {
  /** What the halves show, the first half first. */
  halves: readonly [number, number];
  rotation?: number;
  /** Digits instead of pips. */
  numbers?: boolean;
};

/** A tile that lies face up. */
export function TileFace({ halves, rotation = 0, numbers = false }: Face) {
  const turn = `rotate(${rotation})`;
  return (
    <g class="face">
      <g transform="translate(0.02 0.07)"><rect class="tile-shade" {...places} transform={turn} /></g>
      <g transform={turn}>
        <rect class="tile-body" {...places} />
        <line class="tile-bar" x1="0" x2="0" y1="-0.34" y2="0.34" />
        {halves.map((value, i) => (
          <Half key={i} value={value} x={i === 0 ? -0.5 : 0.5} rotation={rotation} numbers={numbers} />
        ))}
      </g>
    </g>
  );
}

function Half({ value, x, rotation, numbers }: { value: number; x: number; rotation: number; numbers: boolean }) {
  if (numbers) {
    return <text class="tile-number" transform={`translate(${x} 0) rotate(${-rotation})`} dy="0.22">{value}</text>;
  }
  const r = value > 6 ? 0.075 : 0.09;
  return (
    <g transform={`translate(${x} 0)`} class={`pips pips-${value}`}>
      {pipsOf[value]?.map(([cx, cy], i) => <circle key={i} cx={cx} cy={cy} r={r} />)}
    </g>
  );
}

/** A tile as a picture of its own, on end; its name has to stand beside it. */
export function TilePicture({ tile, numbers = false, flat = false }: { tile: string; numbers?: boolean; flat?: boolean }) {
  const [high = 0, low = 0] = tile.split("-").map(Number);
  const box = flat ? "-1.04 -0.54 2.1 1.14" : "-0.54 -1.04 1.1 2.16";
  return (
    <svg class={flat ? "tile-picture flat" : "tile-picture"} viewBox={box} aria-hidden="true" focusable="false">
      <TileFace halves={[high, low]} rotation={flat ? 0 : 90} numbers={numbers} />
    </svg>
  );
}

/** So many tiles as others see them: their backs. */
export function Backs({ count }: { count: number }) {
  const shown = Math.min(count, 14);
  return (
    <svg class="backs" viewBox={`0 0 ${shown * 8} 14`} width={shown * 8} height="14" aria-hidden="true" focusable="false">
      {Array.from({ length: shown }, (_, i) => <rect key={i} x={i * 8 + 0.5} y="0.5" width="6" height="13" rx="1.5" />)}
    </svg>
  );
}
