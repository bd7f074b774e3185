import { LIMIT_NAMES, type ListFilterProps, readLimits } from '#web/features/admin/shared/limits.ts';
import { Button } from '#web/ui/fields/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

const DAYS = { from: 'De la', until: 'Până la' } as const;
const SUMS = { least: 'Cel puțin (lei)', most: 'Cel mult (lei)' } as const;

/** The fields of a list's limits, which come when they are asked for. */
export function LimitFields({ limits, withSums = false, onChange }: ListFilterProps) {
  const isSet = Object.keys(limits).length > 0;
  return (
    <form
      className="mt-2 flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        const data = new FormData(event.currentTarget);
        onChange(
          readLimits(
            new URLSearchParams(LIMIT_NAMES.map((name) => [name, String(data.get(name) ?? '').trim()])),
          ),
        );
      }}
    >
      {(['from', 'until'] as const).map((name) => (
        <TextField key={name} type="date" name={name} label={DAYS[name]} defaultValue={limits[name] ?? ''} />
      ))}
      {withSums &&
        (['least', 'most'] as const).map((name) => (
          <div key={name} className="w-36">
            <TextField
              type="number"
              min="0"
              max="1000000"
              step="0.01"
              name={name}
              label={SUMS[name]}
              defaultValue={limits[name] ?? ''}
            />
          </div>
        ))}
      <Button type="submit" look="quiet">
        Aplică
      </Button>
      {isSet && (
        <Button look="quiet" onClick={() => onChange({})}>
          Fără limite
        </Button>
      )}
    </form>
  );
}
