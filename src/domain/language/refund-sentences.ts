import { count, NOUNS } from '#domain/language/plural.ts';
import type { PeriodFate } from '#domain/payments/period-fate.ts';
import { leiInText } from '#domain/payments/price.ts';

/** What has become of the money of a purchase that was stepped back from. */
export function refundSentence(state: 'asked' | 'done' | 'refused', amountBani: number): string {
  const amount = leiInText(amountBani);
  switch (state) {
    case 'done':
      return `${amount} se întorc pe cardul cu care ai plătit. Când apar depinde de bancă, de obicei în câteva zile lucrătoare.`;
    case 'asked':
      return `Am cerut NETOPIA să întoarcă ${amount} pe card și nu avem încă răspunsul. Întrebăm mai departe și îți scriem. Nu ai nimic de făcut.`;
    case 'refused':
      return `NETOPIA nu a întors cei ${amount}. Creditele sunt din nou în cont. Poți încerca încă o dată; dacă nici atunci nu merge, scrie-ne și găsim alt drum.`;
  }
}

/** What goes with the money. */
export function withdrawnSentences(credits: number, period: PeriodFate | null): string[] {
  const [leave] = credits === 1 ? ['iese'] : ['ies'];
  const gone = credits > 0 ? [`${count(credits, NOUNS.credit)} ${leave} din cont.`] : [];
  switch (period) {
    case 'ends':
      return [...gone, 'Planul cumpărat cu această comandă se încheie acum.'];
    case 'not-begun':
      return [...gone, 'Perioada de plan care urma nu mai începe, așa că primești tot prețul.'];
    case 'over':
    case null:
      return gone;
  }
}
