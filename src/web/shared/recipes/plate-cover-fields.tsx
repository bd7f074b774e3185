import type { PlateCover } from '#domain/recipes/plates.ts';
import { ColourField } from '#web/shared/recipes/colour-field.tsx';
import { PLATE_WORDS } from '#web/shared/recipes/mark-words.ts';
import { PictureChooser } from '#web/shared/recipes/picture-chooser.tsx';
import { useLogos } from '#web/shared/recipes/use-own-pictures.ts';
import { ChoiceRow } from '#web/ui/fields/choice-row.tsx';

const KINDS = ['solid', 'pixelated', 'logo', 'off'] as const;

/** Fields of the cover of number plates: of a batch's recipe, or of the brand kit. */
export function PlateCoverFields({
  cover,
  onChange,
}: {
  cover: PlateCover;
  onChange: (cover: PlateCover) => void;
}) {
  const logos = useLogos(true, cover.photoId);
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
          legend="Ce punem pe plăcuță: o siglă PNG, JPG sau SVG"
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
