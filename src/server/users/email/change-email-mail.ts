import { count, NOUNS } from '#domain/language/plural.ts';
import { LINK_LIVES } from '#domain/users/mail-link.ts';
import { layOut, linkTo } from '#server/mail/mail-layout.ts';
import type { Compose } from '#server/mail/mail-outbox.ts';
import { findEmailChange } from '#server/users/email/email-change-store.ts';
import { closeLinks, openLink } from '#server/users/email/mail-link-store.ts';
import { lockUser } from '#server/users/user-store.ts';

/** To the address that is to be the account's; nothing once the wish was taken back or is another one. */
export const changeEmailMail: Compose = async (app, { userId, address }) => {
  const secret = await app.change(async (tx) => {
    const user = userId && (await lockUser(tx, userId));
    if (!user || (await findEmailChange(tx, user.id)) !== address) return null;
    await closeLinks(tx, 'change-email', user.id);
    return openLink(tx, app, { purpose: 'change-email', userId: user.id, email: address });
  });
  if (!secret) return null;
  const hours = count(LINK_LIVES['change-email'].minutes / 60, NOUNS.hour);
  return layOut({
    subject: 'Confirmă noua adresă a contului Fotolot',
    before: ['Cineva vrea ca un cont Fotolot să aibă această adresă de email. Dacă ești tu, confirmă.'],
    action: { label: 'Confirmă adresa', url: linkTo(app, 'changeEmail', secret) },
    after: [
      `Linkul merge o singură dată, timp de ${hours}. După confirmare, contul iese de pe celelalte dispozitive.`,
      'Dacă nu ai cerut tu schimbarea, nu apăsa linkul: fără el nu se schimbă nimic.',
    ],
  });
};
