import { createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
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
export const flag = (doc: string): Setting<boolean> => ({
  doc,
  shown: '',
  parse: (value) => value === '1' || value === 'true',
});
export const list = (doc: string): Setting<string[]> => ({
  doc,
  shown: '',
  parse: (value) =>
    (value ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
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
