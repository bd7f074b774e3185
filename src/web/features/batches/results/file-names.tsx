import { lazy, Suspense, useState } from 'react';
import type { Batch } from '#contract/batches.ts';
import { exampleNames } from '#web/features/batches/results/name-pattern.ts';
import { loadNamePattern } from '#web/features/batches/results/result-dialogs.ts';
import { useHasOpened } from '#web/ui/use-has-opened.ts';

const NamePatternDialog = lazy(async () => ({ default: (await loadNamePattern()).NamePatternDialog }));

interface FileNamesProps {
  readonly batch: Batch;
  readonly now: Date;
  readonly onPattern: (pattern: string) => void;
}

/** Shows the names of the delivered files, with a dialog to change them. */
export function FileNames({ batch, now, onPattern }: FileNamesProps) {
  const [open, setOpen] = useState(false);
  const asked = useHasOpened(open);
  const [example] = exampleNames(batch, batch.filePattern, now);
  if (example === undefined) return null;
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm text-ink-soft">
      <span className="min-w-0 break-words">
        Fișierele se numesc <span className="font-mono text-xs text-ink">{example}</span>
      </span>
      <button type="button" className="link min-h-6" onClick={() => setOpen(true)}>
        Schimbă numele
      </button>
      {asked && (
        <Suspense>
          <NamePatternDialog
            batch={batch}
            now={now}
            open={open}
            onOpenChange={setOpen}
            onPattern={onPattern}
          />
        </Suspense>
      )}
    </div>
  );
}
