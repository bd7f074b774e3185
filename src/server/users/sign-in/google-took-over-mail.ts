import { layOut } from '#server/mail/mail-layout.ts';
import type { Compose } from '#server/mail/mail-outbox.ts';

/** To the owner of the address at Google, who got the account that another person had opened with it without ever proving it. */
export const googleTookOverMail: Compose = async (app) =>
  layOut({
    subject: 'Contul tău Fotolot e acum legat de Google',
    before: [
      'Ai intrat la Fotolot cu Google. Exista deja un cont cu adresa ta, dar adresa nu fusese confirmată. Google a confirmat-o, așa că acum contul e al tău.',
      'Parola veche nu mai merge, iar cine era în cont cu ea a fost scos de pe toate dispozitivele. Dacă găsești în cont fotografii care nu sunt ale tale, șterge-le.',
    ],
    action: { label: 'Intră în cont', url: `${app.publicUrl()}/login` },
    after: [
      'De acum intri cu Google. Dacă vrei și o parolă, cere una nouă din pagina de intrare, prin link pe email.',
      'Dacă nu ai intrat tu cu Google, schimbă-ți imediat parola contului Google.',
    ],
  });
