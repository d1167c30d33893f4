import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { type Language, languages, refusalText } from "../i18n/index.js";
import { hashOf } from "../state/route.js";
import { type Motion, type Theme, motions, themes } from "../state/settings.js";
import { useApp, useSpeaker } from "./context.js";
import { Dialog } from "./dialog.js";
import { Check, Select } from "./field.js";
import { Icon } from "./icon.js";

/** What stands around every page. */
export function Shell({ children }: { children: ComponentChildren }) {
  const speaker = useSpeaker();
  const main = useRef<HTMLElement>(null);
  const [open, setOpen] = useState(false);
  const skip = (event: Event) => {
    event.preventDefault();
    main.current?.focus();
  };
  return (
    <>
      <a class="skip" href="#main" onClick={skip}>{speaker.t("settings.skip")}</a>
      <header class="top">
        <a class="brand" href={hashOf({ page: "lobby" })}>
          <Mark />
          <span>Tranca</span>
        </a>
        <Trouble />
        <button type="button" class="quiet icon-button" aria-label={speaker.t("settings.title")} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <Icon name="gear" />
        </button>
      </header>
      <main id="main" ref={main} tabIndex={-1}>{children}</main>
      {open && <SettingsDialog onClose={() => setOpen(false)} />}
      <Live />
    </>
  );
}

function Mark() {
  return (
    <svg class="mark" viewBox="0 0 20 36" aria-hidden="true" focusable="false">
      <rect x="1" y="1" width="18" height="34" rx="4" />
      <path d="M4 18h12" />
      <circle cx="6" cy="6.5" r="1.9" /><circle cx="14" cy="13.5" r="1.9" /><circle cx="10" cy="27" r="1.9" />
    </svg>
  );
}

/** That the device is offline, or that something waits before it is tried again. */
function Trouble() {
  const { waits } = useApp();
  const speaker = useSpeaker();
  const why = waits.why.value;
  const text = !useOnline() ? speaker.t("status.offline") : why ? `${refusalText(speaker, why)} ${speaker.t("status.tryingAgain")}` : "";
  return <p class="trouble" role="status">{text}</p>;
}

function useOnline(): boolean {
  const [online, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const look = () => setOnline(navigator.onLine);
    addEventListener("online", look);
    addEventListener("offline", look);
    return () => {
      removeEventListener("online", look);
      removeEventListener("offline", look);
    };
  }, []);
  return online;
}

function SettingsDialog({ onClose }: { onClose: () => void }) {
  const { settings } = useApp();
  const speaker = useSpeaker();
  const themeNames: Record<Theme, string> = {
    auto: speaker.t("settings.themeAuto"), light: speaker.t("settings.themeLight"), dark: speaker.t("settings.themeDark"),
  };
  const motionNames: Record<Motion, string> = { auto: speaker.t("settings.motionAuto"), reduced: speaker.t("settings.motionReduced") };
  return (
    <Dialog title={speaker.t("settings.title")} onClose={onClose}>
      <Select
        label={speaker.t("settings.language")} value={speaker.locale.language}
        choices={Object.entries(languages).map(([value, text]) => ({ value, text }))}
        onChoose={(language) => void settings.language(language as Language)}
      />
      <Select
        label={speaker.t("settings.theme")} value={settings.theme.value}
        choices={themes.map((value) => ({ value, text: themeNames[value] }))}
        onChoose={(theme) => settings.chooseTheme(theme as Theme)}
      />
      <Select
        label={speaker.t("settings.motion")} value={settings.motion.value}
        choices={motions.map((value) => ({ value, text: motionNames[value] }))}
        onChoose={(motion) => settings.chooseMotion(motion as Motion)}
      />
      <Check label={speaker.t("settings.numbers")} checked={settings.numbers.value} onChange={(on) => settings.showNumbers(on)} />
    </Dialog>
  );
}

/** What screen readers say: one region waits its turn, one does not. */
function Live() {
  const { voice } = useApp();
  return (
    <div class="unseen">
      <div role="log" aria-live="polite">{voice.polite.value.map((said) => <p key={said.id}>{said.text}</p>)}</div>
      <div role="alert" aria-live="assertive">{voice.urgent.value && <p key={voice.urgent.value.id}>{voice.urgent.value.text}</p>}</div>
    </div>
  );
}
