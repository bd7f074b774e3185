import clsx from 'clsx';
import { ChevronLeft, Pencil } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { Batch } from '#contract/batches.ts';
import { batchLabel, batchName, keptWords } from '#web/text/batch-words.ts';

interface BatchTitleProps {
  readonly batch: Batch;
  readonly note: string;
  /** Absent where the name can't be changed. */
  readonly onRename?: (name: string) => void;
  /** Target of the way back on a phone; the batches if absent. */
  readonly back?: { readonly to: string; readonly label: string };
}

const TO_BATCHES = { to: '/gallery?view=lots', label: 'Înapoi la loturi' };

/** „LOT 0148” and its name, written over in place. */
export function BatchTitle({ batch, note, onRename, back = TO_BATCHES }: BatchTitleProps) {
  const [editing, setEditing] = useState(false);
  const kept = keptWords(Object.values(batch.photos));
  return (
    <div className="min-w-0 flex-1">
      <p
        className={clsx(
          'truncate font-mono text-xs tracking-wide opacity-80',
          onRename && 'max-sm:sr-only max-lg:[@media(max-height:30rem)]:sr-only',
        )}
      >
        {!onRename && <Back {...back} />}
        {batchLabel(batch.number)}
        {note && ` · ${note}`}
      </p>
      {editing && onRename ? (
        <input
          // biome-ignore lint/a11y/noAutofocus: the person has just asked to write here
          autoFocus
          aria-label="Numele lotului"
          defaultValue={batch.name}
          maxLength={80}
          onChange={(event) => onRename(event.currentTarget.value)}
          onBlur={() => setEditing(false)}
          onKeyDown={(event) => (event.key === 'Enter' || event.key === 'Escape') && setEditing(false)}
          className="input mt-0.5 max-w-md font-display text-xl font-bold"
        />
      ) : (
        <div className="flex items-center gap-1">
          {onRename && <Back {...back} />}
          <h1
            className={clsx(
              'min-w-0 pb-0.5 wrap-anywhere sm:text-3xl',
              // The longest name is whole where it cannot be opened to be read.
              onRename ? 'line-clamp-2 text-base leading-tight' : 'line-clamp-4 text-lg',
            )}
            title={batchName(batch)}
          >
            {batchName(batch)}
          </h1>
          {onRename && (
            <button
              type="button"
              aria-label="Redenumește lotul"
              title="Redenumește lotul"
              onClick={() => setEditing(true)}
              className="grid size-9 shrink-0 place-items-center rounded-full hover:bg-sunken max-sm:size-[min(1.75rem,44px)]"
            >
              <Pencil aria-hidden size={16} />
            </button>
          )}
        </div>
      )}
      {kept && <p className={clsx('mt-0.5 text-xs opacity-80', onRename && 'max-lg:hidden')}>{kept}</p>}
    </div>
  );
}

/** The way back on a phone, where no bar at the bottom leads there: to the pile that the lot was opened from, if from one. */
function Back({ to, label }: typeof TO_BATCHES) {
  return (
    <Link
      to={useLocation().state?.pile ?? to}
      aria-label={label}
      className="title-back -ml-1.5 mr-0.5 inline-grid size-[min(1.75rem,44px)] shrink-0 place-items-center align-middle sm:hidden"
    >
      <ChevronLeft aria-hidden size={18} />
    </Link>
  );
}
