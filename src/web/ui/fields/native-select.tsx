import { FieldLayout } from '#web/ui/fields/text-field.tsx';

interface NativeSelectProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  /** Stands in the list while nothing is chosen. */
  readonly placeholder: string;
  readonly autoComplete: string;
  readonly error?: string | undefined;
  readonly onChange: (value: string) => void;
}

/** The browser's own list, for forms: phones show it well, and the browser can fill it in. */
export function NativeSelect(props: NativeSelectProps) {
  const { name, label, value, choices, placeholder, autoComplete, error, onChange } = props;
  return (
    <FieldLayout label={label} error={error}>
      {(tied) => (
        <select
          {...tied}
          name={name}
          className="input"
          autoComplete={autoComplete}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        >
          <option value="">{placeholder}</option>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </FieldLayout>
  );
}
