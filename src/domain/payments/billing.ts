import { isPrintable, withPlainLetters } from '#domain/invoices/printable-letters.ts';
import { isReadable, tidyLine } from '#domain/language/visible-text.ts';
import { BUCHAREST, type County, isCounty, SECTORS } from '#domain/payments/counties.ts';

/**
 * The person or firm that the order is billed to, with the address that an invoice needs even for a person. The personal number (CNP) is
 * never asked for. Lengths are those of the Romanian e-invoice.
 */
interface PostalAddress {
  readonly street: string;
  /** A sector in București, a locality elsewhere. */
  readonly city: string;
  readonly county: County;
  readonly postalCode: string | null;
  readonly phone: string | null;
}

interface PersonDetails extends PostalAddress {
  readonly kind: 'person';
  readonly firstName: string;
  readonly lastName: string;
}

interface FirmDetails extends PostalAddress {
  readonly kind: 'firm';
  readonly name: string;
  /** Digits only. */
  readonly cui: string;
  readonly registrationNumber: string | null;
  /** Registered for value-added tax, as the buyer says; absent, which means no, in orders from before it was asked. */
  readonly vatPayer?: boolean;
}

export type BillingDetails = PersonDetails | FirmDetails;

/** The fields as the form sends them: any may be missing or badly written. */
export type BillingForm = Readonly<Record<BillingField, string>> & {
  readonly kind: 'person' | 'firm';
  /** A firm’s alone; absent where it was not asked. */
  readonly vatPayer?: boolean | undefined;
};

export const BILLING_FIELDS = [
  'firstName',
  'lastName',
  'cui',
  'name',
  'registrationNumber',
  'street',
  'city',
  'county',
  'postalCode',
  'phone',
] as const;
export type BillingField = (typeof BILLING_FIELDS)[number];

/** `unprintable`: no invoice can be written with it. */
export type BillingProblem = 'missing' | 'too-long' | 'wrong' | 'unprintable';
export type BillingProblems = Partial<Record<BillingField, BillingProblem>>;

export type CheckedBilling =
  | { readonly billing: BillingDetails; readonly problems: null }
  | { readonly billing: null; readonly problems: BillingProblems };

/** Most letters of the fields with free text; the others have a form of their own. */
const MAX_LENGTH: Partial<Record<BillingField, number>> = {
  firstName: 100,
  lastName: 99,
  name: 200,
  street: 150,
  city: 50,
};
const CUI_WEIGHTS = [7, 5, 3, 2, 1, 7, 5, 3, 2];

/** Returns the details as they are stored, or the problem of each field. Optional fields left empty become null. */
export function checkBilling(form: BillingForm): CheckedBilling {
  const text = Object.fromEntries(
    BILLING_FIELDS.map((field) => [field, tidyLine(withPlainLetters(tidyLine(form[field] ?? '')))]),
  ) as Record<BillingField, string>;
  const problems: BillingProblems = {};
  const required = (form.kind === 'firm' ? ['name', 'cui'] : ['firstName', 'lastName']) as BillingField[];
  for (const field of [...required, 'street', 'city', 'county'] as BillingField[]) {
    const problem = findFieldProblem(field, text);
    if (problem) problems[field] = problem;
  }
  for (const field of optionalFields(form.kind))
    if (text[field] !== '' && findFieldProblem(field, text)) problems[field] = 'wrong';
  return Object.keys(problems).length > 0
    ? { billing: null, problems }
    : { billing: buildBillingDetails(form, text), problems: null };
}

function optionalFields(kind: string): BillingField[] {
  return kind === 'firm' ? ['registrationNumber', 'postalCode', 'phone'] : ['postalCode', 'phone'];
}

function findFieldProblem(field: BillingField, text: Record<BillingField, string>): BillingProblem | null {
  const value = text[field];
  if (value === '') return 'missing';
  if ([...value].length > (MAX_LENGTH[field] ?? 40)) return 'too-long';
  if (field in MAX_LENGTH && !isPrintable(value)) return 'unprintable';
  return isRight(field, value, text) ? null : 'wrong';
}

function isRight(field: BillingField, value: string, text: Record<BillingField, string>): boolean {
  switch (field) {
    case 'firstName':
    case 'lastName':
      return /^[\p{L}][\p{L}\p{M} .'’-]*$/u.test(value);
    case 'name':
    case 'street':
      return isReadable(value);
    case 'cui':
      return isCui(value);
    case 'registrationNumber':
      return isRegistrationNumber(value);
    case 'city':
      return text.county === BUCHAREST ? isSector(value) : /\p{L}/u.test(value);
    case 'county':
      return isCounty(value);
    case 'postalCode':
      return /^\d{6}$/.test(value);
    case 'phone':
      return /^\+?\d{9,15}$/.test(value.replace(/[ ./()-]/g, ''));
  }
}

function buildBillingDetails(
  { kind, vatPayer = false }: BillingForm,
  text: Record<BillingField, string>,
): BillingDetails {
  const postalAddress: PostalAddress = {
    street: text.street,
    city: text.city,
    county: text.county as County,
    postalCode: text.postalCode || null,
    phone: text.phone || null,
  };
  const { firstName, lastName, name } = text;
  if (kind !== 'firm') return { kind: 'person', firstName, lastName, ...postalAddress };
  const registrationNumber = text.registrationNumber.toUpperCase().replace(/\s/g, '') || null;
  return { kind: 'firm', name, cui: cuiDigits(text.cui), registrationNumber, vatPayer, ...postalAddress };
}

function isSector(value: string): boolean {
  return (SECTORS as readonly string[]).includes(value);
}

/** Returns „43131360” for „RO 43131360”. */
export function cuiDigits(written: string): string {
  return written.replace(/\s/g, '').replace(/^RO/i, '');
}

/** True for 2–10 digits, the last of which is the check digit of the others. */
export function isCui(written: string): boolean {
  const digits = cuiDigits(written);
  if (!/^[1-9]\d{1,9}$/.test(digits)) return false;
  const body = digits.slice(0, -1).padStart(9, '0');
  const sum = CUI_WEIGHTS.reduce((total, weight, i) => total + weight * Number(body[i]), 0);
  return ((sum * 10) % 11) % 10 === Number(digits.at(-1));
}

/** True for both formats in use, „J40/7843/2023” and „J2023007843407”; F for family businesses, C for cooperatives. */
export function isRegistrationNumber(written: string): boolean {
  const number = written.toUpperCase().replace(/\s/g, '');
  return /^[JFC]\d{2}\/\d{1,6}\/(19|20)\d{2}$/.test(number) || /^[JFC](19|20)\d{11}$/.test(number);
}
