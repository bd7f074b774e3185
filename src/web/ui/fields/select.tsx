import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronDown } from 'lucide-react';

interface Choice<V extends string> {
  readonly value: V;
  readonly label: string;
}

interface SelectProps<V extends string> {
  readonly label: string;
  readonly hideLabel?: boolean;
  readonly value: V;
  readonly choices: readonly Choice<V>[];
  readonly disabled?: boolean;
  readonly onChange: (value: V) => void;
}

export function Select<V extends string>(props: SelectProps<V>) {
  const { label, hideLabel = false, value, choices, disabled = false, onChange } = props;
  return (
    <div className="flex flex-col gap-1.5">
      <Base.Root
        items={choices}
        value={value}
        disabled={disabled}
        onValueChange={(next: V | null) => next !== null && onChange(next)}
      >
        <Base.Label className={hideLabel ? 'sr-only' : 'text-[0.9375rem] font-semibold'}>{label}</Base.Label>
        <Base.Trigger className="input flex items-center justify-between gap-3 text-left">
          <Base.Value />
          <Base.Icon>
            <ChevronDown aria-hidden size={18} />
          </Base.Icon>
        </Base.Trigger>
        <Base.Portal>
          <Base.Positioner className="z-45" sideOffset={4} alignItemWithTrigger={false}>
            <Base.Popup className="popup menu max-h-80 min-w-[var(--anchor-width)] overflow-y-auto">
              {choices.map((choice) => (
                <Base.Item key={choice.value} value={choice.value} className="menu-item">
                  <Base.ItemText className="flex-1">{choice.label}</Base.ItemText>
                  <Base.ItemIndicator>
                    <Check aria-hidden size={16} />
                  </Base.ItemIndicator>
                </Base.Item>
              ))}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </div>
  );
}
