import { layOut } from '#server/users/mail-layout.ts';
import type { Compose } from '#server/users/mail-outbox.ts';

/** The last one to this address. */
export const accountDeletedMail: Compose = async (app) =>
  layOut({
    subject: 'Contul tău Fotolot e șters',
    before: [
      'Contul tău a fost șters, cu fotografiile, loturile, rețetele și creditele lui. Nu mai poate fi adus înapoi.',
      'Păstrăm doar ce cere legea: comenzile plătite, cu datele lor de facturare.',
    ],
    action: { label: 'Deschide Fotolot', url: `${app.publicUrl()}/login` },
    after: ['Dacă nu ai șters tu contul, scrie-ne.', 'Îți mulțumim că ai încercat.'],
  });
