import { useState } from 'react';
import { type Bounds, readEntry } from '#web/editor/panel/outputs/number-entry.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';

interface NumberFieldProps {
  readonly label: string;
  readonly value: number | null;
  readonly bounds: Bounds;
  /** May be left empty: then the value is null. */
  readonly optional?: boolean;
  readonly onChange: (value: number | null) => void;
}

/** Keeps what is typed on the screen and hands over only numbers that can be used. */
export function NumberField({ label, value, bounds, optional = false, onChange }: NumberFieldProps) {
  const [text, setText] = useState(value === null ? '' : String(value));
  const entry = readEntry(text, bounds);
  const empty = optional && text.trim() === '';
  return (
    <TextField
      label={label}
      inputMode="numeric"
      value={text}
      error={entry.ok || empty ? undefined : entry.error}
      onChange={(event) => {
        const next = event.currentTarget.value;
        setText(next);
        const read = readEntry(next, bounds);
        if (read.ok) onChange(read.value);
        else if (optional && next.trim() === '') onChange(null);
      }}
    />
  );
}
