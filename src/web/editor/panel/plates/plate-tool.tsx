import { lazy, Suspense } from 'react';
import type { Quad } from '#domain/recipes/geometry.ts';
import type { EditablePhoto } from '#web/editor/editable-photo.ts';
import { getShownPlates, removePlate, withNew } from '#web/editor/panel/plates/plate-corners.ts';
import { StageTool } from '#web/editor/stage/stage-tool.tsx';
import { Button } from '#web/ui/fields/button.tsx';

const PlateOverlay = lazy(async () => ({
  default: (await import('#web/editor/panel/plates/plate-overlay.tsx')).PlateOverlay,
}));

interface PlateToolProps {
  readonly photo: EditablePhoto;
  /** URL of the photo as it was taken. */
  readonly pictureUrl: string;
  readonly onChange: (plates: readonly Quad[]) => void;
  readonly onEnd: () => void;
}

/** Corners over the stage, and beside them what else can be done with the photo's plates. */
export function PlateTool({ photo, pictureUrl, onChange, onEnd }: PlateToolProps) {
  const plates = getShownPlates(photo);
  return (
    <>
      <StageTool label="Trage colțurile pe plăcuță" picture="upright" onEnd={onEnd}>
        {(geometry) => (
          <Suspense fallback={null}>
            <PlateOverlay {...{ plates, geometry, pictureUrl, onChange }} />
          </Suspense>
        )}
      </StageTool>
      <div className="flex flex-wrap gap-2">
        <Button look="quiet" small onClick={() => onChange(withNew(plates, photo))}>
          Adaugă un număr
        </Button>
        {/* One that was only suggested is taken away by the answer „Nu e număr”. */}
        {(photo.plates !== null || plates.length > 1) &&
          plates.map((_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: plates have no name but their place
            <Button key={index} look="quiet" small onClick={() => onChange(removePlate(plates, index))}>
              {plates.length === 1 ? 'Șterge numărul' : `Șterge numărul ${index + 1}`}
            </Button>
          ))}
      </div>
    </>
  );
}
