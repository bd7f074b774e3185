import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';

/** Every setting: name, what it is, default, parser. The only file that reads the environment. */
interface Setting<T> {
  readonly doc: string;
  readonly shown: string;
  readonly parse: (text: string | undefined) => T;
}

const text = (doc: string, fallback = ''): Setting<string> => ({
  doc,
  shown: fallback,
  parse: (value) => value?.trim() || fallback,
});
const whole = (doc: string, fallback: number, low: number, high: number): Setting<number> => ({
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
const flag = (doc: string): Setting<boolean> => ({
  doc,
  shown: '',
  parse: (value) => value === '1' || value === 'true',
});
const list = (doc: string): Setting<string[]> => ({
  doc,
  shown: '',
  parse: (value) =>
    (value ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
});
const origin = (doc: string): Setting<string | null> => ({
  doc,
  shown: '',
  parse: (value) => {
    if (!value?.trim()) return null;
    const url = new URL(value.trim());
    if (!/^https?:$/.test(url.protocol)) throw new Error('must begin with https:// or http://');
    return url.origin;
  },
});

const cores = Math.max(1, Math.min(8, availableParallelism()));

export const SETTINGS = {
  PORT: whole('Port to listen on; 0 takes a free one.', 8080, 0, 65_535),
  HOST: text('Address to listen on. Anything but loopback is public mode.', '127.0.0.1'),
  PUBLIC_URL: origin('Address people open, for example https://fotolot.example. https is public mode.'),
  DATA_DIR: text('Folder for the embedded database, photos and the secret. Created when missing.', './data'),
  DATABASE_URL: text('A PostgreSQL of your own (15 or newer); without it the server starts one in DATA_DIR.'),
  ADMIN_EMAIL: text(
    'Email of the first admin; the account is created with ADMIN_PASSWORD when it does not exist.',
  ),
  ADMIN_PASSWORD: text('Password of the first admin, 10–128 characters; used only to create the account.'),
  LOT_PROCESSES: whole(
    'Image processes that work on lots; two more serve previews and uploads.',
    cores,
    1,
    64,
  ),
  TRUSTED_PROXIES: list('Addresses or networks whose X-Forwarded-For is believed, comma-separated.'),
  ALLOW_DEMO: flag('1 allows public mode without https; for demonstrations only.'),
  SAMPLE_DATA: flag('1 creates an account with sample photos on an empty database and prints its password.'),
  LOG_LEVEL: text('trace, debug, info, warn, error or silent.', 'info'),
} as const satisfies Record<string, Setting<unknown>>;

export type Config = { readonly [K in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[K]['parse']> };

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);

/** Reads every setting; throws one Error that names all problems at once. */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const problems: string[] = [];
  const entries = Object.entries(SETTINGS).map(([name, setting]) => {
    try {
      return [name, setting.parse(env[name])] as const;
    } catch (error) {
      problems.push(`${name} ${error instanceof Error ? error.message : 'is not valid'}`);
      return [name, undefined] as const;
    }
  });
  const config = Object.fromEntries(entries) as Config;
  if (problems.length === 0) problems.push(...publicProblems(config));
  if (problems.length > 0)
    throw new Error(`These settings keep the server from starting:\n- ${problems.join('\n- ')}`);
  return { ...config, DATA_DIR: resolve(config.DATA_DIR) };
}

/** Public mode: an https PUBLIC_URL or a HOST that others reach. */
function publicProblems(config: Config): string[] {
  const isHttps = config.PUBLIC_URL?.startsWith('https:') ?? false;
  const isPublic = isHttps || !LOOPBACK.has(config.HOST);
  if (!isPublic || config.ALLOW_DEMO) return [];
  return isHttps ? [] : ['HOST is reachable from outside, so PUBLIC_URL must be an https address'];
}
