import { TriangleAlert } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import type { Batch } from '#contract/batches.ts';
import { isRunning } from '#domain/batches/states.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { thumbnailUrl } from '#web/api/file-urls.ts';
import { commonWords, findCommonPhotos } from '#web/features/upload/pile/common-photos.ts';
import { lookWords } from '#web/features/upload/pile/look-words.ts';
import { BATCH_STATE_WORDS, batchLabel, batchName } from '#web/text/batch-words.ts';
import { BatchStrip } from '#web/ui/pictures/batch-strip.tsx';

/** A lot, and the line that is said of it. */
export interface SaidLot {
  readonly lot: Batch;
  readonly line: string | null;
  /** True where something is to be seen to: those stand first. */
  readonly needsLook: boolean;
}

interface MadeLotsProps {
  /** Path of this view, which the pages of its lots lead back to. */
  readonly path: string;
  readonly said: readonly SaidLot[];
  /** Controls below a lot; null for none. */
  readonly below: (lot: Batch) => ReactNode;
}

/** The lots of a pile, those with something to see to first. */
export function MadeLots({ path, said, below }: MadeLotsProps) {
  const open = said.filter(({ needsLook }) => needsLook);
  // While some run, lots stay where they are: they would jump under the finger.
  const isResting = said.every(({ lot }) => !isRunning(lot.state));
  const sorted = isResting ? [...open, ...said.filter(({ needsLook }) => !needsLook)] : said;
  const lots = said.map(({ lot }) => ({ ...lot, name: batchName(lot) }));
  const sent = lots.flatMap(({ photos }) => Object.values(photos));
  const common = commonWords(findCommonPhotos(lots, sent));
  return (
    <>
      <p role="status" className="mt-4 font-medium empty:mt-0">
        {isResting && lookWords(said)}
      </p>
      {common !== null && <p className="mt-2 max-w-prose">{common}</p>}
      <ul aria-label="Loturi" className="mt-3 grid gap-4 lg:grid-cols-2">
        {sorted.map(({ lot, line, needsLook }) => (
          <MadeLot key={lot.id} path={path} lot={lot} line={line} needsLook={needsLook}>
            {below(lot)}
          </MadeLot>
        ))}
      </ul>
    </>
  );
}

/** Drawn again only when it has changed: lots of one start change one after the other. */
const MadeLot = memo(function MadeLot({
  path,
  lot,
  line,
  needsLook,
  children,
}: SaidLot & { readonly path: string; readonly children: ReactNode }) {
  return (
    <li className="min-w-0">
      <BatchStrip
        to={`/process/${lot.id}`}
        state={{ pile: path }}
        label={`${batchLabel(lot.number)} · ${BATCH_STATE_WORDS[lot.state]}`}
        name={batchName(lot)}
        figures={getFigures(lot)}
        news={needsLook}
        covers={lot.photoIds.filter((id) => lot.photos[id]?.state === 'ready').map(thumbnailUrl)}
        photoCount={lot.photoIds.length}
      />
      {line !== null && (
        <p className="mt-1.5 flex gap-1.5 text-sm font-medium">
          {needsLook && <TriangleAlert aria-hidden size={16} className="mt-0.5 shrink-0 text-signal-text" />}
          {line}
        </p>
      )}
      {children}
    </li>
  );
});

function getFigures({ state, run, photoIds }: Batch): string {
  if (run !== null && isRunning(state)) {
    const done = Object.values(run.photos).filter((photo) => photo.state === 'done').length;
    return `${done} din ${run.photoIds.length}`;
  }
  return formatCount(photoIds.length, NOUNS.photo);
}
