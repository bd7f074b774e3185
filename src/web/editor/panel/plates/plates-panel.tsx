import { useState } from 'react';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import type { Quad } from '#domain/recipes/geometry.ts';
import { coversSure } from '#domain/recipes/plates.ts';
import type { EditablePhoto } from '#web/editor/editable-photo.ts';
import { useEditing } from '#web/editor/editor-context.tsx';
import {
  copiedTo,
  getShownPlates,
  isToReview,
  platesCoveredAlone,
  withNew,
} from '#web/editor/panel/plates/plate-corners.ts';
import { coveredAloneWords, coveredWords } from '#web/editor/panel/plates/plate-review.tsx';
import { PlateTool } from '#web/editor/panel/plates/plate-tool.tsx';
import { useStageTools } from '#web/editor/stage/stage-tools.tsx';
import { PlateCoverFields } from '#web/shared/recipes/plate-cover-fields.tsx';
import { Button } from '#web/ui/fields/button.tsx';
import { Switch } from '#web/ui/fields/switch.tsx';

/** The cover of plates, and the shown photo's plates. */
export function PlatesPanel() {
  const { photo, panel, recipe, onRecipe } = useEditing();
  const [editing, setEditing] = useState<string | null>(null);
  // Another photo was chosen meanwhile.
  if (editing !== null && editing !== photo?.id) setEditing(null);
  return (
    <div className="flex flex-col gap-3.5">
      {panel.scope === 'lot' && (
        <PlateCoverFields cover={recipe.plates} onChange={(plates) => onRecipe({ plates })} />
      )}
      {panel.scope === 'lot' && recipe.plates.kind !== 'off' && (
        <div>
          <Switch
            label="Acoperă singur numerele sigure"
            checked={coversSure(recipe.plates)}
            onChange={(on) => onRecipe({ plates: { ...recipe.plates, coverSure: on || undefined } })}
          />
          <p className="text-sm text-ink-soft">De celelalte te întrebăm înainte de pornire.</p>
        </div>
      )}
      {photo?.state === 'ready' && recipe.plates.kind !== 'off' && (
        <OnPhoto photo={photo} editing={editing === photo.id} onEditing={setEditing} />
      )}
    </div>
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
  const { source, photos, select, recipe } = useEditing();
  const { showAfter } = useStageTools();
  const plates = getShownPlates(photo);
  const alone = platesCoveredAlone(photo, recipe.plates);
  const isAsked = isToReview(photo, recipe.plates);
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
        {alone.length > 0 && `${coveredAloneWords(alone.length)} aici. `}
        {isAsked
          ? `Pe fotografia asta pare să ${alone.length > 0 ? 'mai ' : ''}fie ${formatCount(plates.length - alone.length, NOUNS.plate)}; nu acoperim nimic fără tine.`
          : alone.length === 0 && coveredWords(plates.length)}
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
          {isAsked && (
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
          {isAsked && (
            <Button look="quiet" small onClick={() => save(alone)}>
              Nu e număr
            </Button>
          )}
          {!isAsked && alone.length > 0 && (
            <Button look="quiet" small onClick={() => save([])}>
              Nu acoperi aici
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
