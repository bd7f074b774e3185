import type { GrantSource } from '#domain/credits/grants.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';

/** The credit history in words: one line per entry of the ledger. */
export const LEDGER_KINDS = [
  'grant',
  'hold',
  'release',
  'spend',
  'expire',
  'correct',
  'refund',
  'refund-undone',
] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

const GRANTS: Record<GrantSource, string> = {
  trial: 'Credite ale perioadei de probă',
  plan: 'Credite din plan',
  gift: 'Credite primite cadou',
  bought: 'Credite cumpărate',
};

const OTHERS: Record<Exclude<LedgerKind, 'grant'>, string> = {
  hold: 'Reținute la începutul procesării',
  release: 'Eliberate la sfârșitul procesării',
  spend: 'Procesare',
  expire: 'Expirate',
  correct: 'Corectate de un administrator',
  refund: 'Retrase la returnarea banilor',
  'refund-undone': 'Puse la loc: returnarea banilor nu s-a făcut',
};

/** `source` is that of the grant, null for other entries. */
export function ledgerWords(kind: LedgerKind, source: GrantSource | null): string {
  if (kind !== 'grant') return OTHERS[kind];
  return source === null ? 'Credite primite' : GRANTS[source];
}

/** An entry's change of the balance: „+25 de credite”, „−1 credit”, „0 credite”. */
export function creditsChange(delta: number): string {
  const sign = delta > 0 ? '+' : '−';
  return `${delta === 0 ? '' : sign}${formatCount(Math.abs(delta), NOUNS.credit)}`;
}
