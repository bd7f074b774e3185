import { formatCount, NOUNS } from '#domain/language/plural.ts';
import type { Quad } from '#domain/recipes/geometry.ts';
import { type PlateCover, platesToCover } from '#domain/recipes/plates.ts';
import type { EditablePhoto } from '#web/editor/editable-photo.ts';
import { useEditing } from '#web/editor/editor-context.tsx';
import {
  getShownPlates,
  isToReview,
  nextToReview,
  suggestedIn,
} from '#web/editor/panel/plates/plate-corners.ts';
import { coveredWords } from '#web/editor/panel/plates/plate-review.tsx';
import { PlateTool } from '#web/editor/panel/plates/plate-tool.tsx';
import type { Confirmed } from '#web/editor/panel/plates/use-plates.ts';
import { useStageTools } from '#web/editor/stage/stage-tools.tsx';
import { Button } from '#web/ui/fields/button.tsx';
import { showToast } from '#web/ui/layers/toast.ts';

/** One photo with suggested plates after the other. Only confirmed plates are covered. */
export function PlateWalk() {
  const { source, photos, photo: shown, panel, select, recipe } = useEditing();
  const cover = recipe.plates;
  const { walking, onWalking } = panel;
  const { showAfter } = useStageTools();
  const found = suggestedIn(photos, cover);
  const confirm = (plates: Confirmed) => {
    source.confirmPlates(plates);
    if (shown !== null && plates[shown.id]?.length) showAfter();
  };
  const goOn = () => {
    const next = nextToReview(photos, shown?.id ?? null, cover);
    if (next !== null) select(next.id);
    else {
      onWalking(false);
      showToast({ text: 'Ai verificat toate numerele găsite.' });
    }
  };
  const confirmAll = () => {
    const asked = photos.filter((photo) => isToReview(photo, cover));
    const all = asked.map((photo): [string, Quad[]] => [photo.id, [...getShownPlates(photo)]]);
    confirm(Object.fromEntries(all));
    onWalking(false);
    showToast({
      text: `${formatCount(found, NOUNS.plate)} ${found === 1 ? 'va fi acoperit' : 'vor fi acoperite'}.`,
    });
  };
  if (!walking || shown === null) return null;
  return (
    <Walk
      key={shown.id}
      photo={shown}
      cover={cover}
      pictureUrl={source.picture(shown.id)}
      found={found}
      onAnswer={(plates) => confirm({ [shown.id]: [...plates] })}
      onNext={goOn}
      onAll={confirmAll}
      onEnd={() => onWalking(false)}
    />
  );
}

interface WalkProps {
  readonly photo: EditablePhoto;
  readonly cover: PlateCover;
  readonly pictureUrl: string;
  readonly found: number;
  readonly onAnswer: (plates: readonly Quad[]) => void;
  readonly onNext: () => void;
  readonly onAll: () => void;
  readonly onEnd: () => void;
}

function Walk({ photo, cover, pictureUrl, found, onAnswer, onNext, onAll, onEnd }: WalkProps) {
  const plates = getShownPlates(photo);
  const asked = isToReview(photo, cover);
  const answer = (next: readonly Quad[]) => {
    onAnswer(next);
    onNext();
  };
  return (
    <section
      aria-label="Verifică numerele"
      className="mb-3 flex flex-col gap-2.5 rounded-xl bg-signal-wash px-3 py-2.5"
    >
      <p aria-live="polite" className="text-[0.9375rem] font-semibold">
        {asked ? questionFor(plates.length) : coveredWords(plates.length)}
      </p>
      <div className="flex flex-wrap gap-2">
        {asked ? (
          <>
            <Button small autoFocus onClick={() => answer(plates)}>
              Da, acoperă
            </Button>
            <Button look="quiet" small onClick={() => answer(platesToCover(photo, cover))}>
              Nu e număr
            </Button>
          </>
        ) : (
          <Button small autoFocus onClick={onNext}>
            {found === 0 ? 'Gata' : 'Mai departe'}
          </Button>
        )}
      </div>
      <PlateTool photo={photo} pictureUrl={pictureUrl} onChange={onAnswer} onEnd={onEnd} />
      {found > plates.length && asked && (
        <button type="button" className="link min-h-6 self-start text-sm" onClick={onAll}>
          Sunt bune toate: acoperă {formatCount(found, NOUNS.plate)}
        </button>
      )}
    </section>
  );
}

function questionFor(plates: number): string {
  return plates === 1 ? 'Aici e un număr de înmatriculare?' : `Acestea sunt numere de înmatriculare?`;
}
