import type { ApiKey } from '#contract/api/keys.ts';
import type { Delivery } from '#contract/api/webhooks.ts';
import { formatStamp } from '#domain/language/time.ts';
import type { KeyKind } from '#domain/users/api-keys.ts';
import type { WebhookType } from '#domain/users/webhooks.ts';
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

export const TYPE_WORDS: Readonly<Record<WebhookType, string>> = {
  'lot.finished': 'Lot gata',
  'lot.failed': 'Lot eșuat',
};

const STATE_WORDS: Readonly<Record<Delivery['state'], string>> = {
  waiting: 'pe drum',
  arrived: 'a ajuns',
  'given-up': 'nu a ajuns',
};

/** Returns when a message was written, what became of it, and what the program answered last. */
export function describeDelivery({ state, tries, status, createdAt, triedAt }: Delivery): string {
  const answer = triedAt === null ? null : status === null ? 'fără răspuns' : `răspuns ${status}`;
  const count = tries > 1 ? `${tries} încercări` : null;
  return [formatStamp(new Date(createdAt)), STATE_WORDS[state], answer, count]
    .filter((words) => words !== null)
    .join(' · ');
}
