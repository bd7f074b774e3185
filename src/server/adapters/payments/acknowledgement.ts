import type { NotificationProblem } from './port.ts';

/** The provider's own numbers for what was wrong with a notification. */
const CODES: Record<NotificationProblem | 'busy', number> = {
  busy: 0x10000101,
  'no-token': 0x10000102,
  'malformed-token': 0x10000107,
  'too-large': 0x10000107,
  algorithm: 0x10000102,
  signature: 0x10000102,
  issuer: 0x10000102,
  'not-yet-valid': 0x10000103,
  expired: 0x10000104,
  audience: 0x10000105,
  'body-changed': 0x10000106,
};

/** Stored, duplicates and declines included: 200 and zeros. Anything else asks to be sent again, so that a wrong key can be put right. */
export function buildAcknowledgement(problem: NotificationProblem | 'busy' | null): {
  status: number;
  body: object;
} {
  if (problem === null) return { status: 200, body: { errorType: 0, errorCode: 0, errorMessage: '' } };
  return { status: 503, body: { errorType: 1, errorCode: CODES[problem], errorMessage: 'retry' } };
}
