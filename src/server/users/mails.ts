import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { LINK_LIVES, RESET_LINK_LIFE } from '#domain/users/mail-link.ts';
import { RIGHT_WORDS, type Right } from '#domain/users/rights.ts';
import { linkTo, renderEmail } from '#server/mail/mail-layout.ts';
import type { Compose } from '#server/mail/mail-outbox.ts';
import { findEmailChange } from '#server/users/email/email-change-store.ts';
import { closeLinks, openLink } from '#server/users/email/mail-link-store.ts';
import { extendReservation } from '#server/users/email/previous-email-store.ts';
import { findUserByEmail, lockUser, readUserEmail } from '#server/users/user-store.ts';

/** The secret is made at sending, so its hour counts from there; earlier links stop working. */
export const resetPasswordMail: Compose = async (app, { address, data }) => {
  const found = await findUserByEmail(app.db, address);
  const secret =
    found &&
    (await app.change(async ({ tx }) => {
      const user = await lockUser(tx, found.id);
      if (user?.email !== address) return null;
      await closeLinks(tx, 'reset-password', user.id);
      return openLink(tx, app, { purpose: 'reset-password', userId: user.id, email: address });
    }));
  if (!secret) return null;
  const undone = data.undone === true;
  const text = renderEmail({
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
      `Linkul merge o singură dată, timp de ${RESET_LINK_LIFE}. După ce schimbi parola, intri din nou în cont pe fiecare dispozitiv.`,
      undone
        ? 'Dacă linkul nu mai merge, cere altul în pagina de intrare, la „Ai uitat parola?”.'
        : 'Dacă nu ai cerut tu o parolă nouă, nu trebuie să faci nimic: parola ta rămâne cea de acum.',
    ],
  });
  return { ...text, endsEarlier: true };
};

/** Null once the address is verified or no longer the account's. */
export const verifyEmailMail: Compose = async (app, { userId, address }) => {
  const secret = await app.change(async ({ tx }) => {
    const user = userId && (await lockUser(tx, userId));
    if (!user || user.email !== address || user.email_verified_at) return null;
    return openLink(tx, app, { purpose: 'verify-email', userId: user.id, email: address });
  });
  if (!secret) return null;
  const hours = formatCount(LINK_LIVES['verify-email'].minutes / 60, NOUNS.hour);
  return renderEmail({
    subject: 'Confirmă-ți adresa de email la Fotolot',
    before: ['Ai un cont Fotolot cu această adresă de email. Confirmă că e a ta.'],
    action: { label: 'Confirmă adresa', url: linkTo(app, 'verifyEmail', secret) },
    after: [
      `Linkul merge o singură dată, timp de ${hours}.`,
      'Dacă nu ai făcut tu contul sau nu ai cerut tu mesajul, nu apăsa linkul: fără el, adresa ta rămâne neconfirmată.',
    ],
  });
};

/** Goes to the new address; null once the wish was taken back or names another address. */
export const changeEmailMail: Compose = async (app, { userId, address }) => {
  const secret = await app.change(async ({ tx }) => {
    const user = userId && (await lockUser(tx, userId));
    if (!user || (await findEmailChange(tx, user.id)) !== address) return null;
    await closeLinks(tx, 'change-email', user.id);
    return openLink(tx, app, { purpose: 'change-email', userId: user.id, email: address });
  });
  if (!secret) return null;
  const hours = formatCount(LINK_LIVES['change-email'].minutes / 60, NOUNS.hour);
  const text = renderEmail({
    subject: 'Confirmă noua adresă a contului Fotolot',
    before: ['Cineva vrea ca un cont Fotolot să aibă această adresă de email. Dacă ești tu, confirmă.'],
    action: { label: 'Confirmă adresa', url: linkTo(app, 'changeEmail', secret) },
    after: [
      `Linkul merge o singură dată, timp de ${hours}. După confirmare, contul iese de pe celelalte dispozitive.`,
      'Dacă nu ai cerut tu schimbarea, nu apăsa linkul: fără el nu se schimbă nimic.',
    ],
  });
  return { ...text, endsEarlier: true };
};

