import { Button } from '#web/ui/fields/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

/** Days and sums of a list as the page's address has them; absent: no limit. */
export interface Limits {
  readonly from?: string;
  readonly until?: string;
  readonly least?: string;
  readonly most?: string;
}
const DAYS = { from: 'De la', until: 'Până la' } as const;
const SUMS = { least: 'Cel puțin (lei)', most: 'Cel mult (lei)' } as const;
const NAMES = ['from', 'until', 'least', 'most'] as const;

/** Returns the limits that an address has. */
export function readLimits(params: URLSearchParams): Limits {
  return Object.fromEntries(NAMES.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : [])));
}

interface ListFilterProps {
  readonly limits: Limits;
  readonly withSums?: boolean;
  readonly onChange: (limits: Limits) => void;
}

/** Days, and for orders sums, that a list is narrowed to; `key` it by the limits. */
export function ListFilter({ limits, withSums = false, onChange }: ListFilterProps) {
  const isSet = Object.keys(limits).length > 0;
  return (
    <details open={isSet} className="mt-3">
      <summary className="link inline-flex min-h-11 cursor-pointer items-center">
        Perioadă{withSums ? ' și sumă' : ''}
      </summary>
      <form
        className="mt-2 flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          const data = new FormData(event.currentTarget);
          onChange(
            readLimits(new URLSearchParams(NAMES.map((name) => [name, String(data.get(name) ?? '').trim()]))),
          );
        }}
      >
        {(['from', 'until'] as const).map((name) => (
          <TextField
            key={name}
            type="date"
            name={name}
            label={DAYS[name]}
            defaultValue={limits[name] ?? ''}
          />
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
    </details>
  );
}
