import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Batch } from '#contract/batches.ts';
import type { Photo } from '#contract/photos.ts';
import type { OutputChoice } from '#domain/recipes/outputs.ts';
import { shownPhoto } from '#web/features/batches/selection.ts';
import { OutputPicker, Stage } from '#web/features/batches/stage.tsx';
import { Strip } from '#web/features/batches/strip.tsx';
import type { LotEdit } from '#web/features/batches/use-lot.ts';
import { usePreview } from '#web/features/batches/use-preview.ts';
import { useRemovePhoto } from '#web/features/batches/use-remove-photo.ts';

interface WorkbenchProps {
  readonly batch: Batch;
  /** „OLX”, „Alt format” … */
  readonly outputs: readonly string[];
  /** „OLX 1600×1067”: what the shown photo becomes in the shown output. */
  readonly badgeOf: (photo: Photo | null, output: OutputChoice | null) => string;
  readonly header: ReactNode;
  readonly panel: ReactNode;
  readonly start: ReactNode;
  readonly arriving: ReactNode;
  readonly progress: ReadonlyMap<string, string>;
  readonly onEdit: (edit: LotEdit) => void;
}

/** One stage, one strip, one panel. On a phone they lie under each other, and the stage stays in sight while a control is used. */
export function Workbench(props: WorkbenchProps) {
  const { batch, outputs, header, panel, start, arriving, progress, onEdit } = props;
  const [wanted, setWanted] = useState<string | null>(null);
  const [outputAt, setOutputAt] = useState(0);
  const selected = useShownPhoto(batch.photoIds, wanted);
  const photo = batch.photos[selected ?? ''] ?? null;
  const place = Math.min(outputAt, Math.max(0, batch.outputs.length - 1));
  const output = batch.outputs[place] ?? null;
  const view = photo?.state === 'ready' ? { photoId: photo.id, recipe: batch.recipe, output } : null;
  const pictures = usePreview(batch.id, view);
  const remove = useRemovePhoto(batch.id, batch.photoIds);
  return (
    <div className="mx-auto flex max-w-[96rem] flex-col lg:grid lg:h-[calc(100dvh-var(--top-bar))] lg:min-h-128 lg:grid-cols-[minmax(0,1fr)_23rem] lg:gap-x-6 lg:px-8 lg:pt-4 lg:pb-5">
      <div className="max-lg:contents lg:flex lg:min-h-0 lg:flex-col lg:gap-3">
        <div className="flex flex-wrap items-end gap-3 px-4 pt-1.5 pb-2 lg:p-0">{header}</div>
        <div className="sticky top-[var(--top-bar)] z-10 bg-paper lg:static lg:min-h-0 lg:flex-1 [@media(max-height:30rem)]:static">
          <Stage photo={photo} pictures={pictures} badge={props.badgeOf(photo, output)}>
            <OutputPicker labels={outputs} chosen={place} onChoose={setOutputAt} />
          </Stage>
        </div>
        <div className="max-lg:[&_.film]:rounded-none">
          <Strip
            photos={batch.photoIds.flatMap((id) => batch.photos[id] ?? [])}
            selected={selected}
            progress={progress}
            arriving={arriving}
            onSelect={setWanted}
            onOrder={(photoIds) => onEdit({ photoIds: [...photoIds] })}
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

function useShownPhoto(ids: readonly string[], wanted: string | null): string | null {
  const before = useRef(ids);
  const shown = shownPhoto(ids, wanted, before.current);
  useEffect(() => {
    before.current = ids;
  }, [ids]);
  return shown;
}
