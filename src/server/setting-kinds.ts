import { createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { compile } from '@fastify/proxy-addr';
import * as z from 'zod';
import { isLoopback } from '#domain/loopback.ts';
import { CUTOUT_MODELS } from '#domain/photos/cutout-models.ts';

/**
 * Kinds of settings: each is the schema of a variable's text with its default. Messages continue a sentence that begins with the variable's
 * name.
 */
export const defineText = (fallback = '') => z.string().default(fallback);

export const flag = z.string().transform(isYes).default(false);

export const defineChoice = <const T extends string>(fallback: T, ...others: T[]) => {
  const known = [fallback, ...others];
  return z
    .string()
    .refine((given): given is T => known.some((each) => each === given), `must be ${known.join(', ')}`)
    .default(fallback);
};

/** Null: not set. */
export const choiceOrNull = <const T extends string>(...known: T[]) =>
  z
    .string()
    .refine((given): given is T => known.some((each) => each === given), `must be ${known.join(', ')}`)
    .nullable()
    .default(null);

export const defineMatching = (must: string, fits: (text: string) => boolean) =>
  z.string().refine(fits, `must be ${must}`).default('');

export const defineWholeNumber = (fallback: number, low: number, high: number) =>
  wholeNumber(low, high).default(fallback);

export const wholeOrNull = (low: number, high: number) => wholeNumber(low, high).nullable().default(null);

function wholeNumber(low: number, high: number) {
  const message = `must be a whole number from ${low} to ${high}`;
  return z.coerce.number(message).int(message).min(low, message).max(high, message);
}

/** A setting that `read` turns into a value; an error of `read` is its problem. */
export const readBy = <T>(read: (text: string) => T) =>
  z.string().transform((given, context): T => {
    try {
      return read(given);
    } catch (error) {
      context.addIssue((error as Error).message);
      return z.NEVER;
    }
  });

/** Addresses and networks, as Fastify's `trustProxy` takes them. */
export const networks = z
  .string()
  .transform((given) =>
    given
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  )
  .pipe(
    z.array(
      z.string().refine(isNetwork, {
        error: ({ input }) => `must name addresses or networks such as 10.0.0.0/8; ${input} is neither`,
      }),
    ),
  )
  .default([]);

/** Address of a stand-in on this machine: it speaks for a service that takes money. Empty: there is none. */
export const standInAddress = z
  .string()
  .refine(isOfThisMachine, 'must be an http address of this machine')
  .transform((given) => given.replace(/\/$/, ''))
  .default('');

const webAddress = z
  .string()
  .refine(URL.canParse, 'Invalid URL')
  .refine(
    (given) => /^https?:$/.test(URL.parse(given)?.protocol ?? ''),
    'must begin with https:// or http://',
  )
  .transform((given) => new URL(given));

export const origin = webAddress
  .transform((url) => url.origin)
  .nullable()
  .default(null);

/** An address with its path; `http://` may be left out, as people often write a proxy's. */
export const address = z
  .string()
  .transform((given) => (given.includes('://') ? given : `http://${given}`))
  .pipe(webAddress.transform((url) => url.href))
  .default('');

const MODEL_NAMES = ['auto', 'off', ...CUTOUT_MODELS.map(({ key }) => key)];
const isPath = (given: string) => /[/\\]|\.json$/.test(given);

export const cutoutModel = z
  .string()
  .refine(
    (given) => isPath(given) || MODEL_NAMES.includes(given),
    `must be ${MODEL_NAMES.join(', ')}, or the path of a manifest`,
  )
  .transform((given) => (isPath(given) ? resolve(given) : given))
  .default('auto');

/** `s3://KEY:SECRET@HOST[:PORT]/BUCKET[/PREFIX][?region=…]`; without TLS on this machine alone. */
export const bucketAddress = readBy(readBucket).nullable().default(null);

export const secretKey = z
  .string()
  .regex(/^[0-9a-f]{64}$/i, 'must be 64 hex digits, as `openssl rand -hex 32` makes them')
  .transform((given) => Buffer.from(given, 'hex'))
  .nullable()
  .default(null);

/** Keys in PEM, or in the file of that name. */
export const rsaKeys = readBy(readRsaKeys).default([]);

/** A picture in a file, recognised by its first bytes. */
export const picture = readBy(readPicture).nullable().default(null);

function isYes(given: string): boolean {
  return given === '1' || given === 'true';
}

function isNetwork(part: string): boolean {
  try {
    compile([part]);
    return true;
  } catch {
    return false;
  }
}

function isOfThisMachine(given: string): boolean {
  const { protocol, hostname } = URL.parse(given) ?? {};
  return protocol === 'http:' && isLoopback(hostname ?? '');
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

function readBucket(given: string) {
  if (!given.startsWith('s3://') || !URL.canParse(given)) throw new Error('must begin with s3://');
  const { username, password, hostname, host, pathname, searchParams } = new URL(given);
  const [bucket = '', ...folders] = pathname.split('/').filter(Boolean).map(decodeURIComponent);
  if (hostname === '' || bucket === '') throw new Error('must name a host and a bucket, s3://host/bucket');
  if (!BUCKET.test(bucket))
    throw new Error('must name a bucket of 3–63 characters: a–z, 0–9, dots and hyphens within');
  if ((username === '') !== (password === '')) throw new Error('must have both key and secret, or neither');
  const [accessKeyId, secretAccessKey] = [username, password].map(decodeURIComponent) as [string, string];
  return {
    endpoint: `${isLoopback(hostname) ? 'http' : 'https'}://${host}`,
    region: searchParams.get('region') ?? 'us-east-1',
    bucket,
    prefix: folders.map((folder) => `${folder}/`).join(''),
    credentials: username === '' ? null : { accessKeyId, secretAccessKey },
  };
}

function readRsaKeys(given: string) {
  const written = given.replaceAll('\\n', '\n');
  const pem = written.includes('-----BEGIN') ? written : readFileSync(written, 'utf8');
  const blocks = pem.match(/-----BEGIN (PUBLIC KEY|CERTIFICATE)-----[^-]+-----END \1-----/g) ?? [];
  const keys = blocks.map((block) => createPublicKey(block));
  if (keys.length === 0) throw new Error('must hold a PEM block PUBLIC KEY or CERTIFICATE');
  if (keys.some((key) => (key.asymmetricKeyDetails?.modulusLength ?? 0) < 2048))
    throw new Error(
      'must hold RSA keys of 2048 bits or more; the 1024-bit certificate of the admin page signs nothing',
    );
  return keys;
}

const PICTURES: readonly (readonly [type: string, begins: RegExp])[] = [
  ['image/png', /^.PNG/s],
  ['image/jpeg', /^ÿØÿ/],
  ['image/webp', /^RIFF....WEBP/s],
];

function readPicture(path: string): { type: string; bytes: Uint8Array } {
  const bytes = readFileSync(resolve(path));
  const found = PICTURES.find(([, begins]) => begins.test(bytes.toString('latin1', 0, 16)));
  if (!found) throw new Error('is no PNG, JPEG or WebP file');
  return { type: found[0], bytes };
}
