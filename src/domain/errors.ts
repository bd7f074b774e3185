/** Every refusal of the product by its `word/reason` code. A code without a sentence or a status does not compile. */
export const ERROR_CODES = [
  'auth/invalid-credential',
  'auth/wrong-password',
  'auth/user-not-found',
  'auth/too-many-requests',
  'auth/network-request-failed',
  'auth/email-already-in-use',
  'auth/invalid-email',
  'auth/weak-password',
  'auth/password-too-long',
  'auth/common-password',
  'auth/session-required',
  'auth/admin-required',
  'auth/only-admins-set-claims',
  'auth/last-admin',
  'auth/link-invalid',
  'auth/google-failed',
  'auth/google-off',
  'users/not-found',
  'users/photo-not-allowed',
  'http/bad-request',
  'http/cross-site',
  'http/wrong-host',
  'http/not-found',
  'http/too-slow',
  'http/too-large',
  'http/too-many-requests',
  'http/unavailable',
  'http/internal',
  'http/idempotency-mismatch',
  'photos/not-found',
  'photos/not-a-photo',
  'photos/format-gif',
  'photos/format-tiff',
  'photos/format-svg',
  'photos/format-raw',
  'photos/format-video',
  'photos/format-pdf',
  'photos/empty',
  'photos/too-large-file',
  'photos/too-many-pixels',
  'photos/too-long-side',
  'photos/too-small',
  'photos/corrupt',
  'photos/too-heavy',
  'photos/storage-full',
  'photos/disk-low',
  'photos/too-many-uploads',
  'photos/file-missing',
  'photos/original-gone',
  'photos/pinned',
  'recipes/invalid',
  'batches/not-found',
  'batches/disk-low',
  'batches/empty',
  'batches/too-many-photos',
  'batches/too-many-outputs',
  'batches/no-outputs',
  'batches/photos-not-ready',
  'batches/photo-not-in-lot',
  'batches/already-running',
  'batches/not-running',
  'batches/too-many-free-runs',
  'batches/no-results',
  'batches/processing-failed',
  'payments/package-not-found',
  'plans/given-plan',
  'plans/already-queued',
  'plans/lower-too-early',
  'plans/trial-used',
  'plans/trial-with-plan',
  'plans/trial-unverified',
  'payments/billing-invalid',
  'payments/consent-missing',
  'payments/price-changed',
  'payments/not-for-sale',
  'payments/not-your-account',
  'payments/closed',
  'payments/order-not-found',
  'credits/cost-changed',
  'credits/not-enough',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** A refusal. Details are data for the screen (numbers, names of limits), never secrets. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>>;
  constructor(code: ErrorCode, details: Readonly<Record<string, unknown>> = {}) {
    super(code);
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }
}

export function isErrorCode(value: unknown): value is ErrorCode {
  return ERROR_CODES.includes(value as ErrorCode);
}
