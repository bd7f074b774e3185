import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { AppError } from '#domain/errors.ts';

/** argon2id, 19 MiB, t=2, p=1 (OWASP's smallest), kept as „argon2id$19456$2$1$salt$tag” in base64url; at most two at once. */
const SHAPE = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;
const AT_ONCE = 2;
const MAX_WAITING = 50;

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting.length >= MAX_WAITING) throw new AppError('auth/too-many-requests', { retryAfter: 5 });
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await work();
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

interface Shape {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly tagLength: number;
}

function derive(password: string, salt: Buffer, shape: Shape): Promise<Buffer> {
  const message = Buffer.from(password.normalize('NFKC'));
  return new Promise((resolve, reject) => {
    argon2('argon2id', { message, nonce: salt, ...shape }, (error, tag) =>
      error ? reject(error) : resolve(tag),
    );
  });
}

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const tag = await inTurn(() => derive(password, salt, SHAPE));
  const { memory, passes, parallelism } = SHAPE;
  return [
    'argon2id',
    memory,
    passes,
    parallelism,
    salt.toString('base64url'),
    tag.toString('base64url'),
  ].join('$');
}

interface StoredHash {
  readonly shape: Shape;
  readonly salt: Buffer;
  readonly tag: Buffer;
}

/** Hashes keep the parameters they were made with: others may be in force today. */
function parseHash(hash: string): StoredHash {
  const [, memory, passes, parallelism, salt = '', tag = ''] = hash.split('$');
  const expected = Buffer.from(tag, 'base64url');
  return {
    shape: {
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      tagLength: expected.length,
    },
    salt: Buffer.from(salt, 'base64url'),
    tag: expected,
  };
}

/** An account's that does not exist: takes as long, opens nothing. */
const UNKNOWN: StoredHash = { shape: SHAPE, salt: Buffer.alloc(16), tag: Buffer.alloc(SHAPE.tagLength) };

/** Takes as long for an unknown account (hash null) as for a wrong password. */
export async function checkPassword(password: string, hash: string | null): Promise<boolean> {
  const { shape, salt, tag } = hash ? parseHash(hash) : UNKNOWN;
  const derived = await inTurn(() => derive(password, salt, shape));
  return derived.length === tag.length && timingSafeEqual(derived, tag) && hash !== null;
}

/** Whether a hash was made with other parameters than new ones are. */
export function isOutdated(hash: string): boolean {
  const { shape } = parseHash(hash);
  return Object.entries(SHAPE).some(([name, value]) => shape[name as keyof Shape] !== value);
}
