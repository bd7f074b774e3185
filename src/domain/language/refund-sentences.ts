import { DAY_MS } from '#domain/days.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { formatDay } from '#domain/language/time.ts';
import type { PeriodFate } from '#domain/payments/period-fate.ts';
import { leiInText } from '#domain/payments/price.ts';
import { toNoon, type WithdrawalState } from '#domain/payments/withdrawals.ts';
import { PLAN_LABELS, type Plan } from '#domain/plans/plan.ts';

/** Returns the state of the refund of a withdrawn purchase. */
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

/** Returns the state of a withdrawal's money. `payUntil`: the last day on which it has to be paid, „2026-12-08”. */
export function withdrawalSentence({
  state,
  amountBani,
  payUntil,
}: {
  readonly state: WithdrawalState;
  readonly amountBani: number;
  readonly payUntil: string;
}): string {
  const [amount, day] = [leiInText(amountBani), formatDay(toNoon(payUntil))];
  switch (state) {
    case 'asked':
    case 'done':
      return refundSentence(state, amountBani);
    case 'owed':
      return `Retragerea e valabilă și îți datorăm ${amount}. Pe card nu s-au putut întoarce, așa că ți-i plătim altfel, cel târziu pe ${day}: îți scriem ca să ne spui contul IBAN.`;
    case 'paid':
      return `Ți-am plătit cei ${amount} datorați după retragere.`;
  }
}

/** Returns the state of money that goes back out of goodwill; the purchase stays. Takes what is owed and what was transferred. */
export function goodwillSentence({ owedBani, paidBani }: { owedBani: number; paidBani: number }): string {
  const paid = paidBani > 0 ? [`Ți-am trimis ${leiInText(paidBani)} prin transfer bancar.`] : [];
  const owed =
    owedBani > 0
      ? [
          `Îți dăm înapoi ${leiInText(owedBani)} prin transfer bancar: îți scriem ca să ne spui contul IBAN. Creditele și planul rămân ale tale.`,
        ]
      : [];
  return [...owed, ...paid].join(' ');
}

/** The plan that goes on after the withdrawal, and its end before it. Instants as they travel. */
export interface PlanAfter {
  readonly plan: Plan;
  readonly expiresAt: string | null;
  readonly before: string | null;
}

interface Withdrawn {
  readonly credits: number;
  readonly period: PeriodFate | null;
  readonly planAfter: PlanAfter | null;
}

/** Returns sentences about the credits and the period that a refund takes. */
export function revokedSentences({ credits, period, planAfter }: Withdrawn): string[] {
  const [leave] = credits === 1 ? ['iese'] : ['ies'];
  const gone = credits > 0 ? [`${formatCount(credits, NOUNS.credit)} ${leave} din cont.`] : [];
  const left = planLeftSentence(planAfter);
  const after = left === null ? [] : [left];
  switch (period) {
    case 'ends':
      return [...gone, 'Planul cumpărat cu această comandă se încheie acum.', ...after];
    case 'not-begun':
      return [...gone, 'Perioada de plan care urma nu mai începe, așa că primești tot prețul.', ...after];
    case 'over':
      return planAfter === null ? gone : [...gone, shortenedSentence(planAfter)];
    case null:
      return gone;
  }
}

/** Says that the days which the order had brought to the plan of now are taken off again. */
function shortenedSentence({ plan, expiresAt, before }: PlanAfter): string {
  if (expiresAt === null || before === null) return '';
  const [to, from] = [new Date(expiresAt), new Date(before)];
  const days = formatCount(Math.round((from.getTime() - to.getTime()) / DAY_MS), NOUNS.day);
  return `Zilele aduse de această cumpărare se scad: planul ${PLAN_LABELS[plan]} se încheie cu ${days} mai devreme, pe ${formatDay(to)} în loc de ${formatDay(from)}.`;
}

/** Returns the plan's end after the refund; null when no plan with an end is left. */
export function planLeftSentence(after: PlanAfter | null): string | null {
  if (after === null || after.expiresAt === null) return null;
  return `Planul ${PLAN_LABELS[after.plan]} ține până pe ${formatDay(new Date(after.expiresAt))}.`;
}
