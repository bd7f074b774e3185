import { readSecurity } from '#contract/security.ts';
import { errorSentence } from '#domain/language/error-sentences.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { askForProof } from '#web/api/proof.ts';

/** Asks before a navigation or download, which cannot wait for the question. Throws ApiError when the user gave up. */
export async function needProof(): Promise<void> {
  const { provenUntil } = await call(readSecurity, {});
  if (provenUntil !== null || (await askForProof())) return;
  throw new ApiError('auth/proof-required', errorSentence('auth/proof-required'));
}
