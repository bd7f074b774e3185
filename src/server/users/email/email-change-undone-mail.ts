import { layOut } from '#server/mail/mail-layout.ts';
import type { Compose } from '#server/mail/mail-outbox.ts';
import { addressOf } from '#server/users/user-store.ts';

/** To both: the address that the account has again, and the one that it has no more. */
export const emailChangeUndoneMail: Compose = async (app, { userId, address }) => {
  if (!userId) return null;
  const isBack = (await addressOf(app.db, userId)) === address;
  return layOut({
    subject: 'Schimbarea adresei contului Fotolot a fost anulată',
    before: isBack
      ? ['Contul tău are din nou această adresă.']
      : [
          'Contul Fotolot care avea această adresă a revenit la una pe care o avea înainte. Pe aceasta nu mai primești nimic și nu mai intri cu ea.',
        ],
    action: { label: 'Intră în cont', url: `${app.publicUrl()}/login` },
    after: isBack
      ? [
          'Parola, legătura cu Google și toate dispozitivele au fost scoase din cont. Linkul pentru o parolă nouă vine într-un mail separat; dacă nu mai merge, cere altul la „Ai uitat parola?”.',
        ]
      : ['Linkurile primite pe această adresă pentru cont nu mai merg.'],
  });
};
