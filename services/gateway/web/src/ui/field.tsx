import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

/** A value, and how it is called. */
export type Choice = { readonly value: string; readonly text: string };

type SelectProps = {
  label: string;
  value: string;
  choices: readonly Choice[];
  hint?: string | undefined;
  onChoose: (value: string) => void;
};

/** One of several values. */
export function Select({ label, value, choices, hint, onChoose }: SelectProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} aria-describedby={hint ? `${id}-hint` : undefined} onChange={(e) => onChoose(e.currentTarget.value)}>
        {choices.map((c) => <option key={c.value} value={c.value}>{c.text}</option>)}
      </select>
      {hint && <small id={`${id}-hint`}>{hint}</small>}
    </div>
  );
}

type InputProps = {
  label: string;
  value: string;
  hint?: string | undefined;
  error?: string | undefined;
  number?: { min: number; max: number };
  maxLength?: number;
  onChange: (value: string) => void;
};

/** A text or a number. */
export function Input({ label, value, hint, error, number, maxLength, onChange }: InputProps) {
  const id = useId();
  const shared = {
    id, value, autocomplete: "off", "aria-describedby": hint || error ? `${id}-hint` : undefined, "aria-invalid": error !== undefined,
    onInput: (e: { currentTarget: HTMLInputElement }) => onChange(e.currentTarget.value),
  } as const;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {number ? <input type="number" inputMode="numeric" {...number} {...shared} /> : <input type="text" maxLength={maxLength} {...shared} />}
      {(error ?? hint) && <small id={`${id}-hint`} class={error ? "error" : undefined}>{error ?? hint}</small>}
    </div>
  );
}

/** Yes or no. */
export function Check({ label, checked, onChange }: { label: ComponentChildren; checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <label class="check">
      <input type="checkbox" checked={checked} onChange={(e) => onChange(e.currentTarget.checked)} />
      <span>{label}</span>
    </label>
  );
}
