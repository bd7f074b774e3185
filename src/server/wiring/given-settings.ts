import { distance } from 'fastest-levenshtein';
import { type Config, getEnvironment, SETTINGS } from '#server/config.ts';

/** Settings that hold neither a secret nor a person; so do all that end in _MODE. */
const HARMLESS: ReadonlySet<string> = new Set<keyof Config>([
  'ROLE',
  'PORT',
  'HOST',
  'PUBLIC_URL',
  'DRAIN_SECONDS',
  'METRICS_PORT',
  'METRICS_HOST',
  'DATA_DIR',
  'SCRATCH_DIR',
  'SCRATCH_BYTES',
  'DISK_GUARD',
  'LOT_PROCESSES',
  'MODELS_FOLDER',
  'CUTOUT_MODEL',
  'OPERATOR_VAT',
  'VAT_RATES',
  'INVOICE_SERIES',
  'INVOICE_FIRST',
  'BOOK_YEARS',
  'BACKUP_DAYS',
  'TRUSTED_PROXIES',
  'ALLOW_DEMO',
  'SAMPLE_DATA',
  'LOG_LEVEL',
]);
/** Names that others read, however much they look like ours. */
const OF_OTHERS = new Set(['HTTP_PROXY', 'ALL_PROXY', 'NO_PROXY', 'HOME', 'HOSTNAME']);
/** A name of fewer letters that is two letters off is another word. */
const LONG_NAME = 7;

/** Returns the settings that are given, by their names; what may be secret or personal is „set”. */
export function describeSettings(env = getEnvironment()): Record<string, string> {
  const given = Object.keys(SETTINGS.shape).flatMap((name) => {
    const text = env[name]?.trim();
    return text ? [[name, isHarmless(name, text) ? text : 'set'] as const] : [];
  });
  return Object.fromEntries(given);
}

/** Returns given names that are no settings but look like one, with that one. */
export function findMistypedSettings(env = getEnvironment()): { given: string; meant: string }[] {
  const settings = Object.keys(SETTINGS.shape);
  const strangers = Object.keys(env).filter((name) => !settings.includes(name) && !OF_OTHERS.has(name));
  return strangers.flatMap((given) => {
    const meant = settings.find((name) => isMistyped(given, name));
    return meant ? [{ given, meant }] : [];
  });
}

function isMistyped(given: string, name: string): boolean {
  const letters = given.toUpperCase();
  return distance(letters, name) <= (name.length < LONG_NAME ? 1 : 2);
}

/** An address may hold a password. */
function isHarmless(name: string, text: string): boolean {
  return (HARMLESS.has(name) || name.endsWith('_MODE')) && !text.includes('@');
}
