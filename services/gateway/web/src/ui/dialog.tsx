import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { useSpeaker } from "./context.js";
import { Icon } from "./icon.js";

/** A question or form above the page. The browser keeps the focus in it, which goes back to where it was; Escape closes it. */
export function Dialog({ title, onClose, children }: { title: string; onClose: () => void; children: ComponentChildren }) {
  const speaker = useSpeaker();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const shown = dialog.current;
    const before = document.activeElement;
    if (!shown?.open) {
      shown?.showModal();
    }
    return () => {
      shown?.close();
      if (before instanceof HTMLElement && before.isConnected) {
        before.focus(); // the browser's own way back is lost where the dialog is gone already
      }
    };
  }, []);
  const outside = (event: MouseEvent) => {
    if (event.target === dialog.current) {
      onClose();
    }
  };
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby={id} onCancel={onClose} onMouseDown={outside}>
      <div class="dialog-inside">
        <header class="dialog-head">
          <h2 id={id}>{title}</h2>
          <button type="button" class="quiet icon-button" aria-label={speaker.t("actions.close")} onClick={onClose}><Icon name="close" /></button>
        </header>
        {children}
      </div>
    </dialog>
  );
}

type Question = { text: string; yes: string; onYes: () => void; onClose: () => void };

/** Asks before something that cannot be taken back. */
export function Ask({ text, yes, onYes, onClose }: Question) {
  const speaker = useSpeaker();
  const confirm = () => {
    onClose();
    onYes();
  };
  return (
    <Dialog title={yes} onClose={onClose}>
      <p>{text}</p>
      <div class="buttons">
        <button type="button" onClick={onClose}>{speaker.t("actions.cancel")}</button>
        <button type="button" class="danger" onClick={confirm}>{yes}</button>
      </div>
    </Dialog>
  );
}
