import { formatCount, NOUNS } from '#domain/language/plural.ts';
import type { EFacturaMode } from './hand-in.ts';
import type { InvoiceKind } from './snapshot.ts';

const WORKING_DAY = { one: 'zi lucrătoare', few: 'zile lucrătoare' };

/** Returns „restantă”, „azi” or „mai sunt 3 zile lucrătoare”; null: the last day is over. */
export function daysLeftWords({ kind, daysLeft }: { kind: InvoiceKind; daysLeft: number | null }): string {
  if (daysLeft === null) return kind === 'storno' ? 'restant' : 'restantă';
  if (daysLeft === 0) return 'azi';
  return `${daysLeft === 1 ? 'mai este' : 'mai sunt'} ${formatCount(daysLeft, WORKING_DAY)}`;
}

const OVERDUE = { one: 'restant', few: 'restante' };

/** Returns „3 documente, 1 restant”. */
export function dueWords({ due, overdue }: { due: number; overdue: number }): string {
  const all = formatCount(due, NOUNS.document);
  return overdue > 0 ? `${all}, ${formatCount(overdue, OVERDUE)}` : all;
}

const REJECTED = { one: 'document respins de ANAF', few: 'documente respinse de ANAF' };
const UNSIGNED = { one: 'document fără fișierul semnat', few: 'documente fără fișierul semnat' };
const UNSENT = { one: 'document care nu pleacă singur', few: 'documente care nu pleacă singure' };

/**
 * Returns „2 documente, 1 restant” where admins hand in; where documents are sent, what needs an admin: „1 document respins de ANAF”. Empty:
 * nothing does. Real documents are sent by `live` alone.
 */
export function attentionWords(
  { due, overdue }: { due: number; overdue: number },
  { rejected, unsigned, unsent }: { rejected: number; unsigned: number; unsent: number },
  mode: EFacturaMode,
): string {
  return [
    ...(mode !== 'live' && due > 0 ? [dueWords({ due, overdue })] : []),
    ...(rejected > 0 ? [formatCount(rejected, REJECTED)] : []),
    ...(unsigned > 0 ? [formatCount(unsigned, UNSIGNED)] : []),
    ...(unsent > 0 ? [formatCount(unsent, UNSENT)] : []),
    ...(mode === 'live' && overdue > 0 ? [formatCount(overdue, OVERDUE)] : []),
  ].join(', ');
}

/** Returns the warning of a year whose holidays were not checked. */
export function unknownYearWords(year: string): string {
  return `Sărbătorile legale din ${year} nu sunt verificate în această versiune: termenele din ${year} sunt calculate după regulile de azi, iar o lege nouă le poate schimba.`;
}
