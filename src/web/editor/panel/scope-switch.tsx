import clsx from 'clsx';
import { NO_OVERRIDES } from '#domain/recipes/photo-overrides.ts';
import { useEditing } from '#web/editor/editor-context.tsx';
import { hasOverrides } from '#web/editor/edits/edit-overrides.ts';
import { frameNumber } from '#web/text/batch-words.ts';

/** Chooses the target of the next changes: the batch or the shown photo. `alone`: there never are others. */
export function ScopeSwitch({ alone = false }: { readonly alone?: boolean }) {
  const { photos, photoId, overrides, panel, onOverrides } = useEditing();
  const { scope, onScope } = panel;
  const index = photos.findIndex(({ id }) => id === photoId);
  const number = index < 0 ? null : frameNumber(index, photos.length);
  const words = alone ? ALONE : buildScopeWords(number);
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
              value === scope ? 'bg-card shadow-sm ring-1 ring-line-strong' : 'text-ink-soft hover:text-ink',
            )}
          >
            <input
              type="radio"
              className="sr-only"
              name="scope"
              checked={value === scope}
              disabled={value === 'photo' && number === null && !alone}
              onChange={() => onScope(value)}
            />
            {label}
          </label>
        ))}
      </fieldset>
      {hasOverrides(overrides) && (
        <p className="mt-1.5 flex flex-wrap items-center justify-between gap-x-3 text-sm text-ink-soft">
          <span>{words.differs}</span>
          <button type="button" className="link min-h-6" onClick={() => onOverrides(NO_OVERRIDES)}>
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

function buildScopeWords(number: string | null) {
  return {
    lot: 'Toate fotografiile',
    photo: number === null ? 'Doar aceasta' : `Doar aceasta, ${number}`,
    differs: `Fotografia ${number} diferă de restul lotului.`,
    back: 'Înapoi la rețeta lotului',
  };
}
