import { renderEmail } from '#server/mail/mail-layout.ts';
import type { Compose } from '#server/mail/mail-outbox.ts';
import { readUserEmail } from '#server/users/user-store.ts';

/** Goes to every other admin when an account becomes an admin's. */
export const adminGrantedMail: Compose = async (app, { data }) => {
  const userId = String(data.userId ?? '');
  const email = await readUserEmail(app.db, userId);
  return renderEmail({
    subject: `${email} a devenit administrator`,
    before: [`Contul ${email} are acum drepturi de administrator la Fotolot.`],
    action: { label: 'Vezi contul', url: `${app.publicUrl()}/admin/users/${userId}` },
    after: [
      'În jurnalul contului scrie cine i le-a dat.',
      'Dacă nu trebuia să le primească, retrage-i-le de pe aceeași pagină și schimbați-vă parolele.',
    ],
  });
};
