import { useState } from "preact/hooks";
import { useApp } from "../../ui/context.js";
import { Icon } from "../../ui/icon.js";
import { useView } from "./context.js";

/** The link to the table: to copy, and to hand on where the device can. */
export function Invite() {
  const { voice } = useApp();
  const { speaker } = useView();
  const [copied, setCopied] = useState(false);
  const link = location.href.replace(/\?[^#]*/, "");
  const copy = async () => {
    await navigator.clipboard.writeText(link);
    setCopied(true);
    voice.say(speaker.t("lobby.copied"));
  };
  const share = () => navigator.share({ title: "Tranca", text: speaker.t("lobby.inviteMessage", { link }), url: link });
  const swallow = () => {}; // who calls sharing off, or forbids it, still sees the link
  return (
    <section class="invite" aria-labelledby="invite-title">
      <h2 id="invite-title">{speaker.t("lobby.invite")}</h2>
      <p class="note">{speaker.t("lobby.inviteLead")}</p>
      <input readOnly value={link} aria-label={speaker.t("lobby.invite")} onFocus={(e) => e.currentTarget.select()} />
      <div class="buttons">
        <button type="button" onClick={() => void copy().catch(swallow)}>
          <Icon name={copied ? "check" : "link"} />{speaker.t(copied ? "lobby.copied" : "lobby.copyLink")}
        </button>
        {"share" in navigator && <button type="button" onClick={() => void share().catch(swallow)}>{speaker.t("lobby.share")}</button>}
      </div>
    </section>
  );
}
