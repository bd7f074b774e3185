import { Download, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { Batch } from '#contract/batches.ts';
import type { Result } from '#contract/results.ts';
import { formatBytes } from '#domain/language/size.ts';
import { resultDownloadUrl, resultThumbnailUrl, resultUrl } from '#web/api/file-urls.ts';
import { useBefore } from '#web/api/use-before.ts';
import type { Verdict } from '#web/editor/ready/verdicts.ts';
import { fileNote, type GridCell } from '#web/features/batches/results/results.ts';
import { Button, buttonClass } from '#web/ui/fields/button.tsx';
import { StepButtons } from '#web/ui/fields/step-buttons.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { BeforeAfterSlider } from '#web/ui/pictures/before-after-slider.tsx';
import { WholePicture } from '#web/ui/pictures/whole-picture.tsx';

interface CompareDialogProps {
  readonly batch: Batch;
  readonly outputKey: string;
  /** Cells with files, in batch order. */
  readonly cells: readonly GridCell[];
  readonly photoId: string | null;
  /** Reasons against publishing its files, by photo. */
  readonly verdicts: ReadonlyMap<string, Verdict>;
  readonly onShow: (photoId: string | null) => void;
}

/** Shows any result beside its original, one after the other. */
export function CompareDialog({ batch, outputKey, cells, photoId, verdicts, onShow }: CompareDialogProps) {
  const at = cells.findIndex((cell) => cell.photoId === photoId);
  const cell = cells[at];
  const step = (by: number) => onShow(cells[at + by]?.photoId ?? photoId);
  return (
    <Dialog
      wide
      open={cell !== undefined}
      onOpenChange={(open) => open || onShow(null)}
      title={cell?.files[0]?.fileName ?? ''}
    >
      {cell && (
        <Comparison
          batch={batch}
          outputKey={outputKey}
          cell={cell}
          verdict={verdicts.get(cell.photoId)?.words}
        />
      )}
      {cell && (
        <div className="mt-4 flex flex-wrap items-center gap-2">
          <StepButtons at={at} count={cells.length} onStep={step}>
            <span className="font-mono text-sm text-ink-soft">
              {at + 1} / {cells.length}
            </span>
          </StepButtons>
          <div className="ml-auto flex flex-wrap gap-2">
            {cell.files.map((file) => (
              <a
                key={file.id}
                href={resultDownloadUrl(file.id)}
                download
                className={buttonClass({ look: 'quiet', small: true })}
              >
                <Download aria-hidden size={16} />
                Descarcă {file.width}×{file.height} · {formatBytes(file.bytes)}
              </a>
            ))}
          </div>
        </div>
      )}
    </Dialog>
  );
}

interface ComparisonProps extends Pick<CompareDialogProps, 'batch' | 'outputKey'> {
  readonly cell: GridCell;
  readonly verdict: string | undefined;
}

function Comparison({ batch, outputKey, cell, verdict }: ComparisonProps) {
  const before = useBefore(batch, cell.photoId, outputKey);
  const [large, setLarge] = useState(false);
  const file = cell.files[0];
  if (file === undefined) return null;
  const aspect = file.width / file.height;
  const note = fileNote(file);
  return (
    <>
      <div
        className="mx-auto mt-3 max-w-full overflow-hidden rounded-xl bg-sunken"
        style={{ aspectRatio: aspect, width: `min(100%, calc((100dvh - 16rem) * ${aspect}))` }}
      >
        {large ? (
          <FullSize file={file} />
        ) : (
          <BeforeAfterSlider
            key={cell.photoId}
            before={<img src={before} alt="Înainte" draggable={false} className="bg-paper object-cover" />}
            after={<WholePicture src={resultUrl(file.id)} small={resultThumbnailUrl(file.id)} alt="După" />}
            afterNote={`${file.width}×${file.height}`}
          />
        )}
      </div>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm text-ink-soft">
          {large ? 'Trage ca să vezi restul.' : 'Ține apăsat pentru original.'}
        </p>
        <Button look="quiet" small aria-pressed={large} onClick={() => setLarge(!large)}>
          Mărime reală
        </Button>
      </div>
      {verdict !== undefined && (
        <p className="mt-2 text-sm text-signal-text">
          <TriangleAlert aria-hidden size={14} className="mr-1.5 inline" />
          {verdict}
        </p>
      )}
      {verdict === undefined && note && <p className="mt-2 text-sm text-ink-soft">{note}</p>}
    </>
  );
}

/** Shows the file pixel by pixel of the screen, to be pushed about; its middle first. */
function FullSize({ file }: { file: Result }) {
  const centre = (holder: HTMLElement | null) =>
    holder?.scrollTo(
      (holder.scrollWidth - holder.clientWidth) / 2,
      (holder.scrollHeight - holder.clientHeight) / 2,
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section ref={centre} tabIndex={0} aria-label="Mărime reală" className="h-full w-full overflow-auto">
      <img
        src={resultUrl(file.id)}
        alt="După, în mărime reală"
        draggable={false}
        className="max-w-none"
        style={{ width: file.width / window.devicePixelRatio, height: file.height / window.devicePixelRatio }}
      />
    </section>
  );
}
