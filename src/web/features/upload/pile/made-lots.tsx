import type { Batch } from '#contract/batches.ts';
import { isRunning } from '#domain/batches/states.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { thumbnailUrl } from '#web/api/file-urls.ts';
import { BATCH_STATE_WORDS, batchLabel, batchName } from '#web/text/batch-words.ts';
import { BatchStrip } from '#web/ui/pictures/batch-strip.tsx';

interface MadeLotsProps {
  readonly lots: readonly Batch[];
  /** Returns a line under a lot; null for none. */
  readonly say: (lot: Batch) => string | null;
}

/** The lots of a pile, those with something to see to first. */
export function MadeLots({ lots, say }: MadeLotsProps) {
  const said = lots.map((lot) => ({ lot, line: say(lot) }));
  const sorted = [...said.filter(needsLook), ...said.filter((one) => !needsLook(one))];
  return (
    <ul aria-label="Loturi" className="mt-5 grid gap-4 lg:grid-cols-2">
      {sorted.map(({ lot, line }) => (
        <li key={lot.id} className="min-w-0">
          <BatchStrip
            to={`/process/${lot.id}`}
            label={`${batchLabel(lot.number)} · ${BATCH_STATE_WORDS[lot.state]}`}
            name={batchName(lot)}
            figures={getFigures(lot)}
            news={needsLook({ lot, line })}
            covers={lot.photoIds.filter((id) => lot.photos[id]?.state === 'ready').map(thumbnailUrl)}
            photoCount={lot.photoIds.length}
          />
          {line !== null && <p className="mt-1.5 text-sm font-medium">{line}</p>}
        </li>
      ))}
    </ul>
  );
}

function needsLook({ lot, line }: { lot: Batch; line: string | null }): boolean {
  return line !== null || lot.state === 'failed' || lot.state === 'partial';
}

function getFigures({ state, run, photoIds }: Batch): string {
  if (run !== null && isRunning(state)) {
    const done = Object.values(run.photos).filter((photo) => photo.state === 'done').length;
    return `${done} din ${run.photoIds.length}`;
  }
  return formatCount(photoIds.length, NOUNS.photo);
}
