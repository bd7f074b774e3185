import { Link, useNavigate } from 'react-router';
import type { Batch } from '#contract/batches.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { ArrangeLots } from '#web/features/upload/pile/arrange-lots.tsx';
import { comingWords } from '#web/features/upload/pile/coming.ts';
import { commonWords, findCommonPhotos } from '#web/features/upload/pile/common-photos.ts';
import { findTooLarge, priceWords, shortWords, toPriced } from '#web/features/upload/pile/pile-price.ts';
import { ShortNote } from '#web/features/upload/pile/short-note.tsx';
import { type ArrangedPile, useArrangement } from '#web/features/upload/pile/use-arrangement.ts';
import { usePileActions } from '#web/features/upload/pile/use-pile-lots.ts';
import { useUser } from '#web/session/use-user.ts';
import { pilePath, pricesPath } from '#web/text/choice-path.ts';
import { Button, buttonClass } from '#web/ui/fields/button.tsx';

/** The screen on which a pile becomes lots: nothing is paid or stored before „Fă 7 loturi”. */
export function ArrangePile({ pile }: { readonly pile: Batch }) {
  const arranged = useArrangement(pile);
  const { divide } = usePileActions(pile.id);
  const navigate = useNavigate();
  const handleDivide = async () => {
    // While the new lots are read this view is not there: only the call itself hears of its end.
    const made = await divide.mutateAsync(lots).catch(() => null);
    const isHere = new URLSearchParams(window.location.search).get('lot') === pile.id;
    // The parts of a lot that was made out of a pile are shown there.
    if (made !== null && isHere) await navigate(pilePath(made.pileId), { replace: true });
  };
  const credits = useUser()?.credits.totalCredits ?? null;
  const { lots } = arranged;
  const coming = comingWords(arranged.coming);
  const named = lots.map((lot, i) => ({ ...lot, name: lot.name || `Lotul ${i + 1}`, photos: pile.photos }));
  const common = commonWords(findCommonPhotos(named, Object.values(pile.photos)));
  const tooLarge = findTooLarge(lots, pile.photosPerLot);
  const short = shortWords(toPriced(lots), credits);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="text-4xl">{getHeading(arranged)}</h1>
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Link className="link inline-block min-h-6" to={`/upload?lot=${pile.id}`}>
            Mai adaugă fotografii
          </Link>
          <Link className={buttonClass({ small: true, look: 'quiet' })} to={`/process/${pile.id}`}>
            Lasă-le într-un singur lot
          </Link>
        </p>
      </div>
      <p className="mt-2 mb-4 max-w-prose text-ink-soft">
        {!arranged.isSettled
          ? `${coming}. Gruparea se schimbă până le vedem pe toate.`
          : lots.length === 1
            ? 'Nu am găsit o graniță sigură. Alege poza cu care începe alt lucru și apasă „Aici începe alt lot”.'
            : 'Așa par grupate pozele, câte un lot pentru fiecare lucru. Mută granițele, unește sau mută poze; nimic nu se plătește încă.'}
      </p>
      {arranged.isSettled && common !== null && <p className="mb-4 max-w-prose">{common}</p>}
      <ArrangeLots batch={pile} pile={arranged} />
      <div className="docked -mx-4 mt-4 sm:-mx-8">
        <div className="flex flex-col items-center gap-2 px-4 py-3 sm:flex-row-reverse sm:justify-start sm:gap-5 sm:px-8">
          <Button
            busy={divide.isPending}
            disabled={lots.length < 2 || !arranged.isSettled}
            onClick={() => void handleDivide()}
          >
            Fă {formatCount(lots.length, NOUNS.batch)}
          </Button>
          <p role="status" className="text-sm text-ink-soft">
            {coming !== '' && arranged.isSettled && `${coming}. `}
            {arranged.isSettled && `${priceWords(lots, pile.photosPerLot)}.`}
            {arranged.isSettled && short !== null && (
              <ShortNote words={short} to={pricesPath('', 'packages')} />
            )}
            {arranged.isSettled &&
              tooLarge.length > 0 &&
              ` ${tooLarge.length === 1 ? 'Lotul' : 'Loturile'} ${tooLarge.join(', ')}: peste ${formatCount(pile.photosPerLot, NOUNS.photo)}, cât ia planul.`}
          </p>
        </div>
      </div>
    </>
  );
}

function getHeading({ lots, isSettled }: ArrangedPile): string {
  if (!isSettled) return 'Se grupează pozele…';
  return lots.length === 1 ? 'Un singur lot' : formatCount(lots.length, NOUNS.batch);
}
