import { count, NOUNS } from '#domain/language/plural.ts';
import { LINK_LIVES } from '#domain/users/mail-link.ts';
import { layOut, linkTo } from '#server/mail/mail-layout.ts';
import type { Compose } from '#server/mail/mail-outbox.ts';
import { closeLinks, openLink } from '#server/users/email/mail-link-store.ts';
import { findUserByEmail, lockUser } from '#server/users/user-store.ts';

/** The secret is made only now, so its ten minutes count from the sending; the newest link is the only one. */
export const resetPasswordMail: Compose = async (app, { address, data }) => {
  const found = await findUserByEmail(app.db, address);
  const secret =
    found &&
    (await app.change(async (tx) => {
      const user = await lockUser(tx, found.id);
      if (user?.email !== address) return null;
      await closeLinks(tx, 'reset-password', user.id);
      return openLink(tx, app, { purpose: 'reset-password', userId: user.id, email: address });
    }));
  if (!secret) return null;
  const undone = data.undone === true;
  return layOut({
    subject: 'Alege o parolă nouă la Fotolot',
    before: [
      undone
        ? 'Contul tău Fotolot are iar adresa asta, iar parola de dinainte nu mai merge. Alege una nouă.'
        : 'Ai cerut o parolă nouă pentru contul tău Fotolot.',
    ],
    action: {
      label: 'Alege parola nouă',
      url: linkTo(app, 'resetPassword', secret),
    },
    after: [
      `Linkul merge o singură dată, timp de ${count(LINK_LIVES['reset-password'].minutes, NOUNS.minute)}. După ce schimbi parola, intri din nou în cont pe fiecare dispozitiv.`,
      undone
        ? 'Dacă linkul nu mai merge, cere altul în pagina de intrare, la „Ai uitat parola?”.'
        : 'Dacă nu ai cerut tu o parolă nouă, nu trebuie să faci nimic: parola ta rămâne cea de acum.',
    ],
  });
};
