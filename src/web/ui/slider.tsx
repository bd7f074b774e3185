import { type CSSProperties, useEffect, useEffectEvent, useRef } from 'react';

interface SliderProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  readonly disabled?: boolean;
  /** How the value reads: „50”, „18 %”. */
  readonly format?: (value: number) => string;
  /** While moving. */
  readonly onChange: (value: number) => void;
  /** Once, when let go. */
  readonly onCommit?: (value: number) => void;
}

export function Slider({ label, format = String, onChange, onCommit, ...range }: SliderProps) {
  const { value, min, max } = range;
  const input = useRef<HTMLInputElement>(null);
  const commit = useEffectEvent((at: number) => onCommit?.(at));
  // React's onChange is the browser's „input”; its „change” comes once, when the thumb is let go.
  useEffect(() => {
    const element = input.current;
    const handleChange = () => element && commit(element.valueAsNumber);
    element?.addEventListener('change', handleChange);
    return () => element?.removeEventListener('change', handleChange);
  }, []);
  return (
    <div>
      <div aria-hidden className="flex items-baseline justify-between gap-3">
        <span className="text-[0.9375rem] font-semibold">{label}</span>
        <span className="font-mono text-sm text-ink-soft">{format(value)}</span>
      </div>
      <input
        {...range}
        ref={input}
        type="range"
        aria-label={label}
        aria-valuetext={format(value)}
        className="slider"
        style={{ '--at': (value - min) / (max - min) } as CSSProperties}
        onChange={({ currentTarget }) => onChange(currentTarget.valueAsNumber)}
      />
    </div>
  );
}
