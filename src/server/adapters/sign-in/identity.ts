import { normaliseEmail } from '#domain/users/email.ts';
import type { ProviderIdentity } from './port.ts';

/** Claims of an identity token whose signature, issuer, audience, nonce and times have been checked. */
export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string };

const text = (value: unknown): string | null => (typeof value === 'string' && value.trim() ? value : null);

export function readIdentity(issuer: string, claims: Claims): ProviderIdentity {
  const email = normaliseEmail(text(claims.email) ?? '');
  return {
    issuer,
    subject: claims.sub,
    email,
    isAuthoritative: isAuthoritative(claims, email),
    name: text(claims.name),
    pictureUrl: text(claims.picture),
  };
}

/** Google runs the mailbox: gmail.com, or a Workspace domain (`hd`) that is the address's own. Written as it is kept, or its word does not count. */
function isAuthoritative(claims: Claims, email: string | null): boolean {
  if (email === null || claims.email_verified !== true) return false;
  if (text(claims.email)?.toLowerCase() !== email) return false;
  const domain = email.slice(email.lastIndexOf('@') + 1);
  return domain === 'gmail.com' || domain === text(claims.hd)?.toLowerCase();
}
