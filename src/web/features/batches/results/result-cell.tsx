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
  /** What speaks against publishing it. */
  readonly verdict: string | null;
  readonly onOpen: () => void;
}

const PILL =
  'rounded-[0.625rem] bg-film/85 px-1.5 py-0.5 font-mono text-[clamp(0.5rem,calc((100cqw-1.5rem)/4.4),0.75rem)] text-film-ink';

/** A delivered photo, or the reason in its place. */
export function ResultCell({ cell, total, photo, verdict, onOpen }: ResultCellProps) {
  const number = frameNumber(cell.number - 1, total);
  const [file] = cell.files;
  if (file === undefined) {
    return <EmptyCell cell={cell} number={number} photo={photo} />;
  }
  const asBefore = cell.asBefore ? ', ca înainte' : '';
  return (
    <li
      className="result-tile group @container bg-sunken"
      style={{ '--aspect': file.width / file.height } as CSSProperties}
    >
      <button
        type="button"
        aria-label={`Compară ${number}${cell.number === 1 ? ', coperta' : ''}: ${cell.name}${asBefore}${verdict ? `, ${verdict}` : ''}`}
        title={verdict ?? undefined}
        onClick={onOpen}
        className="block h-full w-full focus-visible:-outline-offset-3"
      >
        <Thumb
          src={resultThumbnailUrl(file.id)}
          thumbhash={photo?.thumbhash ?? null}
          alt=""
          size={file}
          contain
        />
      </button>
      {cell.asBefore && (
        <span aria-hidden className={`${PILL} pointer-events-none absolute top-1.5 left-1.5`}>
          ca înainte
        </span>
      )}
      <div className="pointer-events-none absolute inset-x-1.5 bottom-1.5 flex flex-wrap items-end justify-between gap-1">
        <Label number={number} isCover={cell.number === 1} isDoubtful={verdict !== null} />
        <a
          href={resultDownloadUrl(file.id)}
          download
          aria-label={`Descarcă ${file.fileName}`}
          title={`Descarcă ${file.fileName}`}
          className="pointer-events-auto ml-auto grid size-[min(2.25rem,11vw)] place-items-center rounded-full bg-film/85 text-film-ink hover:bg-film"
        >
          <Download aria-hidden size={16} />
        </a>
      </div>
    </li>
  );
}

interface LabelProps {
  readonly number: string;
  readonly isCover: boolean;
  readonly isDoubtful: boolean;
}

/** „04 ⚠”, „01 copertă”: above the download in a tile with no room beside it, its words below each other in a narrower one. */
function Label({ number, isCover, isDoubtful }: LabelProps) {
  return (
    <span aria-hidden data-label={number} className={`${PILL} flex max-w-full flex-wrap gap-x-[1ch]`}>
      <span className="whitespace-nowrap">
        {number}
        {isDoubtful && <TriangleAlert size={12} className="ml-1 inline" />}
      </span>
      {isCover && <span>copertă</span>}
    </span>
  );
}

interface EmptyCellProps {
  readonly cell: GridCell;
  readonly number: string;
  readonly photo: Photo | undefined;
}

/** A failure is told in its place; a photo whose turn did not come is only unlit. */
function EmptyCell({ cell, number, photo }: EmptyCellProps) {
  return (
    <li
      className={clsx(
        'result-tile grid place-content-center gap-1 p-3 text-center',
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
