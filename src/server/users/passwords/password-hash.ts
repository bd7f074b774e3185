import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { fairQueue, type Waiter } from '#server/users/passwords/password-queue.ts';

/** argon2id, 19 MiB, t=2, p=1 (OWASP's smallest), kept as „argon2id$19456$2$1$salt$tag” in base64url; at most two at once. */
const SHAPE = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;
const inTurn = fairQueue({ concurrency: 2, mostWaiting: 50 });

interface Shape {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly tagLength: number;
}

function deriveTag(password: string, salt: Buffer, shape: Shape): Promise<Buffer> {
  const message = Buffer.from(password.normalize('NFKC'));
  return new Promise((resolve, reject) => {
    argon2('argon2id', { message, nonce: salt, ...shape }, (error, tag) =>
      error ? reject(error) : resolve(tag),
    );
  });
}

/** Refuses auth/too-many-requests when there is no room to wait in. */
export async function hashPassword(waiter: Waiter, password: string): Promise<string> {
  const salt = randomBytes(16);
  const tag = await inTurn(waiter, () => deriveTag(password, salt, SHAPE));
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
export async function checkPassword(waiter: Waiter, password: string, hash: string | null): Promise<boolean> {
  const { shape, salt, tag } = hash ? parseHash(hash) : UNKNOWN;
  const derived = await inTurn(waiter, () => deriveTag(password, salt, shape));
  return derived.length === tag.length && timingSafeEqual(derived, tag) && hash !== null;
}

/** True when a hash was made with other parameters than new ones are. */
export function isOutdated(hash: string): boolean {
  const { shape } = parseHash(hash);
  return Object.entries(SHAPE).some(([name, value]) => shape[name as keyof Shape] !== value);
}
