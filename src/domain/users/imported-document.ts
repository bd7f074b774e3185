import { withCommaLetters } from '#domain/language/fold.ts';
import { cleanName } from '#domain/photos/limits.ts';
import { normaliseEmail } from '#domain/users/email.ts';
import { isPictureFrom } from '#domain/users/picture-origins.ts';
import { isAdmin, type Role } from '#domain/users/user-document.ts';

/**
 * A user document as the hosted database exports it, read for an account of ours. A field that cannot be read is left out and
 * reported; one that decides about credits or rights (address, credits, expiries) refuses the whole document, so that a broken
 * date never gives a plan without end.
 */
export interface ImportedDocument {
  readonly email: string;
  readonly displayName: string | null;
  readonly photoURL: string | null;
  readonly photoUpdatedAt: Date | null;
  readonly lastLoginAt: Date | null;
  readonly createdAt: Date | null;
  /** As it stands in the export; an unknown value is treated as free when read. */
  readonly plan: string;
  readonly subscription: {
    readonly status: string | null;
    readonly activatedAt: Date | null;
    readonly renewAt: Date | null;
    readonly expiresAt: Date | null;
    readonly cancelAtPeriodEnd: boolean | null;
  };
  readonly planRenewAt: Date | null;
  readonly planExpiresAt: Date | null;
  readonly planActivatedAt: Date | null;
  readonly planCancelAtPeriodEnd: boolean | null;
  readonly trial: {
    readonly used: boolean | null;
    readonly activatedAt: Date | null;
    readonly expiresAt: Date | null;
  };
  readonly trialActivated: boolean | null;
  readonly trialActivatedAt: Date | null;
  readonly trialExpiresAt: Date | null;
  readonly role: Role;
  /** −1 means unlimited. */
  readonly totalCredits: number;
}

export interface FieldProblem {
  readonly field: string;
  readonly reason: string;
}

export interface ReadDocument {
  /** Null when refused; the last problem says why. */
  readonly document: ImportedDocument | null;
  readonly problems: readonly FieldProblem[];
}

class Refusal extends Error {}

const PROVIDER_PICTURE = /^https:\/\/lh[3-6]\.googleusercontent\.com\/[\w/=.-]{1,1000}$/;
const LONGEST_TEXT = 100;
const MOST_CREDITS = 1_000_000;

interface ReadingOptions {
  readonly keepAdmins: boolean;
  /** Origins of the hosted product's storage. */
  readonly storage: readonly string[];
}

export function readImportedDocument(value: unknown, options: ReadingOptions): ReadDocument {
  const problems: FieldProblem[] = [];
  try {
    return { document: buildDocument(createFieldReader(value, problems), options), problems };
  } catch (error) {
    if (error instanceof Refusal) return { document: null, problems };
    throw error;
  }
}

function buildDocument(root: Fields, { keepAdmins, storage }: ReadingOptions): ImportedDocument {
  const subscription = root.inside('subscription');
  const trial = root.inside('trial');
  return {
    email: emailIn(root),
    displayName: cleanName(withCommaLetters(root.text('displayName') ?? '').replaceAll('/', ' '), '') || null,
    photoURL: photoIn(root, storage),
    photoUpdatedAt: root.instant('photoUpdatedAt'),
    lastLoginAt: root.instant('lastLoginAt'),
    createdAt: root.instant('createdAt'),
    plan: root.text('plan') ?? 'free',
    subscription: {
      status: subscription.text('status'),
      activatedAt: subscription.instant('activatedAt'),
      renewAt: subscription.instant('renewAt'),
      expiresAt: subscription.instant('expiresAt', 'needed'),
      cancelAtPeriodEnd: subscription.flag('cancelAtPeriodEnd'),
    },
    planRenewAt: root.instant('planRenewAt'),
    planExpiresAt: root.instant('planExpiresAt', 'needed'),
    planActivatedAt: root.instant('planActivatedAt'),
    planCancelAtPeriodEnd: root.flag('planCancelAtPeriodEnd'),
    trial: {
      used: trial.flag('used'),
      activatedAt: trial.instant('activatedAt'),
      expiresAt: trial.instant('expiresAt', 'needed'),
    },
    trialActivated: root.flag('trialActivated'),
    trialActivatedAt: root.instant('trialActivatedAt'),
    trialExpiresAt: root.instant('trialExpiresAt', 'needed'),
    role: roleIn(root, keepAdmins),
    totalCredits: creditsIn(root.inside('credits')),
  };
}

function emailIn(root: Fields): string {
  const email = normaliseEmail(root.text('email') ?? '');
  return email ?? root.refuse('email', 'not an address');
}

