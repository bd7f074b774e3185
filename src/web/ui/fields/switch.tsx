import { useId } from 'react';

interface SwitchProps {
  readonly label: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
}

export function Switch({ label, checked, disabled = false, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex min-h-9 items-center justify-between gap-4">
      <label htmlFor={id} className="min-w-0 flex-1 cursor-pointer py-1.5">
        {label}
      </label>
      <button
        id={id}
        type="button"
        role="switch"
        aria-checked={checked}
        disabled={disabled}
        onClick={() => onChange(!checked)}
        className="group relative h-7 w-12 shrink-0 rounded-full border border-line-strong bg-sunken p-0.5 aria-checked:border-ink aria-checked:bg-ink"
      >
        <span className="block size-5.5 rounded-full bg-line-strong transition-transform group-aria-checked:translate-x-5 group-aria-checked:bg-paper" />
      </button>
    </div>
  );
}
