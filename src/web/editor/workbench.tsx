import clsx from 'clsx';
import { Ellipsis } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Batch } from '#contract/batches.ts';
import type { Photo } from '#contract/photos.ts';
import type { OutputChoice } from '#domain/recipes/outputs.ts';
import type { BatchHistory } from '#web/editor/edits/use-history.ts';
import { Sheet } from '#web/editor/sheet.tsx';
import { factsOf, wholeView } from '#web/editor/stage/preview-plan.ts';
import { Stage } from '#web/editor/stage/stage.tsx';
import { StageBar } from '#web/editor/stage/stage-bar.tsx';
import { useStageTools } from '#web/editor/stage/stage-tools.tsx';
import type { Work } from '#web/editor/stage/stage-work.tsx';
import { useMapping } from '#web/editor/stage/use-mapping.ts';
import { fetchPreview, usePreview } from '#web/editor/stage/use-preview.ts';
import { Strip } from '#web/editor/strip/strip.tsx';
import { useRemovePhoto } from '#web/editor/strip/use-remove-photo.ts';
import { useIsWide } from '#web/editor/use-is-wide.ts';
import type { SelectedPhoto } from '#web/editor/use-selected-photo.ts';
import { batchName } from '#web/text/batch-words.ts';
import { IconButton } from '#web/ui/fields/icon-button.tsx';
import { StepButtons } from '#web/ui/fields/step-buttons.tsx';

interface WorkbenchProps {
  readonly batch: Batch;
  readonly shown: SelectedPhoto;
  /** „OLX”, „Alt format” … */
  readonly outputs: readonly string[];
  /** „OLX 1600×1067”: what the shown photo becomes in the shown output. */
  readonly badgeOf: (photo: Photo | null, output: OutputChoice | null) => string;
  readonly header: ReactNode;
  readonly panel: ReactNode;
  readonly start: ReactNode;
  readonly arriving: ReactNode;
  readonly progress: ReadonlyMap<string, string>;
  /** Photos that ask for a look, and why. */
  readonly looks: ReadonlyMap<string, string>;
  /** Over the shown photo. */
  readonly work: Work | null;
  readonly history: BatchHistory;
  /** On a phone: the panel stands over the strip. */
  readonly tall: boolean;
  readonly onTall: (tall: boolean) => void;
}

/** One stage, one strip, one panel. On a phone they lie under each other, and the stage stays in sight while a control is used. */
export function Workbench(props: WorkbenchProps) {
  const { batch, shown, outputs, header, panel, start, arriving, progress, history, tall } = props;
  const { photo, overrides } = shown;
  const { tool } = useStageTools();
  const view =
    photo?.state === 'ready'
      ? { photoId: photo.id, facts: factsOf(photo), recipe: batch.recipe, overrides, output: shown.output }
      : null;
  const pictures = usePreview(
    (job, signal) => fetchPreview(batch.id, job, signal),
    view && tool?.picture === 'whole' ? wholeView(view) : view,
  );
  const mapping = useMapping(photo, batch.recipe, overrides);
  const remove = useRemovePhoto(batch);
  const wide = useIsWide();
  const [actions, setActions] = useState(false);
  /** Something is being adjusted: the picture gets the room. */
  const isClose = !wide && (tall || tool !== null);
  return (
    <div className={clsx('bench', isClose && 'bench-close')}>
      <div className="max-lg:contents lg:flex lg:min-h-0 lg:flex-col lg:gap-3">
        <div className="bench-head flex items-end gap-3 px-4 pt-1 pb-2 lg:p-0 [@media(max-width:15rem)]:flex-wrap">
          {header}
        </div>
        {isClose && <h1 className="sr-only">{batchName(batch)}</h1>}
        <div className="bench-stage bg-paper lg:min-h-0 lg:flex-1">
          <Stage
            photo={photo}
            pictures={pictures}
            badge={props.badgeOf(photo, shown.output)}
            mapping={mapping}
            work={props.work}
          >
            <StageBar history={history} outputs={outputs} chosen={shown.place} onChoose={shown.choose}>
              {isClose ? (
                <PhotoSteps photoIds={batch.photoIds} shown={shown} />
              ) : (
                !wide && photo !== null && <MoreButton open={actions} onToggle={() => setActions(!actions)} />
              )}
            </StageBar>
          </Stage>
        </div>
        <div hidden={isClose}>
          <Strip
            photos={batch.photoIds.flatMap((id) => batch.photos[id] ?? [])}
            selected={shown.photoId}
            different={new Set(Object.keys(batch.exceptions))}
            looks={props.looks}
            actions={wide || actions}
            progress={progress}
            arriving={arriving}
            onSelect={shown.select}
            onOrder={(photoIds) => history.edit({ photoIds: [...photoIds] })}
            onRemove={(gone) => remove.mutate(gone)}
          />
        </div>
      </div>
      <div className="max-lg:contents lg:flex lg:min-h-0 lg:flex-col">
        {wide ? (
          <div className="min-h-0 flex-1 overflow-y-auto pb-4 lg:-mx-3 lg:px-3">{panel}</div>
        ) : (
          <Sheet tall={tall} onTall={props.onTall}>
            {panel}
          </Sheet>
        )}
        <div className="bench-start">{start}</div>
      </div>
    </div>
  );
}

/** While the panel stands over the strip: from photo to photo with the same setting in hand. */
function PhotoSteps({ photoIds, shown }: { photoIds: readonly string[]; shown: SelectedPhoto }) {
  const at = photoIds.indexOf(shown.photoId ?? '');
  if (photoIds.length < 2 || at < 0) return null;
  const step = (by: number) => {
    const next = photoIds[at + by];
    if (next !== undefined) shown.select(next);
  };
  return <StepButtons onFilm at={at} count={photoIds.length} onStep={step} />;
}

/** On a phone the actions on the shown photo open under the strip. */
function MoreButton({ open, onToggle }: { open: boolean; onToggle: () => void }) {
  return (
    <IconButton onFilm label="Mută sau scoate fotografia" aria-expanded={open} onClick={onToggle}>
      <Ellipsis aria-hidden size={20} />
    </IconButton>
  );
}