/** Goes to the present address. The new one is not named: the person who asked typed it. */
export const emailChangeAskedMail: Compose = async (app) =>
  renderEmail({
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

/** Goes to the previous address, with the way back; null once that is closed. */
export const emailChangedMail: Compose = async (app, { userId, address }) => {
  const secret = await app.change(async ({ tx }) => {
    const user = userId && (await lockUser(tx, userId));
    if (!user || user.email === address) return null;
    if (!(await extendReservation(tx, { userId: user.id, email: address }, app.now()))) return null;
    return openLink(tx, app, { purpose: 'undo-email', userId: user.id, email: address });
  });
  if (!secret) return null;
  const days = formatCount(LINK_LIVES['undo-email'].minutes / (24 * 60), NOUNS.day);
  return renderEmail({
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

/** Goes to both addresses: the one that the account has again, and the one that it lost. */
export const emailChangeUndoneMail: Compose = async (app, { userId, address }) => {
  if (!userId) return null;
  const isBack = (await readUserEmail(app.db, userId)) === address;
  return renderEmail({
    subject: 'Schimbarea adresei contului Fotolot a fost anulată',
    before: isBack
      ? ['Contul tău are din nou această adresă.']
      : [
          'Contul Fotolot care avea această adresă a revenit la una pe care o avea înainte. Pe aceasta nu mai primești nimic și nu mai intri cu ea.',
        ],
    action: { label: 'Intră în cont', url: `${app.publicUrl()}/login` },
    after: isBack
      ? [
          'Parola, legătura cu Google, cheile API și toate dispozitivele au fost scoase din cont. Linkul pentru o parolă nouă vine într-un email separat; dacă nu mai merge, cere altul la „Ai uitat parola?”.',
        ]
      : ['Linkurile primite pe această adresă pentru cont nu mai merg.'],
  });
};

const WORDS = {
  'password-reset': [
    'Parola contului Fotolot a fost schimbată',
    'Parola contului tău a fost schimbată printr-un link trimis pe această adresă. S-a ieșit din cont de pe toate dispozitivele.',
  ],
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
  'second-factor-added': [
    'Contul tău Fotolot cere acum și un cod',
    'Contului tău i s-a adăugat o aplicație de coduri. De acum, la intrare se cere și un cod al ei sau alt al doilea pas. De pe celelalte dispozitive s-a ieșit din cont.',
  ],
  'second-factor-removed': [
    'Contul tău Fotolot nu mai cere al doilea pas',
    'Verificarea în doi pași a contului tău a fost oprită. De acum se intră fără ea. De pe celelalte dispozitive s-a ieșit din cont.',
  ],
  'second-factor-removed-by-admin': [
    'Contul tău Fotolot nu mai cere al doilea pas',
    'Un administrator a oprit verificarea în doi pași a contului tău și s-a ieșit din cont de pe toate dispozitivele. De acum se intră fără ea; din setări o poți porni iar.',
  ],
  'app-removed': [
    'Contul tău Fotolot nu mai are aplicație de coduri',
    'Din contul tău a fost scoasă aplicația de coduri. Dacă nu mai are nicio cheie de acces, de acum se intră fără al doilea pas. De pe celelalte dispozitive s-a ieșit din cont.',
  ],
  'passkey-added': [
    'Contul tău Fotolot are o cheie de acces nouă',
    'Contului tău i s-a adăugat o cheie de acces. De acum, la intrare se cere și ea sau alt al doilea pas. De pe celelalte dispozitive s-a ieșit din cont.',
  ],
  'passkey-removed': [
    'Din contul tău Fotolot a fost scoasă o cheie de acces',
    'Din contul tău a fost scoasă o cheie de acces. Dacă era singurul al doilea pas, de acum se intră fără el. De pe celelalte dispozitive s-a ieșit din cont.',
  ],
  'passkey-blocked': [
    'O cheie de acces a contului tău Fotolot a fost blocată',
    'O cheie de acces a contului tău pare să aibă o copie: numărătoarea ei a dat înapoi. Cu ea nu s-a intrat și nu se mai poate intra. Intră în cont cu un cod, apoi scoate cheia din setări, la „Securitate”.',
  ],
  'key-made': [
    'Contul tău Fotolot are o cheie API nouă',
    'În contul tău s-a făcut o cheie API. Cu ea, un program poate lucra în cont fără să intre cu email și parolă.',
  ],
  'webhook-made': [
    'Contul tău Fotolot anunță un program nou',
    'În contul tău s-a adăugat o adresă la care trimitem un anunț când un lot e gata sau a eșuat.',
  ],
  'codes-guessed': [
    'Cineva încearcă să intre în contul tău Fotolot',
    'Cineva a trecut de parola contului tău sau de Google, apoi a greșit de multe ori al doilea pas. În cont nu s-a intrat, iar un timp nu se mai poate încerca.',
  ],
  'recovery-codes-made': [
    'Contul tău Fotolot are alte coduri de rezervă',
    'Codurile de rezervă ale contului tău au fost înlocuite. Cele dinainte nu mai merg, iar de pe celelalte dispozitive s-a ieșit din cont.',
  ],
  'recovery-code-used': [
    'S-a intrat în contul tău Fotolot cu un cod de rezervă',
    'La intrarea în contul tău s-a folosit un cod de rezervă. Acela nu mai merge; din setări poți face altele.',
  ],
} as const;

/** Returns what a new password does not end. */
function getLeftOpen(what: unknown): string[] {
  if (what === 'second-factor-added' || what === 'passkey-added')
    return ['Parola nouă nu oprește al doilea pas: răspunde și la acest email, ca să-l oprim noi.'];
  if (what === 'key-made' || what === 'webhook-made')
    return [
      'Parola nouă nu oprește cheile API și anunțurile: scoate-le după aceea din Setări, la „Chei API”.',
    ];
  return [];
}

/** Tells the owner that a way into the account changed, also by themselves. */
export const signInChangedMail: Compose = async (app, { data }) => {
  const byLink = data.what === 'password-changed' && data.byLink === true;
  const [subject, what] = WORDS[byLink ? 'password-reset' : (data.what as keyof typeof WORDS)];
  return renderEmail({
    subject,
    before: [what],
    action: { label: 'Vezi contul', url: `${app.publicUrl()}/settings#account` },
    after: [
      'Dacă nu ai fost tu, cere imediat o parolă nouă din pagina de intrare, la „Ai uitat parola?”: scoate din cont pe oricine altcineva.',
      ...getLeftOpen(data.what),
    ],
  });
};

/** Goes to the owner of the address at Google, who got the account that another person had opened with it without ever proving it. */
export const googleTookOverMail: Compose = async (app) =>
  renderEmail({
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

/** Gives the reason for the suspension in the admin's own words. */
export const accountSuspendedMail: Compose = async (app, { data }) =>
  renderEmail({
    subject: 'Contul tău Fotolot este suspendat',
    before: [
      'Ți-am suspendat contul. Cât timp e suspendat nu poți intra în el; procesările începute au fost oprite, iar creditele lor neconsumate s-au întors.',
      `Motivul: ${String(data.reason ?? '')}`,
    ],
    action: { label: 'Vezi termenii', url: `${app.publicUrl()}/legal/terms` },
    after: [
      'Ce ai plătit rămâne al tău: o plată care mai sosește se adaugă la cont.',
      'Dacă crezi că am greșit, răspunde la acest email.',
    ],
  });

export const accountRestoredMail: Compose = async (app) =>
  renderEmail({
    subject: 'Contul tău Fotolot merge din nou',
    before: ['Am ridicat suspendarea contului tău. Creditele și loturile tale sunt cum le-ai lăsat.'],
    action: { label: 'Intră în cont', url: `${app.publicUrl()}/login` },
    after: ['Intră cu aceeași adresă și aceeași parolă.'],
  });

/** Tells of a narrow right, and where its pages are. */
export const rightGivenMail: Compose = async (app, { data }) => {
  const { name, may } = RIGHT_WORDS[data.right as Right];
  return renderEmail({
    subject: `Ai primit dreptul „${name}” la Fotolot`,
    before: [
      `Un administrator ți-a dat dreptul „${name}”: contul tău ${may}.`,
      'Fiecare pagină pe care o deschizi cu acest drept rămâne într-un jurnal.',
    ],
    action: { label: 'Deschide setările', url: `${app.publicUrl()}/settings#${data.right}` },
    after: ['Dacă nu te așteptai la acest drept, scrie-ne.'],
  });
};

export const rightTakenMail: Compose = async (app, { data }) =>
  renderEmail({
    subject: `Nu mai ai dreptul „${RIGHT_WORDS[data.right as Right].name}” la Fotolot`,
    before: [
      `Un administrator ți-a retras dreptul „${RIGHT_WORDS[data.right as Right].name}”, din clipa asta.`,
    ],
    action: { label: 'Deschide Fotolot', url: `${app.publicUrl()}/dashboard` },
    after: ['Restul contului tău rămâne cum era.'],
  });
