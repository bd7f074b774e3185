import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#domain/errors.ts';
import { readBearerKey } from '#domain/users/api-keys.ts';
import type { Program, User } from '#server/app.ts';
import { type Rate, tokenBuckets } from '#server/http/limits/in-memory-rate-limit.ts';

/** Finds the program of a key; null for one that is none (any more). */
export type FindProgram = (key: string) => Promise<Program | null>;

/** Two requests a second, and a minute's worth at once. */
const OF_KEY: Rate = { burst: 120, perSecond: 2 };
/** All keys of an account together. */
const OF_ACCOUNT: Rate = { burst: 240, perSecond: 4 };

const POLICY = Object.entries({ key: OF_KEY, account: OF_ACCOUNT })
  .map(([name, { burst, perSecond }]) => `"${name}";q=${burst};w=${burst / perSecond}`)
  .join(', ');
/** The limits in words. */
export const RATE_WORDS = `O cheie are ${OF_KEY.burst} de cereri pe minut, toate cheile contului împreună ${OF_ACCOUNT.burst}.`;
const ofKey = tokenBuckets(OF_KEY);
const ofAccount = tokenBuckets(OF_ACCOUNT);

/**
 * Admits the program whose key stands in a request's Authorization header, as its owner: cookies count for nothing here. The request counts
 * once, whatever becomes of it, and its headers say how many are left. Throws `auth/key-required`, `http/too-many-requests`,
 * `auth/key-asleep`, and `auth/key-reads` for a change by a key that reads.
 */
export async function admitProgram(
  request: FastifyRequest,
  reply: FastifyReply,
  find: FindProgram | undefined,
): Promise<User> {
  const key = readBearerKey(request.headers.authorization);
  const program = key === null ? null : await find?.(key);
  if (!program) throw new AppError('auth/key-required');
  const isCounted = request.asker !== null;
  request.asker = program.user;
  if (!isCounted) takeTurn(program.user, reply);
  if (!program.isAwake) throw new AppError('auth/key-asleep');
  if (program.kind === 'read' && request.method !== 'GET') throw new AppError('auth/key-reads');
  return program.user;
}

function takeTurn({ id, sessionId: keyId }: User, reply: FastifyReply): void {
  reply.header('ratelimit-policy', POLICY);
  try {
    ofKey.take(keyId);
    ofAccount.take(id);
  } finally {
    const [key, account] = [ofKey.look(keyId), ofAccount.look(id)];
    reply.header(
      'ratelimit',
      `"key";r=${key.remaining};t=${key.fullIn}, "account";r=${account.remaining};t=${account.fullIn}`,
    );
  }
}