function photoIn(root: Fields, storage: readonly string[]): string | null {
  const url = root.text('photoURL', 2048);
  if (url === null || PROVIDER_PICTURE.test(url) || isPictureFrom(storage, url)) return url;
  root.drop('photoURL', 'not an https address of an allow-listed provider or of the hosted storage');
  return null;
}

function roleIn(root: Fields, keepAdmins: boolean): Role {
  if (!isAdmin({ admin: root.raw('admin') === true, role: root.text('role') ?? 'user' })) return 'user';
  if (keepAdmins) return 'admin';
  root.drop('role', 'admin is kept only with --keep-admins');
  return 'user';
}

function creditsIn(credits: Fields): number {
  const total = credits.raw('totalCredits');
  if (total === undefined || total === null) return 0;
  if (typeof total === 'number' && Number.isInteger(total) && total >= -1 && total <= MOST_CREDITS)
    return total;
  return credits.refuse('totalCredits', 'not a whole number of credits, and not −1');
}

/** Reads the fields of one level of a document and reports their problems. */
interface Fields {
  raw(name: string): unknown;
  text(name: string, longest?: number): string | null;
  flag(name: string): boolean | null;
  instant(name: string, need?: 'needed'): Date | null;
  inside(name: string): Fields;
  drop(name: string, reason: string): void;
  refuse(name: string, reason: string): never;
}

function createFieldReader(value: unknown, problems: FieldProblem[], path = ''): Fields {
  const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
  const drop = (name: string, reason: string) => void problems.push({ field: path + name, reason });
  const refuse = (name: string, reason: string): never => {
    drop(name, reason);
    throw new Refusal();
  };
  if (!isMap && value !== undefined && value !== null) refuse('', 'not a map of fields');
  const map = (isMap ? value : {}) as Record<string, unknown>;
  const raw = (name: string) => (Object.hasOwn(map, name) ? map[name] : undefined);
  /** Returns null for a missing field, and for one of another kind, which is reported. */
  const pick = <T>(
    name: string,
    { kind, as }: { kind: string; as: (given: unknown) => T | null },
    need?: 'needed',
  ): T | null => {
    const given = raw(name) ?? null;
    const taken = given === null ? null : as(given);
    if (given !== null && taken === null) (need ? refuse : drop)(name, `not ${kind}`);
    return taken;
  };
  return {
    raw,
    drop,
    refuse,
    text: (name, longest = LONGEST_TEXT) =>
      pick(name, { kind: 'a text', as: (given) => storableText(given, longest) }),
    flag: (name) =>
      pick(name, { kind: 'true or false', as: (given) => (typeof given === 'boolean' ? given : null) }),
    instant: (name, need) => pick(name, { kind: 'an instant', as: readInstant }, need),
    inside: (name) => createFieldReader(raw(name), problems, `${path}${name}.`),
  };
}

function storableText(given: unknown, longest: number): string | null {
  if (typeof given !== 'string' || given.length > longest) return null;
  return given.isWellFormed() && !given.includes('\0') ? given : null;
}

/** Bounds of an acceptable instant. */
const EARLIEST = Date.UTC(1970, 0, 1);
const LATEST = Date.UTC(10_000, 0, 1);
const ISO = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2}))?$/;

/** Reads a Firestore timestamp: {_seconds, _nanoseconds}, {seconds, nanos | nanoseconds}, ISO text or milliseconds; else null. */
export function readInstant(given: unknown): Date | null {
  const milliseconds = parseMilliseconds(given);
  return milliseconds !== null && milliseconds >= EARLIEST && milliseconds < LATEST
    ? new Date(milliseconds)
    : null;
}

function parseMilliseconds(given: unknown): number | null {
  if (typeof given === 'number') return Number.isFinite(given) ? Math.trunc(given) : null;
  if (typeof given === 'string') return ISO.test(given) ? Date.parse(given) : null;
  if (typeof given !== 'object' || given === null) return null;
  const form = given as Record<string, unknown>;
  // Some exports write 64-bit numbers as text.
  const whole = (part: unknown) =>
    typeof part === 'string' && /^\d{1,15}$/.test(part) ? Number(part) : part;
  const seconds = whole(form._seconds ?? form.seconds);
  const nanoseconds = whole(form._nanoseconds ?? form.nanoseconds ?? form.nanos ?? 0);
  if (!Number.isInteger(seconds) || !Number.isInteger(nanoseconds)) return null;
  return Number(seconds) * 1000 + Math.trunc(Number(nanoseconds) / 1_000_000);
}
