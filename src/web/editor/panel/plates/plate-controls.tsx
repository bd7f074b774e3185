import { useState } from 'react';
import { count, NOUNS } from '#domain/language/plural.ts';
import type { Quad } from '#domain/recipes/geometry.ts';
import type { PlateCover } from '#domain/recipes/plates.ts';
import type { EditablePhoto } from '#web/editor/editable-photo.ts';
import { useEditing } from '#web/editor/editor-context.tsx';
import { ColourField } from '#web/editor/panel/fields/colour-field.tsx';
import { PictureChooser } from '#web/editor/panel/fields/picture-chooser.tsx';
import { useLogos } from '#web/editor/panel/fields/use-own-pictures.ts';
import { copiedTo, isToReview, platesOf, withNew } from '#web/editor/panel/plates/plate-corners.ts';
import { coveredWords } from '#web/editor/panel/plates/plate-review.tsx';
import { PlateTool } from '#web/editor/panel/plates/plate-tool.tsx';
import { PLATE_WORDS } from '#web/editor/panel/recipe-words.ts';
import type { Section } from '#web/editor/panel/section.ts';
import { useStageTools } from '#web/editor/stage/stage-tools.tsx';
import { Button } from '#web/ui/fields/button.tsx';
import { ChoiceRow } from '#web/ui/fields/choice-row.tsx';

export const PLATES: Section = {
  id: 'plates',
  label: 'Număr',
  tab: 'Număr',
  perPhoto: true,
  summary: ({ recipe }) => PLATE_WORDS[recipe.plates.kind].toLowerCase(),
  Panel: PlatesPanel,
};

/** The cover of plates, and the shown photo's plates. */
function PlatesPanel() {
  const { photo, panel, recipe, onRecipe } = useEditing();
  const [editing, setEditing] = useState<string | null>(null);
  // Another photo was chosen meanwhile.
  if (editing !== null && editing !== photo?.id) setEditing(null);
  return (
    <div className="flex flex-col gap-3.5">
      {panel.scope === 'lot' && (
        <PlateCoverControls cover={recipe.plates} onChange={(plates) => onRecipe({ plates })} />
      )}
      {photo?.state === 'ready' && recipe.plates.kind !== 'off' && (
        <OnPhoto photo={photo} editing={editing === photo.id} onEditing={setEditing} />
      )}
    </div>
  );
}

const KINDS = ['solid', 'pixelated', 'logo', 'off'] as const;

export function PlateCoverControls({
  cover,
  onChange,
}: {
  cover: PlateCover;
  onChange: (cover: PlateCover) => void;
}) {
  const logos = useLogos(true);
  const first = logos[0];
  return (
    <>
      <ChoiceRow
        label="Cum acoperim numerele"
        value={cover.kind}
        choices={KINDS.map((value) => ({ value, label: PLATE_WORDS[value] }))}
        onChange={(kind) =>
          onChange({
            ...cover,
            kind,
            photoId: kind === 'logo' ? (cover.photoId ?? first?.id ?? null) : cover.photoId,
          })
        }
      />
      {cover.kind === 'logo' && (
        <PictureChooser
          contain
          legend="Ce punem pe plăcuță: o siglă PNG"
          name="plate-logo"
          pictures={logos}
          value={cover.photoId}
          onChange={(photoId) => onChange({ ...cover, photoId })}
        />
      )}
      {(cover.kind === 'solid' || cover.kind === 'logo') && (
        <ColourField
          label="Culoare"
          value={cover.colour}
          onChange={(colour) => onChange({ ...cover, colour })}
        />
      )}
    </>
  );
}

interface OnPhotoProps {
  readonly photo: EditablePhoto;
  /** Its corners are in hand. */
  readonly editing: boolean;
  /** Takes up the corners of a photo, or puts them down. */
  readonly onEditing: (photoId: string | null) => void;
}

function OnPhoto({ photo, editing, onEditing }: OnPhotoProps) {
  const { source, photos, select } = useEditing();
  const { showAfter } = useStageTools();
  const plates = platesOf(photo);
  const save = (next: readonly Quad[]) => {
    source.confirmPlates({ [photo.id]: [...next] });
    if (next.length > 0) showAfter();
  };
  const next = photos[photos.findIndex(({ id }) => id === photo.id) + 1];
  const copy = () => {
    if (next === undefined) return;
    source.confirmPlates({ [next.id]: [...copiedTo(next, plates)] });
    onEditing(next.id);
    select(next.id);
  };
  const add = () => {
    save(withNew(plates, photo));
    onEditing(photo.id);
  };
  return (
    <div className="flex flex-col gap-2.5">
      <p aria-live="polite" className="text-sm text-ink-soft">
        {isToReview(photo)
          ? `Pe fotografia asta pare să fie ${count(plates.length, NOUNS.plate)}; nu acoperim nimic fără tine.`
          : coveredWords(plates.length)}
      </p>
      {editing ? (
        <PlateTool
          photo={photo}
          pictureUrl={source.picture(photo.id)}
          onChange={save}
          onEnd={() => onEditing(null)}
        />
      ) : (
        <div className="flex flex-wrap gap-2">
          {isToReview(photo) && (
            <Button small onClick={() => save(plates)}>
              Da, acoperă
            </Button>
          )}
          {plates.length > 0 ? (
            <Button look="quiet" small onClick={() => onEditing(photo.id)}>
              Mută colțurile
            </Button>
          ) : (
            <Button look="quiet" small onClick={add}>
              Adaugă un număr
            </Button>
          )}
          {isToReview(photo) && (
            <Button look="quiet" small onClick={() => save([])}>
              Nu e număr
            </Button>
          )}
        </div>
      )}
      {next?.state === 'ready' && photo.plates !== null && plates.length > 0 && (
        <Button look="quiet" small onClick={copy}>
          Copiază pe următoarea
        </Button>
      )}
    </div>
  );
}
