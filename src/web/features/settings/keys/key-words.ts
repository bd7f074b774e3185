import type { ApiKey } from '#contract/api/keys.ts';
import type { Delivery, Webhook } from '#contract/api/webhooks.ts';
import { formatCount } from '#domain/language/plural.ts';
import { formatStamp } from '#domain/language/time.ts';
import type { KeyKind } from '#domain/users/api-keys.ts';
import { LOT_EVENTS, type WebhookEvent, type WebhookState } from '#domain/users/webhooks.ts';
import { describeDayOfUse } from '#web/text/day-of-use.ts';

export const KIND_WORDS: Readonly<Record<KeyKind, string>> = {
  read: 'Doar citește',
  work: 'Citește și lucrează',
};

/** Returns what a key may do, when it was used last, and since when it is there. */
export function describeKey({ kind, usedAt, createdAt }: ApiKey, now: Date): string {
  const used = usedAt === null ? 'nefolosită încă' : `folosită ${describeDayOfUse(new Date(usedAt), now)}`;
  return `${KIND_WORDS[kind]} · ${used} · din ${formatStamp(new Date(createdAt))}`;
}

/** Returns what withdrawing a key ends, and what not. */
export function explainWithdrawal(hasAddresses: boolean): string {
  const ends = 'Programul care o folosește nu mai intră. O cheie retrasă nu se poate pune la loc.';
  const stays =
    'Adresele la care trimitem anunțuri rămân, și cele adăugate cu o cheie: șterge-le pe cele pe care nu le mai vrei.';
  return hasAddresses ? `${ends} ${stays}` : ends;
}

export const EVENT_WORDS: Readonly<Record<WebhookEvent, string>> = {
  'lot.done': 'Lot gata',
  'lot.failed': 'Lot eșuat',
  'webhook.test': 'De probă',
};

/** Returns what an address is told, and since when. */
export function describeWebhook({ events, createdAt }: Pick<Webhook, 'events' | 'createdAt'>): string {
  const [first, second] = LOT_EVENTS.filter((event) => events.includes(event)).map(
    (event) => EVENT_WORDS[event],
  );
  const told = second === undefined ? first : `${first} și ${second.toLowerCase()}`;
  return `${told} · din ${formatStamp(new Date(createdAt))}`;
}

/** Returns why nothing is sent to an address by itself, and how that ends; null: it is on. */
export function explainOff(state: WebhookState): string | null {
  if (state === 'on') return null;
  const why = state === 'gone' ? 'A răspuns cu 410' : 'Un anunț nu a ajuns nici la ultima încercare';
  return `${why}, așa că am oprit-o. Trimite unul de probă: dacă ajunge, pornește din nou.`;
}

const TRY = { one: 'încercare', few: 'încercări' };

/** Returns when a message was written, what became of it, what the program answered last, and when it is tried again. */
export function describeDelivery({ state, tries, status, ...at }: Delivery): string {
  const isNew = state === 'waiting' && at.triedAt === null;
  const words = {
    waiting: isNew ? 'pe drum' : 'nu a ajuns încă',
    arrived: 'a ajuns',
    'given-up': 'nu a ajuns',
  };
  const answer = at.triedAt === null ? null : status === null ? 'fără răspuns' : `răspuns ${status}`;
  const count = tries > 1 ? formatCount(tries, TRY) : null;
  const next = isNew || at.dueAt === null ? null : `mai încercăm pe ${formatStamp(new Date(at.dueAt))}`;
  return [formatStamp(new Date(at.createdAt)), words[state], answer, count, next]
    .filter((part) => part !== null)
    .join(' · ');
}
