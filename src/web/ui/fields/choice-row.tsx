import clsx from 'clsx';
import type { ReactNode } from 'react';

interface ChoiceRowProps<V extends string> {
  readonly label: string;
  readonly value: V;
  readonly choices: readonly { readonly value: V; readonly label: string; readonly drawing?: ReactNode }[];
  readonly onChange: (value: V) => void;
}

/** A few exclusive choices side by side, all visible; arrows move between them as radio buttons do. */
export function ChoiceRow<V extends string>({ label, value, choices, onChange }: ChoiceRowProps<V>) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-[0.9375rem] font-semibold">{label}</legend>
      <div className="flex flex-wrap gap-1.5">
        {choices.map((choice) => (
          <label
            key={choice.value}
            className={clsx(
              'relative flex min-h-10 cursor-pointer items-center gap-2 rounded-xl border px-3 text-sm font-medium has-[:focus-visible]:outline-3 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-signal',
              choice.value === value ? 'border-signal bg-signal-wash' : 'border-line hover:bg-sunken',
            )}
          >
            <input
              type="radio"
              className="sr-only"
              name={label}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            {choice.drawing}
            {choice.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
