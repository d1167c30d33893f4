import { useState } from "preact/hooks";
import { useApp, useSpeaker } from "./context.js";
import { Dialog } from "./dialog.js";
import { Input } from "./field.js";

/** The service takes names of so many bytes. */
const mostBytes = 64;

/** The name as the service takes it, or what is wrong with it. */
export function checkName(name: string): { name: string } | { error: "lobby.nicknameMissing" | "lobby.nicknameTooLong" } {
  const trimmed = name.trim();
  if (trimmed === "") {
    return { error: "lobby.nicknameMissing" };
  }
  return new TextEncoder().encode(trimmed).length > mostBytes ? { error: "lobby.nicknameTooLong" } : { name: trimmed };
}

/** Asks for a name before somebody sits down for the first time. */
export function NameDialog({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const { session } = useApp();
  const speaker = useSpeaker();
  const [draft, setDraft] = useState(session.name.peek());
  const [tried, setTried] = useState(false);
  const checked = checkName(draft);
  const submit = (event: Event) => {
    event.preventDefault();
    setTried(true);
    if ("name" in checked) {
      session.rename(checked.name);
      onClose();
      onDone();
    }
  };
  return (
    <Dialog title={speaker.t("lobby.nickname")} onClose={onClose}>
      <form onSubmit={submit}>
        <Input
          label={speaker.t("lobby.nickname")} value={draft} maxLength={32} hint={speaker.t("lobby.nicknameHint")}
          error={tried && "error" in checked ? speaker.t(checked.error) : undefined} onChange={setDraft}
        />
        <div class="buttons"><button class="primary">{speaker.t("actions.confirm")}</button></div>
      </form>
    </Dialog>
  );
}

/** Does something that wants a name; asks for one first where there is none. */
export function useName() {
  const { session } = useApp();
  const [waiting, setWaiting] = useState<(() => void) | undefined>();
  const named = (what: () => void) => {
    if ("name" in checkName(session.name.peek())) {
      what();
    } else {
      setWaiting(() => what);
    }
  };
  const dialog = waiting && <NameDialog onDone={waiting} onClose={() => setWaiting(undefined)} />;
  return { named, dialog };
}
