import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { useEditing } from '#web/editor/editor-context.tsx';
import {
  isToReview,
  nextToReview,
  platesCoveredAlone,
  suggestedIn,
} from '#web/editor/panel/plates/plate-corners.ts';
import { formatFrameNumbers, frameNumber } from '#web/text/batch-words.ts';
import { Button } from '#web/ui/fields/button.tsx';

/** „Am găsit 11 numere”, and the walk through the photos with suggestions. */
export function PlateNotice() {
  const { photos, photo: shown, panel, select, recipe } = useEditing();
  const cover = recipe.plates;
  const found = suggestedIn(photos, cover);
  if (found === 0 || panel.walking) return null;
  const begin = () => {
    const first =
      shown !== null && isToReview(shown, cover) ? shown : nextToReview(photos, shown?.id ?? null, cover);
    if (first === null) return;
    select(first.id);
    panel.onWalking(true);
  };
  return (
    <div className="mb-2 flex flex-wrap items-center justify-between gap-2 rounded-xl bg-signal-wash px-3 py-2">
      <p className="text-[0.9375rem] font-semibold">Am găsit {formatCount(found, NOUNS.plate)}.</p>
      <Button look="quiet" small onClick={begin}>
        Verifică
      </Button>
    </div>
  );
}

/** „5 numere se acoperă singure”, and the ways to take it back: on the shown photo, or in the whole batch. */
export function CoveredAlone() {
  const { source, photos, photo: shown, recipe, onRecipe } = useEditing();
  const cover = recipe.plates;
  const plated = photos.filter((photo) => platesCoveredAlone(photo, cover).length > 0);
  if (plated.length === 0) return null;
  const plates = plated.reduce((sum, photo) => sum + platesCoveredAlone(photo, cover).length, 0);
  const isShown = plated.length > 1 && plated.some(({ id }) => id === shown?.id);
  const place = photos.findIndex(({ id }) => id === shown?.id);
  return (
    <div className="mb-2 flex flex-wrap items-center justify-between gap-2 rounded-xl bg-sunken px-3 py-2">
      <p aria-live="polite" className="min-w-0 flex-[1_1_9rem] text-[0.9375rem]">
        {coveredAloneWords(plates)}:{' '}
        {formatFrameNumbers(
          plated.map(({ id }) => id),
          photos.map(({ id }) => id),
        )}
        .
      </p>
      <span className="flex flex-wrap gap-2">
        {isShown && (
          <Button look="quiet" small onClick={() => source.confirmPlates({ [shown?.id ?? '']: [] })}>
            Nu pe {frameNumber(place, photos.length)}
          </Button>
        )}
        <Button look="quiet" small onClick={() => onRecipe({ plates: { ...cover, coverSure: undefined } })}>
          Anulează
        </Button>
      </span>
    </div>
  );
}

/** „5 numere se acoperă singure” */
export function coveredAloneWords(plates: number): string {
  return `${formatCount(plates, NOUNS.plate)} se acoperă ${plates === 1 ? 'singur' : 'singure'}`;
}

export function coveredWords(plates: number): string {
  if (plates === 0) return 'Nimic de acoperit pe fotografia asta.';
  return `${formatCount(plates, NOUNS.plate)} ${plates === 1 ? 'va fi acoperit' : 'vor fi acoperite'} aici.`;
}
