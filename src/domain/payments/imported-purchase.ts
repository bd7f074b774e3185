import { toBani } from '#domain/payments/amount.ts';
import { readInstant } from '#domain/users/imported-document.ts';

/** A package or purchase as the hosted database exports it, read for ours; what cannot be read refuses it, by field. */
export interface ImportedPackage {
  readonly name: string;
  readonly credits: number;
  readonly priceBani: number;
  readonly isActive: boolean;
  readonly createdAt: Date | null;
  readonly updatedAt: Date | null;
}

/** Only the owner and the date of an imported purchase are certain; the rest may be missing. */
export interface ImportedPurchase {
  readonly userId: string;
  readonly createdAt: Date;
  readonly name: string;
  readonly credits: number;
  readonly priceBani: number;
}

export interface UnreadableField {
  readonly field: string;
  readonly reason: string;
}

const NAMELESS = 'Cumpărare';
const LONGEST_NAME = 100;
const MOST = 1_000_000;

export function readImportedPackage(value: unknown): ImportedPackage | UnreadableField {
  const row = toFieldsOrNull(value);
  if (!row) return { field: 'document', reason: 'not a map of fields' };
  const name = parseName(row.name);
  const credits = parseCount(row.credits);
  const priceBani = toBani(row.price);
  if (name === null) return { field: 'name', reason: 'not a text' };
  if (!credits) return { field: 'credits', reason: 'not a whole number above 0' };
  if (!priceBani) return { field: 'price', reason: 'not an amount in lei above 0' };
  if (!isLei(row.currency)) return { field: 'currency', reason: 'not RON' };
  return {
    name,
    credits,
    priceBani,
    isActive: row.isActive !== false,
    createdAt: readInstant(row.createdAt),
    updatedAt: readInstant(row.updatedAt),
  };
}

export function readImportedPurchase(value: unknown): ImportedPurchase | UnreadableField {
  const row = toFieldsOrNull(value);
  if (!row) return { field: 'document', reason: 'not a map of fields' };
  const { userId } = row;
  if (typeof userId !== 'string' || userId === '') return { field: 'userId', reason: 'missing' };
  const createdAt = readInstant(row.createdAt);
  if (!createdAt) return { field: 'createdAt', reason: 'not an instant' };
  if (!isLei(row.currency)) return { field: 'currency', reason: 'not RON' };
  return {
    userId,
    createdAt,
    name: parseName(row.name) ?? parseName(row.packageName) ?? NAMELESS,
    credits: parseCount(row.credits) ?? 0,
    priceBani: toBani(row.price) ?? toBani(row.amount) ?? 0,
  };
}

function toFieldsOrNull(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

function parseName(given: unknown): string | null {
  if (typeof given !== 'string' || !given.isWellFormed() || given.includes('\0')) return null;
  return given.trim().slice(0, LONGEST_NAME) || null;
}

function parseCount(given: unknown): number | null {
  return typeof given === 'number' && Number.isInteger(given) && given >= 0 && given <= MOST ? given : null;
}

/** The product shows „Lei”, the wire says RON; none at all is lei. */
function isLei(given: unknown): boolean {
  return given === undefined || given === null || /^(ron|lei)$/i.test(String(given));
}
