import { layOut } from '#server/mail/mail-layout.ts';
import type { Compose } from '#server/mail/mail-outbox.ts';

/** To the address the account still has. The other one is not named: it was typed by the person who asked. */
export const emailChangeAskedMail: Compose = async (app) =>
  layOut({
    subject: 'S-a cerut altă adresă de email pentru contul tău Fotolot',
    before: [
      'Din contul tău s-a cerut schimbarea adresei de email. Până când noua adresă e confirmată, contul rămâne pe aceasta.',
    ],
    action: { label: 'Vezi contul', url: `${app.publicUrl()}/settings#account` },
    after: [
      'Dacă ai cerut tu schimbarea, deschide linkul trimis pe noua adresă.',
      'Dacă nu ai cerut-o tu, cineva e în contul tău: schimbă parola din setări. Schimbarea cerută se anulează odată cu ea, iar toți ceilalți ies din cont.',
    ],
  });
