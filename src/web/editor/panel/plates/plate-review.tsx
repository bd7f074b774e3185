import { count, NOUNS } from '#domain/language/plural.ts';
import { useEditing } from '#web/editor/editor-context.tsx';
import { isToReview, nextToReview, suggestedIn } from '#web/editor/panel/plates/plate-corners.ts';
import { Button } from '#web/ui/fields/button.tsx';

/** „Am găsit 11 numere”, and the walk through the photos with suggestions. */
export function PlateNotice() {
  const { photos, photo: shown, panel, select } = useEditing();
  const found = suggestedIn(photos);
  if (found === 0 || panel.walking) return null;
  const begin = () => {
    const first = shown !== null && isToReview(shown) ? shown : nextToReview(photos, shown?.id ?? null);
    if (first === null) return;
    select(first.id);
    panel.onWalking(true);
  };
  return (
    <div className="mb-2 flex flex-wrap items-center justify-between gap-2 rounded-xl bg-signal-wash px-3 py-2">
      <p className="text-[0.9375rem] font-semibold">Am găsit {count(found, NOUNS.plate)}.</p>
      <Button look="quiet" small onClick={begin}>
        Verifică
      </Button>
    </div>
  );
}

export function coveredWords(plates: number): string {
  if (plates === 0) return 'Nimic de acoperit pe fotografia asta.';
  return `${count(plates, NOUNS.plate)} ${plates === 1 ? 'va fi acoperit' : 'vor fi acoperite'} aici.`;
}
