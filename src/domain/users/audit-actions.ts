import { foldDiacritics } from '#domain/language/fold.ts';

/** Changes by admins that are written down for good: who, what, about whom, why. */
export const AUDIT_ACTIONS = [
  'admin-granted',
  'admin-revoked',
  'password-link-made',
  'second-factor-obliged',
  'second-factor-free',
  'second-factor-removed',
  'right-given',
  'right-taken',
  'credits-given',
  'credits-taken',
  'plan-given',
  'plan-taken',
  'trial-changed',
  'suspended',
  'restored',
  'sessions-ended',
  'order-refunded',
  'order-accepted',
  'withdrawal-paid',
  'goodwill-given',
  'goodwill-paid',
  'order-storno',
  'order-restored',
  'invoice-mended',
  'handed-in',
  'handed-in-before',
  'hand-in-undone',
  'anaf-connected',
  'anaf-disconnected',
  'sent-again',
  'sent-from-before',
  'package-made',
  'package-replaced',
  'package-on-sale',
  'package-off-sale',
  'plan-version',
  'plan-version-dropped',
  'preset-version',
  'preset-version-dropped',
  'verify-asked',
  'mail-tried',
  'payments-tried',
  'model-chosen',
  'page-taken-down',
  'page-kept',
  'list-downloaded',
  'note-written',
  'receipt-resent',
  'verification-resent',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Letters of a note about an account. */
export const NOTE_LENGTH = { least: 1, most: 2000 } as const;

export const REASON_LENGTH = { least: 3, most: 300 } as const;

/**
 * True when a reason names a person: it stays when the account is long gone, so it may hold no address, and not the name of its subject.
 */
export function namesSomebody(reason: string, about: { email: string; displayName: string | null }): boolean {
  if (/\S@\S/.test(reason)) return true;
  const text = ` ${foldDiacritics(reason).replace(/[^\p{L}\p{N}]+/gu, ' ')} `;
  const names = [about.displayName ?? '', about.email.split('@')[0] ?? ''];
  return names
    .map((name) =>
      foldDiacritics(name)
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim(),
    )
    .some((name) => name.length > 3 && text.includes(` ${name} `));
}
