import clsx from 'clsx';
import type { Scope } from '#web/features/recipes/section.ts';

interface ScopeSwitchProps {
  readonly scope: Scope;
  /** „03”; null while there is no photo to be alone. */
  readonly number: string | null;
  /** The shown photo differs from the lot's recipe. */
  readonly differs: boolean;
  readonly onScope: (scope: Scope) => void;
  readonly onBack: () => void;
}

/** Whom the next change is for. */
export function ScopeSwitch({ scope, number, differs, onScope, onBack }: ScopeSwitchProps) {
  const choices: readonly [Scope, string][] = [
    ['lot', 'Toate fotografiile'],
    ['photo', number === null ? 'Doar aceasta' : `Doar aceasta, ${number}`],
  ];
  return (
    <div className="mb-2">
      <fieldset className="grid min-w-0 grid-cols-2 gap-1 rounded-xl bg-sunken p-1">
        <legend className="sr-only">Pentru cine schimbi</legend>
        {choices.map(([value, label]) => (
          <label
            key={value}
            className={clsx(
              'relative flex min-h-9 cursor-pointer items-center justify-center rounded-lg px-2 text-center text-sm leading-tight font-medium has-[:focus-visible]:outline-3 has-[:focus-visible]:outline-signal',
              value === scope ? 'bg-card shadow-sm' : 'text-ink-soft hover:text-ink',
            )}
          >
            <input
              type="radio"
              className="sr-only"
              name="scope"
              checked={value === scope}
              disabled={value === 'photo' && number === null}
              onChange={() => onScope(value)}
            />
            {label}
          </label>
        ))}
      </fieldset>
      {differs && (
        <p className="mt-1.5 flex flex-wrap items-center justify-between gap-x-3 text-sm text-ink-soft">
          <span>Fotografia {number} diferă de restul lotului.</span>
          <button type="button" className="link min-h-6" onClick={onBack}>
            Înapoi la rețeta lotului
          </button>
        </p>
      )}
    </div>
  );
}
