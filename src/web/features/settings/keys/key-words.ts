import type { ApiKey } from '#contract/api/keys.ts';
import { formatStamp } from '#domain/language/time.ts';
import type { KeyKind } from '#domain/users/api-keys.ts';
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
