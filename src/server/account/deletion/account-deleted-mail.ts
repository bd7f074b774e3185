import { layOut } from '#server/mail/mail-layout.ts';
import type { Compose } from '#server/mail/mail-outbox.ts';

/** The last one to this address. */
export const accountDeletedMail: Compose = async (app) =>
  layOut({
    subject: 'Contul tău Fotolot e șters',
    before: [
      'Contul tău a fost șters, cu fotografiile, loturile, rețetele și creditele lui. Nu mai poate fi adus înapoi.',
      'Rămân comenzile plătite cu datele lor de facturare, cât cere legea contabilității, istoricul creditelor fără nume și, 24 de luni, o amprentă a adresei, pentru creditele de la început.',
    ],
    action: { label: 'Deschide Fotolot', url: `${app.publicUrl()}/login` },
    after: ['Dacă nu ai șters tu contul, scrie-ne.', 'Îți mulțumim că ai încercat.'],
  });
