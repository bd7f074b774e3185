import { Slider as Base } from '@base-ui/react/slider';

interface SliderProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  readonly disabled?: boolean;
  /** Formats the value: „50”, „18 %”. */
  readonly format?: (value: number) => string;
  /** Called while it moves. */
  readonly onChange: (value: number) => void;
  /** Called once, when it is let go. */
  readonly onCommit?: (value: number) => void;
}

export function Slider({ label, format = String, onChange, onCommit, ...range }: SliderProps) {
  return (
    <Base.Root
      {...range}
      onValueChange={(next) => onChange(next)}
      onValueCommitted={(next) => onCommit?.(next)}
    >
      <div className="flex items-baseline justify-between gap-3">
        <span aria-hidden className="text-[0.9375rem] font-semibold">
          {label}
        </span>
        <span aria-hidden className="font-mono text-sm text-ink-soft">
          {format(range.value)}
        </span>
      </div>
      <Base.Control className="flex min-h-8 touch-none items-center select-none">
        <Base.Track className="slider-track h-1 w-full rounded-full bg-line">
          <Base.Indicator className="rounded-full bg-ink" />
          <Base.Thumb
            aria-label={label}
            getAriaValueText={(_, value) => format(value)}
            className="size-6 rounded-full border-2 border-ink bg-card has-[:focus-visible]:outline-3 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-signal"
          />
        </Base.Track>
      </Base.Control>
    </Base.Root>
  );
}
