import { count, NOUNS } from '#domain/language/plural.ts';
import { LINK_LIVES } from '#domain/users/mail-link.ts';
import { layOut, linkTo } from '#server/mail/mail-layout.ts';
import type { Compose } from '#server/mail/mail-outbox.ts';
import { openLink } from '#server/users/email/mail-link-store.ts';
import { lockUser } from '#server/users/user-store.ts';

/** Nothing goes to an address that is verified meanwhile or that the account no longer has. */
export const verifyEmailMail: Compose = async (app, { userId, address }) => {
  const secret = await app.change(async (tx) => {
    const user = userId && (await lockUser(tx, userId));
    if (!user || user.email !== address || user.email_verified_at) return null;
    return openLink(tx, app, { purpose: 'verify-email', userId: user.id, email: address });
  });
  if (!secret) return null;
  const hours = count(LINK_LIVES['verify-email'].minutes / 60, NOUNS.hour);
  return layOut({
    subject: 'Confirmă-ți adresa de email la Fotolot',
    before: ['Ai un cont Fotolot cu această adresă de email. Confirmă că e a ta.'],
    action: { label: 'Confirmă adresa', url: linkTo(app, 'verifyEmail', secret) },
    after: [
      `Linkul merge o singură dată, timp de ${hours}.`,
      'Dacă nu ai făcut tu contul sau nu ai cerut tu mesajul, nu apăsa linkul: fără el, adresa ta rămâne neconfirmată.',
    ],
  });
};
