import { isReadable, tidyLine } from '#domain/language/visible-text.ts';
import { toBani } from '#domain/payments/amount.ts';

/** A package as an admin makes it: a name, whole credits, a price in lei to the ban. */
export const PACKAGE_BOUNDS = {
  name: { least: 2, most: 60 },
  credits: { least: 1, most: 100_000 },
  /** Lei. */
  price: { least: 1, most: 100_000 },
} as const;

export const PACKAGE_FIELDS = ['name', 'credits', 'price'] as const;
export type PackageField = (typeof PACKAGE_FIELDS)[number];
/** As it is typed. */
export type PackageForm = Readonly<Record<PackageField, string>>;
export type PackageProblem = 'missing' | 'wrong' | 'out-of-bounds';
export type PackageProblems = Partial<Record<PackageField, PackageProblem>>;

interface CustomPackage {
  readonly name: string;
  readonly credits: number;
  /** Lei. */
  readonly price: number;
}

export type CheckedPackage =
  | { readonly made: CustomPackage; readonly problems: null }
  | { readonly made: null; readonly problems: PackageProblems };

export function checkPackage(form: PackageForm): CheckedPackage {
  const name = tidyLine(form.name);
  const credits = wholeTyped(form.credits);
  const price = leiTyped(form.price);
  const problems: PackageProblems = {};
  const note = (field: PackageField, problem: PackageProblem | null) => {
    if (problem) problems[field] = problem;
  };
  note('name', nameProblem(name));
  note('credits', form.credits.trim() === '' ? 'missing' : checkBounds('credits', credits));
  note('price', form.price.trim() === '' ? 'missing' : checkBounds('price', price));
  return Object.keys(problems).length === 0 && credits !== null && price !== null
    ? { made: { name, credits, price }, problems: null }
    : { made: null, problems };
}

/** For the form and for the server alike. Takes a tidied line. */
export function nameProblem(name: string): PackageProblem | null {
  if (name === '') return 'missing';
  return isReadable(name) ? checkBounds('name', [...name].length) : 'wrong';
}

function checkBounds(field: PackageField, value: number | null): PackageProblem | null {
  const { least, most } = PACKAGE_BOUNDS[field];
  if (value === null) return 'wrong';
  return value < least || value > most ? 'out-of-bounds' : null;
}

/** „1000”, „1.000” and „1 000”; null: not a whole number. */
function wholeTyped(text: string): number | null {
  const typed = text.trim();
  return /^(\d{1,9}|\d{1,3}([. ]\d{3}){1,2})$/.test(typed) ? Number(typed.replace(/\D/g, '')) : null;
}

/** „49,90”, „49.9” and „1.250” are what people type; null: not an amount in lei and bani. */
export function leiTyped(text: string): number | null {
  const typed = text.replace(/\s|lei/gi, '');
  const whole = /^\d{1,3}(\.\d{3})+(,\d{1,2})?$/.test(typed) ? typed.replaceAll('.', '') : typed;
  const lei = /^\d{1,9}([.,]\d{1,2})?$/.test(whole) ? Number(whole.replace(',', '.')) : null;
  return lei !== null && toBani(lei) !== null ? lei : null;
}
