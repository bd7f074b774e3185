import * as z from 'zod';
import { AnafFailure } from '#domain/invoices/anaf-failure.ts';
import { SIGN_IN_FAULTS_OF_OPERATOR } from '#server/adapters/outside-call.ts';
import { readJson } from './anaf-answers.ts';
import { type AnafAnswer, buildFailure } from './anaf-call.ts';
import { tidySentence } from './anaf-sentences.ts';
import type { AnafGrant } from './port.ts';

const DAY_MS = 86_400_000;
/** As ANAF says that it gives them. */
const REFRESH_DAYS = 365;
const token = z
  .string()
  .min(1)
  .max(16_384)
  .regex(/^[\x21-\x7e]+$/u);
const grant = z.object({
  access_token: token,
  refresh_token: token,
  expires_in: z.coerce.number().positive(),
});
const refusal = z.object({ error: z.string(), error_description: z.nullish(z.string()) });
const claims = z.object({ exp: z.number().positive() });

/** Reads the answer to a code or a renewal. Throws AnafFailure. */
export function readGrant(answer: AnafAnswer, now: Date): AnafGrant {
  const body = readJson(answer.bytes);
  const read = grant.safeParse(body);
  if (answer.status !== 200 || !read.success) throw buildRefusal(answer, body);
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds } = read.data;
  return {
    accessToken,
    refreshToken,
    expiresAt: readEnd(accessToken) ?? new Date(now.getTime() + seconds * 1000),
    refreshExpiresAt: readEnd(refreshToken) ?? new Date(now.getTime() + REFRESH_DAYS * DAY_MS),
  };
}

/** Returns the end that a token (JWT) itself says; null: it says none. It is for ANAF to check who signed it. */
function readEnd(jwt: string): Date | null {
  try {
    const { exp } = claims.parse(
      JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString('utf8')),
    );
    const end = new Date(exp * 1000);
    return Number.isNaN(end.getTime()) ? null : end;
  } catch {
    return null;
  }
}

/** OAuth's errors come first: `invalid_grant` alone is about the access, others are about the registration. */
function buildRefusal(answer: AnafAnswer, body: unknown): AnafFailure {
  const { status } = answer;
  const read = refusal.safeParse(body);
  if (read.success && status >= 400 && status < 500 && status !== 429) {
    const { error, error_description: said } = read.data;
    const facts = { status, detail: tidySentence(said || error) };
    if (error === 'invalid_grant' || /expired/iu.test(said ?? '')) return new AnafFailure('reconnect', facts);
    return new AnafFailure(SIGN_IN_FAULTS_OF_OPERATOR.includes(error) ? 'operator' : 'refused', facts);
  }
  // Basic authentication: this is no access token's fault.
  if (status === 401 || status === 403) return new AnafFailure('operator', { status });
  return buildFailure(answer, { isChange: true });
}
