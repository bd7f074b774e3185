import type { ErrorCode } from '#domain/errors.ts';
import { leiInText } from '#domain/payments/price.ts';

/** A refusal's details. */
export type Details = Readonly<Record<string, unknown>>;
export type Sentence = string | ((details: Details) => string);

/** Returns the name of the site that a refusal is about. */
const getSite = ({ site }: Details): string => (typeof site === 'string' ? site : 'Site-ul');
export const getNumber = (details: Details, name: string): number => Number(details[name] ?? 0);

/** Sentences that only the server says, each with its refusal: the browser's build goes without them. */
export const SERVER_SENTENCES = {
  // Pages of before it existed show it: those of now ask for the code.
  'auth/second-factor-required': 'Contul cere încă un pas. Reîncarcă pagina și intră din nou.',
  'auth/second-step-over': 'A trecut prea mult timp. Intră din nou în cont.',
  'auth/wrong-code': 'Codul nu este bun. Scrie codul care se vede acum în aplicație.',
  'auth/second-factor-exists': 'Contul are deja o aplicație de coduri. Scoate-o întâi.',
  'auth/second-factor-missing': 'Contul nu are verificarea în doi pași. Reîncarcă pagina.',
  'auth/second-factor-unverified': 'Confirmă întâi adresa de email, apoi pornește verificarea în doi pași.',
  'auth/second-factor-needed':
    'Administratorii intră aici numai cu verificarea în doi pași. Pornește-o din Setări, la „Securitate”.',
  'auth/second-factor-alone':
    'Pornește întâi verificarea în doi pași la contul tău, din Setări, la „Securitate”: altfel ai rămâne pe dinafară.',
  'auth/wrong-passkey': 'Cheia de acces nu a fost recunoscută. Încearcă din nou.',
  'auth/passkey-blocked':
    'Cheia de acces e blocată, fiindcă pare să existe o copie a ei. Folosește altceva, apoi scoate-o din Setări, la „Securitate”.',
  'auth/passkeys-off': 'Cheile de acces merg numai pe un site cu nume, nu la o adresă din cifre.',
  'auth/too-many-passkeys': (details: Details) =>
    `Ai deja ${getNumber(details, 'limit')} chei de acces. Scoate întâi una.`,
  'http/upgrading': 'Serverul tocmai se înnoiește. Încearcă din nou peste câteva minute.',
  'auth/key-required': 'Cheia API lipsește, e greșită sau a fost retrasă.',
  'auth/key-asleep': 'Cheia API doarme: planul Pro sau Dealer nu mai e activ. Merge din nou când îl reiei.',
  'auth/key-reads': 'Cheia API doar citește. Pentru a schimba ceva folosește una care și lucrează.',
  'users/keys-need-plan': 'Cheile API și anunțurile către programe vin cu planurile Pro și Dealer.',
  'users/keys-unverified':
    'Confirmă întâi adresa de email, apoi fă o cheie API sau adaugă o adresă pentru anunțuri.',
  'users/webhook-address':
    'Adresa trebuie să înceapă cu https:// și să fie a unui server de pe internet, cu portul 443 sau unul peste 1024.',
  'users/too-many-webhooks': (details: Details) =>
    `Ai deja ${getNumber(details, 'limit')} adrese. Șterge întâi una.`,
  'users/too-many-keys': (details: Details) =>
    `Ai deja ${getNumber(details, 'limit')} de chei API. Retrage întâi una.`,
  'adverts/reconnect': (details: Details) =>
    `${getSite(details)} nu mai dă acces Fotolotului. Leagă contul din nou.`,
  'adverts/operator': (details: Details) =>
    `${getSite(details)} nu lasă acum Fotolotul să intre. Am anunțat administratorul.`,
  'adverts/gone': 'Anunțul nu mai există în acest cont.',
  'adverts/away': (details: Details) =>
    `${getSite(details)} nu răspunde acum. Încearcă din nou peste câteva minute.`,
  'adverts/under-way': 'În anunțul acesta se pun chiar acum alte poze. Încearcă din nou după ce se termină.',
  'adverts/unreachable': (details: Details) =>
    `${getSite(details)} nu poate lua pozele: adresa acestei instalări nu se vede de pe internet. Ia-le în ZIP.`,
  'adverts/page-taken-down':
    'Pagina lotului a fost oprită de un administrator, așa că nu se poate publica din nou.',
  'adverts/too-many-pages': (details: Details) =>
    `Ai deja ${getNumber(details, 'most')} de pagini publice. Închide întâi una.`,
  'adverts/bad-phone': 'Numărul de telefon nu e scris corect.',
  'adverts/pictures-gone': 'Unele fișiere nu mai sunt ale lotului. Alege pozele din nou.',
  'payments/not-refundable': 'Banii acestei comenzi nu se pot returna de aici.',
  'payments/refund-out-of-range':
    'Suma nu se poate returna: e peste cât a mai rămas din plată sau sub partea creditelor nefolosite.',
  'payments/nothing-to-refund': 'Toate creditele comenzii sunt folosite. Nu mai e nimic de returnat.',
  'payments/refund-exists': 'Returnarea banilor acestei comenzi a fost deja cerută.',
  'payments/nothing-owed': 'Nu se mai datorează nimic aici. Reîncarcă pagina.',
  'payments/refund-refused': 'Procesatorul de plăți a refuzat returnarea. Creditele au fost puse la loc.',
  'payments/refund-too-late': 'Au trecut 14 zile de la plată. Scrie-ne și ne uităm împreună.',
  'payments/refund-changed': (details) =>
    `Suma s-a schimbat între timp: acum s-ar întoarce ${leiInText(getNumber(details, 'amountBani'))}. Verifică și confirmă din nou.`,
  'payments/goodwill-changed': (details) =>
    `Între timp s-au mai dat bani înapoi: mai poți da cel mult ${leiInText(getNumber(details, 'mostBani'))}. Verifică și confirmă din nou.`,
  'payments/goodwill-held': ({ hold }) =>
    hold === 'let-go'
      ? 'Suma s-a întors deja pe altă cale: nu mai plăti transferul. Reîncarcă pagina.'
      : 'Banii comenzii s-au întors pe altă cale: nu plăti transferul. Hotărăște întâi, la „De stornat”, dacă s-a întors și suma asta.',
  'payments/already-handed-in':
    'Documentul este deja marcat ca predat, cu alt index. Reîncarcă pagina; marcarea se poate anula.',
  'payments/not-handed-in': 'Documentul nu este marcat ca predat. Reîncarcă pagina.',
  'payments/hand-in-off':
    'Predarea în RO e-Factura nu se urmărește pe acest server. Se pornește din setările lui.',
  'payments/anaf-off': 'Trimiterea la ANAF nu este pornită pe acest server. Se pornește din setările lui.',
  'payments/anaf-not-connected': 'ANAF nu este conectat. Reîncarcă pagina.',
  'payments/anaf-away': 'ANAF nu a răspuns la verificare. Încearcă din nou peste câteva minute.',
  'payments/already-sending':
    'Documentul este pe drum spre ANAF sau acolo, trimis de aici. Reîncarcă pagina și urmărește-i starea.',
  'payments/not-rejected': 'Documentul nu așteaptă să fie trimis din nou. Reîncarcă pagina.',
  'payments/no-storno-due': 'La această comandă nu e nimic de stornat. Reîncarcă pagina.',
  'payments/not-restorable':
    'Banii acestei comenzi nu sunt din nou aici sau cumpărătorul s-a retras din ea. Reîncarcă pagina.',
  'payments/invoice-not-found': 'Factura nu a fost găsită. Dacă tocmai ai plătit, e gata într-un minut.',
  'payments/no-invoice': 'Comanda nu are o factură din care să mai rămână ceva. Reîncarcă pagina.',
  'payments/seller-incomplete':
    'Datele vânzătorului nu sunt complete, deci factura nu se poate emite. Completează-le în setările serverului.',
  'payments/amount-needed':
    'Banii au venit în altă monedă sau fără o sumă care se poate citi: scrie câți lei au ajuns în cont.',
  'payments/not-in-review': 'Comanda nu mai așteaptă o verificare. Reîncarcă pagina.',
  'payments/money-of-another-order':
    'Banii au venit prin plata altei comenzi, în al cărei dosar se hotărăște despre ei. Caută plata după numărul de la NETOPIA.',
  'payments/plan-in-the-way':
    'Cumpărătorul are un plan dat de un administrator, sub care comanda nu ar cumpăra nimic. Retrage întâi planul sau returnează banii.',
} satisfies Partial<Record<ErrorCode, Sentence>>;
