import { formatMoment } from '#domain/language/time.ts';
import { Pill } from '#web/ui/pill.tsx';
import { TextField } from '#web/ui/text-field.tsx';

interface Dated {
  readonly validFrom: string;
}

/** From when a version counts: the newest whose date has come, those still to come, those before. */
export function VersionPill({ version, all, now }: { version: Dated; all: readonly Dated[]; now: Date }) {
  if (new Date(version.validFrom) > now) return <Pill tone="signal">urmează</Pill>;
  const inForce = all.find(({ validFrom }) => new Date(validFrom) <= now);
  return inForce === version ? <Pill tone="film">în vigoare</Pill> : <Pill>a fost</Pill>;
}

export function sinceWords({ validFrom }: Dated): string {
  return `din ${formatMoment(new Date(validFrom))}`;
}

interface VersionDateFieldProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

/** When it begins to count; empty: at once. */
export function VersionDateField({ value, error, onChange }: VersionDateFieldProps) {
  return (
    <TextField
      name="validFrom"
      type="datetime-local"
      label="Valabil din"
      hint="Gol: imediat."
      value={value}
      error={error}
      onValueChange={onChange}
    />
  );
}

/** What was typed as an instant; null: at once; undefined: it has passed. */
export function instantTyped(value: string, now: Date): string | null | undefined {
  if (value === '') return null;
  const at = new Date(value);
  return Number.isNaN(at.getTime()) || at < now ? undefined : at.toISOString();
}
