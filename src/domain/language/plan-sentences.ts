import { DAY_MS } from '#domain/days.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { formatDay } from '#domain/language/time.ts';
import { PERIOD_DAYS } from '#domain/plans/plan-schedule.ts';
import type { PlanOrderTerms } from '#domain/plans/purchase.ts';

/** A plan never renews by itself and the page says so. */
export const NOT_RENEWED = 'Planul nu se reînnoiește singur';

/** At a start older plan credits above twice the period's end. */
const AT_MOST_TWICE = 'împreună cel mult de două ori câte aduce';

/** The effect of buying the plan, and how long its credits last, shown before the payment. */
export function offerSentence({ kind, startsAt, expiresAt, shownDays }: PlanOrderTerms): string {
  const until = `ține până pe ${formatDay(expiresAt)}`;
  switch (kind) {
    case 'start':
      return `Începe imediat și ${until}. Creditele lui țin tot până atunci.`;
    case 'upgrade':
      return `Începe imediat și ${until}${convertedWords(shownDays ?? 0)}. Creditele lui și cele rămase din planul de acum țin tot până atunci, ${AT_MOST_TWICE} el.`;
    case 'renewal':
      return `Perioada următoare începe pe ${formatDay(startsAt)} și ${until}. Creditele ei vin când începe; ele și cele rămase din plan țin până la sfârșitul ei, ${AT_MOST_TWICE} ea.`;
    case 'lower':
      return `Începe pe ${formatDay(startsAt)}, după planul de acum, și ${until}. Creditele lui vin când începe; ele și cele rămase din planul de acum țin până la sfârșitul lui, ${AT_MOST_TWICE} el.`;
  }
}

function convertedWords(days: number): string {
  if (days === 0) return '';
  return `: 30 de zile și încă ${formatCount(days, NOUNS.day)} în locul celor rămase din planul de acum`;
}

/** The period of a paid order: „30 de zile și încă 12 zile …, din 22 nov. 2026 până pe 3 ian. 2027.” */
export function periodSentence(startsAt: Date, endsAt: Date): string {
  const days = Math.round((endsAt.getTime() - startsAt.getTime()) / DAY_MS) - PERIOD_DAYS;
  const more =
    days > 0 ? ` și încă ${formatCount(days, NOUNS.day)} în locul celor rămase din planul de dinainte` : '';
  return `${formatCount(PERIOD_DAYS, NOUNS.day)}${more}, din ${formatDay(startsAt)} până pe ${formatDay(endsAt)}.`;
}

/** A plan's period that an order paid; `hasBegun` is false while it waits behind another one. */
export interface PaidPeriod {
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly hasBegun: boolean;
}

/** What a plan brought that is paid: from when until when, and where its credits are. */
export function paidPlanSentence(credits: number, { startsAt, endsAt, hasBegun }: PaidPeriod): string {
  const words = hasBegun
    ? `Ține ${periodSentence(startsAt, endsAt)} Ai primit ${formatCount(credits, NOUNS.credit)}.`
    : `Perioada următoare începe pe ${formatDay(startsAt)} și ține până pe ${formatDay(endsAt)}. Cele ${formatCount(credits, NOUNS.credit)} ale ei vin când începe.`;
  return `Planul tău este plătit. ${words} ${NOT_RENEWED}.`;
}

/** For a paid order that could not start as it was shown. */
export function lateSentence(startsAt: Date): string {
  return `Planul plătit nu a mai putut începe atunci. Începe pe ${formatDay(startsAt)}, după perioadele deja plătite. Dacă nu îl mai vrei, îți dăm toți banii înapoi.`;
}

/** For an upgrade whose days were counted anew at the payment. */
export function recountSentence({ days, shownDays }: { days: number; shownDays: number }): string {
  return `Între comandă și plată s-a schimbat ce mai rămăsese din planul dinainte: s-au adăugat ${formatCount(days, NOUNS.day)}, nu ${formatCount(shownDays, NOUNS.day)}, cum arăta comanda.`;
}

/** The reminder's subject: 7, 3 and 0 days before. */
export function reminderSubject(planLabel: string, days: number): string {
  if (days === 0) return `Planul ${planLabel} s-a încheiat`;
  return `Planul ${planLabel} se încheie în ${formatCount(days, NOUNS.day)}`;
}
