import { formatStart } from '#domain/language/time.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Pill } from '#web/ui/pill.tsx';

export interface Dated {
  readonly validFrom: string;
}

/**
 * Returns the version that counts now or, where none does yet, the first that will. `versions`: newest first. Throws when there is none.
 */
export function inForce<V extends Dated>(versions: readonly V[], now = new Date()): V {
  const found = versions.find(({ validFrom }) => new Date(validFrom) <= now) ?? versions.at(-1);
  if (found === undefined) throw new Error('something without a version');
  return found;
}

/** Says whether a version is in force, will be, or was. */
export function VersionPill({ version, all, now }: { version: Dated; all: readonly Dated[]; now: Date }) {
  if (new Date(version.validFrom) > now) return <Pill tone="signal">urmează</Pill>;
  return inForce(all, now) === version ? <Pill tone="film">în vigoare</Pill> : <Pill>a fost</Pill>;
}

export function sinceWords({ validFrom }: Dated): string {
  return `din ${formatStart(new Date(validFrom))}`;
}

interface VersionDateFieldProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

/** Asks when the version begins to count; empty for at once. */
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

/** Returns the typed instant; null for at once, undefined when it has passed. */
export function instantTyped(value: string, now: Date): string | null | undefined {
  if (value === '') return null;
  const at = new Date(value);
  return Number.isNaN(at.getTime()) || at < now ? undefined : at.toISOString();
}
