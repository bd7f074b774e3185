import { count, NOUNS } from '#domain/language/plural.ts';
import { LINK_LIVES } from '#domain/users/mail-link.ts';
import { layOut, linkTo } from '#server/mail/mail-layout.ts';
import type { Compose } from '#server/mail/mail-outbox.ts';
import { extendLeft } from '#server/users/email/left-address-store.ts';
import { openLink } from '#server/users/email/mail-link-store.ts';
import { lockUser } from '#server/users/user-store.ts';

/** To the address the account had, with the way back; nothing once that is closed. */
export const emailChangedMail: Compose = async (app, { userId, address }) => {
  const secret = await app.change(async (tx) => {
    const user = userId && (await lockUser(tx, userId));
    if (!user || user.email === address) return null;
    if (!(await extendLeft(tx, { userId: user.id, email: address }, app.now()))) return null;
    return openLink(tx, app, { purpose: 'undo-email', userId: user.id, email: address });
  });
  if (!secret) return null;
  const days = count(LINK_LIVES['undo-email'].minutes / (24 * 60), NOUNS.day);
  return layOut({
    subject: 'Contul tău Fotolot are altă adresă de email',
    before: [
      'Noua adresă a contului a fost confirmată. Pe aceasta nu mai primești nimic și nu mai intri cu ea.',
      'Dacă ai făcut tu schimbarea, gata, nu mai e nimic de făcut.',
    ],
    action: { label: 'Nu am fost eu', url: linkTo(app, 'undoEmail', secret) },
    after: [
      `Butonul pune adresa aceasta la loc, scoate pe toată lumea din cont și îți trimite un link pentru o parolă nouă. Merge o singură dată, timp de ${days}.`,
    ],
  });
};
