import type { LotPage } from '#contract/adverts/pages.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { formatDayAndMonth } from '#domain/language/time.ts';

interface Plates {
  /** Numbers of the photos in the lot, from 1, on which a plate can be read or waits for an answer. */
  readonly shown: readonly number[];
  /** Photos on which no plate was found, where the lot is about cars. */
  readonly notFound: readonly number[];
}

/** Returns what is to be known of plates before all can see the photos. */
export function describePlates({ shown, notFound }: Plates): string[] {
  const list = (numbers: readonly number[]) => numbers.join(', ');
  const isOne = shown.length === 1;
  return [
    shown.length > 0 &&
      `Pe ${formatCount(shown.length, NOUNS.photo)} se vede numărul mașinii: ${list(shown)}. ${isOne ? 'Am lăsat-o' : 'Le-am lăsat'} pe dinafară; acoperă numărul sau apasă pe ${isOne ? 'ea ca s-o pui' : 'ele ca să le pui'} așa.`,
    notFound.length > 0 &&
      `Pe ${formatCount(notFound.length, NOUNS.photo)} n-am găsit niciun număr: ${list(notFound)}. Uită-te tu la ${notFound.length === 1 ? 'ea' : 'ele'}.`,
  ].filter((note) => note !== false);
}

/** Returns a sentence on a page that stands, or how it ended. */
export function describePage({ state, endsAt, reason, isReady }: LotPage): string {
  if (state === 'taken-down')
    return `Un administrator a oprit pagina: ${reason ?? ''} Lotul nu mai poate avea alta.`;
  const day = formatDayAndMonth(new Date(endsAt));
  if (state === 'ended')
    return `Pagina s-a închis pe ${day.replace(/\.$/, '')}. O poți publica din nou, la altă adresă.`;
  return isReady ? `E publică până pe ${day.replace(/\.$/, '')}.` : 'Se copiază fotografiile…';
}

/** Returns a whole price from what was typed; null for none, NaN for what is no price. */
export function readPrice(text: string): number | null {
  const digits = text.replace(/[\s.]/g, '');
  if (digits === '') return null;
  return /^\d{1,9}$/.test(digits) && Number(digits) > 0 ? Number(digits) : Number.NaN;
}
