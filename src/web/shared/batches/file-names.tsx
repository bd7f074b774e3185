import { lazy, Suspense, useState } from 'react';
import { exampleNames, type NamedBatch } from '#web/shared/batches/name-pattern.ts';
import { useHasOpened } from '#web/ui/use-has-opened.ts';

export const loadNamePattern = () => import('#web/shared/batches/name-pattern-dialog.tsx');
const NamePatternDialog = lazy(async () => ({ default: (await loadNamePattern()).NamePatternDialog }));

interface FileNamesProps {
  readonly batch: NamedBatch;
  readonly now: Date;
  readonly onPattern: (pattern: string) => void;
}

/** Shows how files are called, with a dialog to change it. */
export function FileNames({ batch, now, onPattern }: FileNamesProps) {
  const [open, setOpen] = useState(false);
  const asked = useHasOpened(open);
  const [example] = exampleNames(batch, batch.pattern, now);
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
