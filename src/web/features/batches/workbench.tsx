import { type ReactNode, useMemo } from 'react';
import type { Batch } from '#contract/batches.ts';
import type { Photo } from '#contract/photos.ts';
import type { OutputChoice } from '#domain/recipes/outputs.ts';
import { wholeView } from '#web/features/batches/preview-plan.ts';
import { Stage } from '#web/features/batches/stage.tsx';
import { StageBar } from '#web/features/batches/stage-bar.tsx';
import { wholeMapping } from '#web/features/batches/stage-mapping.ts';
import { Strip } from '#web/features/batches/strip.tsx';
import type { LotHistory } from '#web/features/batches/use-history.ts';
import { usePreview } from '#web/features/batches/use-preview.ts';
import { useRemovePhoto } from '#web/features/batches/use-remove-photo.ts';
import type { Shown } from '#web/features/batches/use-shown.ts';
import { useStageTools } from '#web/ui/stage-tools.tsx';

interface WorkbenchProps {
  readonly batch: Batch;
  readonly shown: Shown;
  /** „OLX”, „Alt format” … */
  readonly outputs: readonly string[];
  /** „OLX 1600×1067”: what the shown photo becomes in the shown output. */
  readonly badgeOf: (photo: Photo | null, output: OutputChoice | null) => string;
  readonly header: ReactNode;
  readonly panel: ReactNode;
  readonly start: ReactNode;
  readonly arriving: ReactNode;
  readonly progress: ReadonlyMap<string, string>;
  readonly history: LotHistory;
}

/** One stage, one strip, one panel. On a phone they lie under each other, and the stage stays in sight while a control is used. */
export function Workbench(props: WorkbenchProps) {
  const { batch, shown, outputs, header, panel, start, arriving, progress, history } = props;
  const { photo, exception } = shown;
  const { tool } = useStageTools();
  const view =
    photo?.state === 'ready'
      ? { photoId: photo.id, recipe: batch.recipe, exception, output: shown.output }
      : null;
  const pictures = usePreview(batch.id, view && tool?.picture === 'whole' ? wholeView(view) : view);
  const mapping = useMemo(() => wholeMapping(batch.recipe, exception), [batch.recipe, exception]);
  const remove = useRemovePhoto(batch);
  return (
    <div className="mx-auto flex max-w-[96rem] flex-col lg:grid lg:h-[calc(100dvh-var(--top-bar))] lg:min-h-128 lg:grid-cols-[minmax(0,1fr)_23rem] lg:gap-x-6 lg:px-8 lg:pt-4 lg:pb-5">
      <div className="max-lg:contents lg:flex lg:min-h-0 lg:flex-col lg:gap-3">
        <div className="flex flex-wrap items-end gap-3 px-4 pt-1.5 pb-2 lg:p-0">{header}</div>
        <div className="sticky top-[var(--top-bar)] z-10 bg-paper lg:static lg:min-h-0 lg:flex-1 [@media(max-height:30rem)]:static">
          <Stage
            photo={photo}
            pictures={pictures}
            badge={props.badgeOf(photo, shown.output)}
            mapping={mapping}
          >
            <StageBar history={history} outputs={outputs} chosen={shown.place} onChoose={shown.choose} />
          </Stage>
        </div>
        <div className="max-lg:[&_.film]:rounded-none">
          <Strip
            photos={batch.photoIds.flatMap((id) => batch.photos[id] ?? [])}
            selected={shown.photoId}
            different={new Set(Object.keys(batch.exceptions))}
            progress={progress}
            arriving={arriving}
            onSelect={shown.select}
            onOrder={(photoIds) => history.edit({ photoIds: [...photoIds] })}
            onRemove={(gone) => remove.mutate(gone)}
          />
        </div>
      </div>
      <div className="max-lg:contents lg:flex lg:min-h-0 lg:flex-col">
        <div className="px-4 pt-3 pb-44 lg:min-h-0 lg:flex-1 lg:overflow-y-auto lg:-mx-3 lg:px-3 lg:pt-0 lg:pb-4">
          {panel}
        </div>
        <div className="fixed inset-x-0 bottom-[var(--bottom-bar)] z-20 border-t border-line bg-paper px-4 py-2.5 lg:static lg:px-0 lg:pb-0 [@media(max-height:30rem)]:static">
          {start}
        </div>
      </div>
    </div>
  );
}
