import clsx from 'clsx';
import type { Scope } from '#web/editor/panel/section.ts';

interface ScopeSwitchProps {
  readonly scope: Scope;
  /** „03” in a batch; null while there is no photo to be alone. `alone`: there never are others. */
  readonly number: string | null | 'alone';
  /** The shown photo differs from the batch's recipe. */
  readonly differs: boolean;
  readonly onScope: (scope: Scope) => void;
  readonly onBack: () => void;
}

/** Chooses the target of the next changes: the batch or the shown photo. */
export function ScopeSwitch({ scope, number, differs, onScope, onBack }: ScopeSwitchProps) {
  const words = number === 'alone' ? ALONE : wordsOf(number);
  const choices = [
    ['lot', words.lot],
    ['photo', words.photo],
  ] as const;
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
          <span>{words.differs}</span>
          <button type="button" className="link min-h-6" onClick={onBack}>
            {words.back}
          </button>
        </p>
      )}
    </div>
  );
}

const ALONE = {
  lot: 'Rețeta',
  photo: 'Doar poza asta',
  differs: 'Poza asta diferă de rețetă.',
  back: 'Înapoi la rețetă',
};

function wordsOf(number: string | null) {
  return {
    lot: 'Toate fotografiile',
    photo: number === null ? 'Doar aceasta' : `Doar aceasta, ${number}`,
    differs: `Fotografia ${number} diferă de restul lotului.`,
    back: 'Înapoi la rețeta lotului',
  };
}
