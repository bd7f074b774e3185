interface ColourFieldProps {
  readonly label: string;
  /** Six hex digits. */
  readonly value: string;
  readonly onChange: (colour: string) => void;
}

export function ColourField({ label, value, onChange }: ColourFieldProps) {
  return (
    <label className="flex items-center justify-between gap-3 text-[0.9375rem] font-semibold">
      {label}
      <input
        type="color"
        value={`#${value}`}
        onChange={(event) => onChange(event.currentTarget.value.slice(1).toLowerCase())}
        className="h-10 w-16 rounded-lg border border-line-strong bg-card p-1"
      />
    </label>
  );
}
