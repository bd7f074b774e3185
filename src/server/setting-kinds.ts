import { createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { compile } from '@fastify/proxy-addr';
import { isLoopback } from '#domain/loopback.ts';
import { CUTOUT_MODELS } from '#domain/photos/cutout-models.ts';

/** A setting: what it is, its default as it is shown, and what the text of its variable means. */
export interface Setting<T> {
  readonly doc: string;
  readonly shown: string;
  readonly parse: (text: string | undefined) => T;
}

export const text = (doc: string, fallback = ''): Setting<string> => ({
  doc,
  shown: fallback,
  parse: (value) => value?.trim() || fallback,
});
export const whole = (
  doc: string,
  fallback: number,
  { low, high }: { low: number; high: number },
): Setting<number> => ({
  doc,
  shown: String(fallback),
  parse: (value) => {
    if (!value?.trim()) return fallback;
    const n = Number(value);
    if (!Number.isInteger(n) || n < low || n > high)
      throw new Error(`must be a whole number from ${low} to ${high}`);
    return n;
  },
});
/** `shown`: what holds where nothing is set, which other settings decide. */
export const wholeOrNull = (
  doc: string,
  shown: string,
  { low, high }: { low: number; high: number },
): Setting<number | null> => ({
  doc,
  shown,
  parse: (value) => (value?.trim() ? whole(doc, low, { low, high }).parse(value) : null),
});
export const flag = (doc: string): Setting<boolean> => ({
  doc,
  shown: '',
  parse: (value) => value === '1' || value === 'true',
});
/** Addresses and networks, as Fastify's `trustProxy` takes them. */
export const networks = (doc: string): Setting<string[]> => ({
  doc,
  shown: '',
  parse: (value) => {
    const given = (value ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean);
    for (const part of given) refuseNoNetwork(part);
    return given;
  },
});

function refuseNoNetwork(part: string): void {
  try {
    compile([part]);
  } catch {
    throw new Error(`must name addresses or networks such as 10.0.0.0/8; ${part} is neither`);
  }
}

/** Where a stand-in listens: it speaks for a service that takes money, so no other machine's. Empty: there is none. */
export const standInAddress = (doc: string): Setting<string> => ({
  doc,
  shown: '',
  parse: (value) => {
    const address = value?.trim() ?? '';
    const { protocol, hostname } = URL.parse(address) ?? {};
    if (address && !(protocol === 'http:' && isLoopback(hostname ?? '')))
      throw new Error('must be an http address of this machine');
    return address.replace(/\/$/, '');
  },
});
export const origin = (doc: string): Setting<string | null> => ({
  doc,
  shown: '',
  parse: (value) => {
    if (!value?.trim()) return null;
    const url = new URL(value.trim());
    if (!/^https?:$/.test(url.protocol)) throw new Error('must begin with https:// or http://');
    return url.origin;
  },
});
/** An address with its path. As a proxy's is often written, `http://` may be left out. */
export const address = (doc: string): Setting<string> => ({
  doc,
  shown: '',
  parse: (value) => {
    const given = value?.trim() ?? '';
    if (!given) return '';
    const url = new URL(given.includes('://') ? given : `http://${given}`);
    if (!/^https?:$/.test(url.protocol)) throw new Error('must begin with https:// or http://');
    return url.href;
  },
});
export const oneOf = <const T extends string>(doc: string, fallback: T, ...others: T[]): Setting<T> => ({
  doc,
  shown: fallback,
  parse: (value) => {
    const found = [fallback, ...others].find((known) => known === (value?.trim() || fallback));
    if (!found) throw new Error(`must be ${[fallback, ...others].join(', ')}`);
    return found;
  },
});
export const cutoutModel = (doc: string): Setting<string> => ({
  doc,
  shown: 'auto',
  parse: (value) => {
    const given = value?.trim() || 'auto';
    if (/[/\\]|\.json$/.test(given)) return resolve(given);
    const known = ['auto', 'off', ...CUTOUT_MODELS.map(({ key }) => key)];
    if (!known.includes(given)) throw new Error(`must be ${known.join(', ')}, or the path of a manifest`);
    return given;
  },
});
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/** `s3://KEY:SECRET@HOST[:PORT]/BUCKET[/PREFIX][?region=…]`; only on this machine without TLS. */
export const bucketAddress = (doc: string) => ({
  doc,
  shown: '',
  parse: (value: string | undefined) => {
    const given = value?.trim() ?? '';
    if (!given) return null;
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
  },
});
export const secretKey = (doc: string): Setting<Buffer | null> => ({
  doc,
  shown: '',
  parse: (value) => {
    const given = value?.trim() ?? '';
    if (given === '') return null;
    if (!/^[0-9a-f]{64}$/i.test(given))
      throw new Error('must be 64 hex digits, as `openssl rand -hex 32` makes them');
    return Buffer.from(given, 'hex');
  },
});
export const rsaKeys = (doc: string): Setting<KeyObject[]> => ({
  doc,
  shown: '',
  parse: (value) => {
    const given = value?.trim().replaceAll('\\n', '\n') ?? '';
    if (!given) return [];
    const pem = given.includes('-----BEGIN') ? given : readFileSync(given, 'utf8');
    const blocks = pem.match(/-----BEGIN (PUBLIC KEY|CERTIFICATE)-----[^-]+-----END \1-----/g) ?? [];
    const keys = blocks.map((block) => createPublicKey(block));
    if (keys.length === 0) throw new Error('must hold a PEM block PUBLIC KEY or CERTIFICATE');
    if (keys.some((key) => (key.asymmetricKeyDetails?.modulusLength ?? 0) < 2048))
      throw new Error(
        'must hold RSA keys of 2048 bits or more; the 1024-bit certificate of the admin page signs nothing',
      );
    return keys;
  },
});

const PICTURES: readonly (readonly [type: string, begins: RegExp])[] = [
  ['image/png', /^.PNG/s],
  ['image/jpeg', /^ÿØÿ/],
  ['image/webp', /^RIFF....WEBP/s],
];

/** A picture in a file, told by how its bytes begin. */
export const picture = (doc: string): Setting<{ type: string; bytes: Uint8Array } | null> => ({
  doc,
  shown: '',
  parse: (value) => {
    if (!value?.trim()) return null;
    const bytes = readFileSync(resolve(value.trim()));
    const found = PICTURES.find(([, begins]) => begins.test(bytes.toString('latin1', 0, 16)));
    if (!found) throw new Error('is no PNG, JPEG or WebP file');
    return { type: found[0], bytes };
  },
});
