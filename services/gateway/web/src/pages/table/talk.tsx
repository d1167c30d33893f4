import { useEffect, useId, useRef, useState } from "preact/hooks";
import { Icon } from "../../ui/icon.js";
import { nameOf } from "../../ui/people.js";
import { RefusalNote } from "../../ui/refusal.js";
import { type Word, wordsFor } from "../../state/words.js";
import { useView } from "./context.js";

/** Saying a word to everybody, and muting others: a button, and what it opens. */
export function Talk() {
  const { table, store, speaker } = useView();
  const [open, setOpen] = useState(false);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const words = wordsFor(table);
  const { attempts } = store.words;
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const say = (word: Word) => {
    close();
    void store.say(word);
  };
  if (words.length === 0 && !open) {
    return null;
  }
  return (
    <div class="talk" onKeyDown={(event) => { if (event.key === "Escape" && open) { event.stopPropagation(); close(); } }}>
      <button
        ref={button} type="button" class="icon-button talk-button" aria-label={speaker.t("talk.title")} aria-expanded={open} aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <Icon name="talk" />
      </button>
      {open && <Palette id={id} words={words} onSay={say} />}
      <RefusalNote refusal={attempts.refused.value?.refusal} />
    </div>
  );
}

function Palette({ id, words, onSay }: { id: string; words: readonly Word[]; onSay: (word: Word) => void }) {
  const { store, seats, own, speaker } = useView();
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => { panel.current?.querySelector("button")?.focus(); }, []);
  const others = seats.filter((s) => s.kind === "player" && s.seat !== own);
  const muted = store.words.muted.value;
  return (
    <div id={id} ref={panel} class="palette" role="group" aria-label={speaker.t("talk.title")}>
      <div class="palette-words">
        {words.map((word) => <button key={word} type="button" class="small" data-word={word} onClick={() => onSay(word)}>{speaker.t(`emotes.${word}`)}</button>)}
      </div>
      {others.length > 0 && (
        <div class="palette-mutes" role="group" aria-label={speaker.t("talk.mute")}>
          {others.map((seat) => {
            const n = seat.seat ?? 0;
            const off = muted.includes(n);
            return (
              <button key={n} type="button" class="small quiet" data-mute={n} onClick={() => store.words.mute(n, !off)}>
                {speaker.t(off ? "talk.unmute" : "talk.mute")}: {nameOf(speaker, seats, seat)}
              </button>
            );
          })}
        </div>
      )}
    </div>
  );
}

/** What a seat has just said; it is spoken by the page's live region. */
export function Bubble({ seat }: { seat: number }) {
  const { store, speaker } = useView();
  const said = store.words.bubbles.value[seat];
  const text = said && speaker.find("emotes", said.word);
  return said && text ? <p key={said.id} class="bubble" aria-hidden="true">{text}</p> : null;
}
