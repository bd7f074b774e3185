import type { LotPage } from '#contract/adverts/pages.ts';
import type { Batch } from '#contract/batches.ts';
import { PAGE_LIMITS } from '#domain/adverts/lot-page.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { formatDay, toBucharestDay } from '#domain/language/time.ts';

interface Plates {
  /** Places on the page, from 1, of photos on which a plate can be read or waits for an answer. */
  readonly shown: readonly number[];
  /** How many of them stay out. */
  readonly leftOut: number;
  /** Places of photos on which no plate was found, where the lot is about cars. */
  readonly notFound: readonly number[];
}

/** Returns what is to be known of plates before all can see the photos: those that can be read on the page first. */
export function describePlates({ shown, leftOut, notFound }: Plates): string[] {
  return [
    shown.length > 0 &&
      `Pe ${formatCount(shown.length, NOUNS.photo)} se vede numărul mașinii: ${listPlaces(shown)}. Acoperă numărul sau ${shown.length === 1 ? 'scoate-o' : 'scoate-le'}, dacă nu vrei să fie public.`,
    leftOut > 0 &&
      (leftOut === 1
        ? 'O fotografie pe care se vede numărul mașinii stă pe dinafară. Acoperă numărul sau pune-o așa.'
        : `${formatCount(leftOut, NOUNS.photo)} pe care se vede numărul mașinii stau pe dinafară. Acoperă numărul sau pune-le așa.`),
    notFound.length > 0 &&
      `Pe ${formatCount(notFound.length, NOUNS.photo)} n-am găsit niciun număr: ${listPlaces(notFound)}. Uită-te tu la ${notFound.length === 1 ? 'ea' : 'ele'}.`,
  ].filter((note) => note !== false);
}

/** The first is marked as the cover on its tile. */
function listPlaces(places: readonly number[]): string {
  return places.map((place) => (place === 1 ? 'coperta' : place)).join(', ');
}

/** Returns a sentence on a page that stands, or how it ended. */
export function describePage({ state, endsAt, reason, isReady }: LotPage): string {
  if (state === 'taken-down')
    return `Un administrator a oprit pagina: ${reason ?? ''} Lotul nu mai poate avea alta.`;
  const day = formatDay(new Date(endsAt));
  if (state === 'ended') return `Pagina s-a închis pe ${day}. O poți publica din nou, la altă adresă.`;
  return isReady ? `E publică până pe ${day}.` : 'Se copiază fotografiile…';
}

/** Returns what goes from the page before its last day, since the lot's photos are kept no longer; null: nothing does. */
export function describeKeeping(
  batch: Pick<Batch, 'results' | 'photos'>,
  resultIds: readonly string[],
  endsAt: Date,
): string | null {
  const kept = resultIds.map((id) => batch.photos[batch.results[id]?.photoId ?? '']?.keepUntil ?? null);
  const lastDay = toBucharestDay(endsAt);
  const earlier = kept
    .flatMap((until) => (until !== null && toBucharestDay(new Date(until)) < lastDay ? until : []))
    .sort();
  const [first] = earlier;
  if (first === undefined) return null;
  const day = formatDay(new Date(first));
  if (earlier.length === kept.length)
    return `Fotografiile lotului se păstrează până pe ${day}: după aceea pleacă și de pe pagină.`;
  return earlier.length === 1
    ? `O fotografie se păstrează până pe ${day}: după aceea pleacă și de pe pagină.`
    : `${formatCount(earlier.length, NOUNS.photo)} se păstrează cel puțin până pe ${day}: după aceea pleacă și de pe pagină.`;
}

/** Returns a whole price from what was typed; null for none, NaN for what is no price. */
export function readPrice(text: string): number | null {
  const digits = text.replace(/[\s.]/g, '');
  if (digits === '') return null;
  const price = /^\d{1,9}$/.test(digits) ? Number(digits) : 0;
  return price > 0 && price <= PAGE_LIMITS.price ? price : Number.NaN;
}
