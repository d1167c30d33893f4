import { useEffect } from "preact/hooks";
import { type Playback, type Speed, speeds } from "../../state/playback.js";
import { useSpeaker } from "../../ui/context.js";
import { Icon } from "../../ui/icon.js";
import { Select } from "../../ui/field.js";

/** The scrubber, the buttons beside it, and the keys that do the same anywhere on the page. */
export function Controls({ playback }: { playback: Playback }) {
  const speaker = useSpeaker();
  const at = playback.at.value;
  const playing = playback.playing.value;
  useKeys(playback);
  const position = speaker.t("replay.position", { n: at, total: playback.last });
  return (
    <div class="replay-controls">
      <input
        class="scrubber" type="range" min={0} max={playback.last} step={1} value={at}
        aria-label={speaker.t("replay.moves")} aria-valuetext={position}
        onInput={(e) => playback.go(Number(e.currentTarget.value))}
      />
      <div class="replay-buttons">
        <button type="button" class="icon-button" aria-label={speaker.t("replay.first")} disabled={at === 0} onClick={() => playback.go(0)}><Icon name="first" /></button>
        <button type="button" class="icon-button" aria-label={speaker.t("replay.previous")} disabled={at === 0} onClick={() => playback.step(-1)}><Icon name="back" /></button>
        <button type="button" class="icon-button primary" aria-label={speaker.t(playing ? "replay.pause" : "replay.play")} onClick={() => playback.toggle()}>
          <Icon name={playing ? "pause" : "play"} />
        </button>
        <button type="button" class="icon-button" aria-label={speaker.t("replay.next")} disabled={at === playback.last} onClick={() => playback.step(1)}><Icon name="forward" /></button>
        <button type="button" class="icon-button" aria-label={speaker.t("replay.last")} disabled={at === playback.last} onClick={() => playback.go(playback.last)}><Icon name="last" /></button>
        <span class="replay-position" aria-hidden="true">{position}</span>
        <Select
          label={speaker.t("replay.speed")} value={String(playback.speed.value)}
          choices={speeds.map((s) => ({ value: String(s), text: s === 0.5 ? "½ ×" : `${s} ×` }))}
          onChoose={(value) => playback.choose(Number(value) as Speed)}
        />
      </div>
    </div>
  );
}

/** Arrows, Home and End go through the round unless something else that has the focus wants them. */
function useKeys(playback: Playback): void {
  useEffect(() => {
    const act = (event: KeyboardEvent) => {
      const own = event.target instanceof Element && event.target.closest("input, select, textarea, dialog, .board-view, .scroll-x");
      const does = keys(playback)[event.key];
      if (own || !does || event.altKey || event.ctrlKey || event.metaKey) {
        return;
      }
      event.preventDefault();
      does();
    };
    addEventListener("keydown", act);
    return () => removeEventListener("keydown", act);
  }, [playback]);
}

/** What each key does. */
export function keys(playback: Playback): { readonly [key: string]: () => void } {
  return {
    ArrowLeft: () => playback.step(-1), ArrowRight: () => playback.step(1),
    Home: () => playback.go(0), End: () => playback.go(playback.last),
  };
}
