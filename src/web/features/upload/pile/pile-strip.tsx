import clsx from 'clsx';
import { Check } from 'lucide-react';
import type { Batch } from '#contract/batches.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import type { ArrangedLot } from '#domain/piles/arrange-lots.ts';
import { thumbnailUrl } from '#web/api/file-urls.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Thumb } from '#web/ui/pictures/thumb.tsx';

interface PileStripProps {
  readonly lot: ArrangedLot;
  /** From 1. */
  readonly number: number;
  readonly photos: Batch['photos'];
  readonly chosen: ReadonlySet<string>;
  readonly onToggle: (photoId: string) => void;
  readonly onName: (name: string) => void;
}

/** One lot of the pile: its name and its photos, which can be chosen to be moved. */
export function PileStrip({ lot, number, photos, chosen, onToggle, onName }: PileStripProps) {
  return (
    <section aria-label={`Lotul ${number}`} className="rounded-2xl border border-line bg-card p-3">
      <div className="mb-2 flex flex-wrap items-end justify-between gap-x-4 gap-y-1">
        <div className="min-w-0 flex-[1_1_14rem]">
          <TextField
            label={`Lotul ${number}`}
            value={lot.name}
            maxLength={80}
            onChange={(event) => onName(event.currentTarget.value)}
          />
        </div>
        <p className="pb-2 text-sm text-ink-soft">{formatCount(lot.photoIds.length, NOUNS.photo)}</p>
      </div>
      <ul aria-label={`Pozele lotului ${number}`} className="pile-photos">
        {lot.photoIds.map((id, i) => (
          <PilePhoto
            key={id}
            id={id}
            label={`${i + 1}, ${photos[id]?.name ?? ''}`}
            thumbhash={photos[id]?.thumbhash ?? null}
            isThere={photos[id]?.state === 'ready'}
            isChosen={chosen.has(id)}
            onToggle={onToggle}
          />
        ))}
      </ul>
    </section>
  );
}

interface PilePhotoProps {
  readonly id: string;
  readonly label: string;
  readonly thumbhash: string | null;
  /** False while the server has no picture of it yet. */
  readonly isThere: boolean;
  readonly isChosen: boolean;
  readonly onToggle: (photoId: string) => void;
}

function PilePhoto({ id, label, thumbhash, isThere, isChosen, onToggle }: PilePhotoProps) {
  return (
    <li data-pile-photo={id}>
      <button
        type="button"
        aria-pressed={isChosen}
        aria-label={`Alege ${label}`}
        onClick={() => onToggle(id)}
        className={clsx('pile-photo', isChosen && 'pile-photo-chosen')}
      >
        <Thumb src={isThere ? thumbnailUrl(id) : null} thumbhash={thumbhash} alt="" plain />
        {isChosen && (
          <span aria-hidden className="pile-check">
            <Check size={14} />
          </span>
        )}
      </button>
    </li>
  );
}
