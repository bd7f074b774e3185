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

function derive(password: string, salt: Buffer): Promise<Buffer> {
  const message = Buffer.from(password.normalize('NFKC'));
  return new Promise((resolve, reject) => {
    argon2('argon2id', { message, nonce: salt, ...SHAPE }, (error, tag) =>
      error ? reject(error) : resolve(tag),
    );
  });
}

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const tag = await inTurn(() => derive(password, salt));
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

const NOBODY = Buffer.alloc(16);

/** Takes as long for an unknown account (hash null) as for a wrong password. */
export async function checkPassword(password: string, hash: string | null): Promise<boolean> {
  const [, , , , salt = '', tag = ''] = hash?.split('$') ?? [];
  const derived = await inTurn(() => derive(password, hash ? Buffer.from(salt, 'base64url') : NOBODY));
  const expected = hash ? Buffer.from(tag, 'base64url') : Buffer.alloc(derived.length);
  return derived.length === expected.length && timingSafeEqual(derived, expected) && hash !== null;
}
