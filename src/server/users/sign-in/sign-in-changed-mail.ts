import { layOut } from '#server/mail/mail-layout.ts';
import type { Compose } from '#server/mail/mail-outbox.ts';

const WORDS = {
  'password-changed': [
    'Parola contului Fotolot a fost schimbată',
    'Parola contului tău a fost schimbată din setări. De pe celelalte dispozitive s-a ieșit din cont.',
  ],
  'password-set': [
    'Contul tău Fotolot are acum și o parolă',
    'Contului tău i s-a pus o parolă. De acum se poate intra și cu emailul și cu ea.',
  ],
  'google-linked': [
    'Contul tău Fotolot e legat de Google',
    'Contul tău a fost legat de un cont Google. De acum se poate intra și cu el.',
  ],
  'google-unlinked': [
    'Contul tău Fotolot nu mai e legat de Google',
    'Contul tău a fost dezlegat de Google. De acum se intră numai cu emailul și parola.',
  ],
} as const;

/** A way into the account changed: its owner is told, also of their own changes. */
export const signInChangedMail: Compose = async (app, { data }) => {
  const [subject, what] = WORDS[data.what as keyof typeof WORDS];
  return layOut({
    subject,
    before: [what],
    action: { label: 'Vezi contul', url: `${app.publicUrl()}/settings#account` },
    after: [
      'Dacă nu ai fost tu, cere imediat o parolă nouă din pagina de intrare, la „Ai uitat parola?”: scoate din cont pe oricine altcineva.',
    ],
  });
};
