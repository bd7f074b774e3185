import { Switch as Base } from '@base-ui/react/switch';
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
      <label htmlFor={id} id={`${id}-label`} className="min-w-0 flex-1 cursor-pointer py-1.5">
        {label}
      </label>
      <Base.Root
        id={id}
        aria-labelledby={`${id}-label`}
        checked={checked}
        disabled={disabled}
        onCheckedChange={(next) => onChange(next)}
        className="relative h-7 w-12 shrink-0 rounded-full border border-line-strong bg-sunken p-0.5 data-[checked]:border-ink data-[checked]:bg-ink"
      >
        <Base.Thumb className="block size-5.5 rounded-full bg-line-strong transition-transform data-[checked]:translate-x-5 data-[checked]:bg-paper" />
      </Base.Root>
    </div>
  );
}
