import clsx from 'clsx';
import { Download, TriangleAlert } from 'lucide-react';
import type { CSSProperties } from 'react';
import type { Photo } from '#contract/photos.ts';
import { resultDownloadUrl, resultThumbnailUrl, thumbnailUrl } from '#web/api/file-urls.ts';
import type { GridCell } from '#web/features/batches/results/results.ts';
import { frameNumber } from '#web/text/batch-words.ts';
import { Thumb } from '#web/ui/pictures/thumb.tsx';

interface ResultCellProps {
  readonly cell: GridCell;
  readonly total: number;
  readonly photo: Photo | undefined;
  /** Reason against publishing it; null without any. */
  readonly verdict: string | null;
  readonly onOpen: () => void;
}

/** A delivered photo, or the reason in its place. */
export function ResultCell({ cell, total, photo, verdict, onOpen }: ResultCellProps) {
  const number = frameNumber(cell.number - 1, total);
  const [file] = cell.files;
  if (file === undefined) {
    return <EmptyCell cell={cell} number={number} photo={photo} />;
  }
  const asBefore = cell.asBefore ? ', ca înainte' : '';
  return (
    <li className="result-tile @container" style={{ '--aspect': file.width / file.height } as CSSProperties}>
      <button
        type="button"
        aria-label={`Compară ${number}${cell.number === 1 ? ', coperta' : ''}: ${cell.name}${asBefore}${verdict ? `, ${verdict}` : ''}`}
        title={verdict ?? undefined}
        onClick={onOpen}
        className="result-picture block w-full bg-sunken focus-visible:-outline-offset-3"
      >
        <Thumb
          src={resultThumbnailUrl(file.id)}
          thumbhash={photo?.thumbhash ?? null}
          alt=""
          size={file}
          contain
        />
      </button>
      <div className="flex items-center justify-between gap-1">
        <Label number={number} cell={cell} isDoubtful={verdict !== null} />
        <a
          href={resultDownloadUrl(file.id)}
          download
          aria-label={`Descarcă ${file.fileName}`}
          title={`Descarcă ${file.fileName}`}
          className="grid size-[min(2.25rem,11vw)] shrink-0 place-items-center rounded-full hover:bg-sunken"
        >
          <Download aria-hidden size={16} />
        </a>
      </div>
    </li>
  );
}

interface LabelProps {
  readonly number: string;
  readonly cell: GridCell;
  readonly isDoubtful: boolean;
}

/** „04 ⚠”, „01 copertă”: stands under the picture and hides nothing of it; its words lie below each other in a narrow tile. */
function Label({ number, cell, isDoubtful }: LabelProps) {
  return (
    <span
      aria-hidden
      data-label={number}
      className="flex min-w-0 flex-wrap gap-x-[1ch] font-mono text-[clamp(0.5rem,calc((100cqw-2.75rem)/4.4),0.75rem)] leading-tight text-ink-soft"
    >
      <span className="whitespace-nowrap">
        {number}
        {isDoubtful && <TriangleAlert size={12} className="ml-1 inline" />}
      </span>
      {cell.number === 1 && <span>copertă</span>}
      {cell.asBefore && <span>ca înainte</span>}
    </span>
  );
}

interface EmptyCellProps {
  readonly cell: GridCell;
  readonly number: string;
  readonly photo: Photo | undefined;
}

/** A place without a file: a failure says its reason; a photo whose turn did not come is only unlit. */
function EmptyCell({ cell, number, photo }: EmptyCellProps) {
  return (
    <li
      className={clsx(
        'result-tile result-picture grid place-content-center gap-1 p-3 text-center',
        cell.failed ? 'bg-danger-wash' : 'bg-sunken',
      )}
    >
      {!cell.failed && photo?.state === 'ready' && (
        <span aria-hidden className="absolute inset-0 opacity-20 grayscale">
          <Thumb src={thumbnailUrl(photo.id)} thumbhash={photo.thumbhash} alt="" plain />
        </span>
      )}
      <span className={clsx('relative font-mono text-sm font-bold', cell.failed && 'text-danger')}>
        {number}
      </span>
      <span className="relative text-sm leading-snug">{cell.reason}</span>
      <span className="sr-only">{cell.name}</span>
    </li>
  );
}
