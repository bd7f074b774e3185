import type { ErrorCode } from '#domain/errors.ts';
import { formatNumber, inflectNoun, NOUNS } from '#domain/language/plural.ts';
import { formatBytes } from '#domain/language/size.ts';
import { formatDay, formatHour } from '#domain/language/time.ts';
import { type Details, getNumber, SERVER_SENTENCES, type Sentence } from '#domain/server-sentences.ts';

export const UNKNOWN_ERROR = 'Eroare necunoscută';
export const DEFAULT_TOAST = 'A apărut o eroare. Încearcă din nou.';
export const ADMIN_CLAIM_FAILED = 'Nu s-a putut seta privilegiul de admin';

const SENTENCES: Record<ErrorCode, Sentence> = {
  'auth/invalid-credential': 'Email sau parolă incorecte',
  'auth/wrong-password': 'Email sau parolă incorecte',
  'auth/user-not-found': 'Nu există un cont cu acest email',
  'auth/too-many-requests': 'Prea multe încercări. Încearcă din nou mai târziu',
  'auth/network-request-failed': 'Eroare de rețea. Verifică conexiunea la internet',
  'auth/email-already-in-use': 'Există deja un cont cu acest email. Intră în cont.',
  'auth/email-left':
    'Contul cu acest email are de curând altă adresă. Dacă nu tu ai schimbat-o, apasă „Nu am fost eu” în emailul primit atunci.',
  'auth/invalid-email': 'Adresa de email nu este scrisă corect.',
  'auth/weak-password': 'Parola trebuie să aibă cel puțin 10 caractere.',
  'auth/password-too-long': 'Parola poate avea cel mult 128 de caractere.',
  'auth/common-password': 'Parola aceasta e printre cele mai ghicite. Alege alta.',
  'auth/own-name-password': 'Parola e adresa sau numele tău, ușor de ghicit. Alege alta.',
  'auth/session-required': 'Sesiunea a expirat. Intră din nou în cont.',
  'auth/admin-required': 'Acces interzis. Această pagină este disponibilă doar pentru administratori.',
  'auth/only-admins-set-claims': 'Only admins can set admin claims',
  'auth/last-admin': 'Ești ultimul administrator: numește întâi pe altcineva.',
  'auth/own-rights': 'Drepturile tale de administrator ți le poate retrage doar alt administrator.',
  'auth/suspended': 'Contul tău este suspendat.',
  'auth/link-invalid': 'Linkul nu mai este valabil. Cere altul.',
  'auth/google-failed': 'Autentificarea Google a eșuat',
  'auth/google-off': 'Pe acest server nu se poate intra cu Google.',
  'auth/proof-required': 'Arată întâi că ești tu: cu parola sau cu Google.',
  'auth/only-way-in': 'Pune întâi o parolă: fără Google n-ai mai avea cu ce intra în cont.',
  'users/not-found': 'Nu am găsit utilizatorul.',
  'users/photo-not-allowed': 'Fotografia de profil poate fi doar a ta, de aici, sau cea de la Google.',
  'users/order-pending': ({ until }) =>
    `O comandă începută acum câteva minute poate fi încă plătită. Contul se poate șterge ${typeof until === 'string' ? `după ${formatHour(new Date(until))}` : 'peste o jumătate de oră'}.`,
  'users/address-changed': ({ until }) =>
    `Adresa contului s-a schimbat de curând și încă se poate pune la loc. Contul se poate șterge ${typeof until === 'string' ? `după ${formatDay(new Date(until))}, ora ${formatHour(new Date(until))}` : 'peste câteva zile'}.`,
  'users/export-too-soon': 'Ai cerut deja o arhivă azi. Alta poți cere mâine.',
  'users/export-disk-low':
    'Serverul a rămas aproape fără spațiu și nu poate face acum arhiva. Încearcă mai târziu.',
  'users/export-not-found': 'Arhiva nu mai este aici. Cere alta din setări.',
  'users/own-email': 'Aceasta este deja adresa contului tău.',
  'users/session-not-found': 'Dispozitivul acela nu mai este în cont.',
  'users/suspended': 'Contul este suspendat: ridică întâi suspendarea.',
  'users/admin-not-suspended': 'Un administrator nu se poate suspenda: retrage-i întâi drepturile.',
  'users/reason-names': 'Motivul rămâne în istoric: scrie-l fără nume și fără adrese.',
  'http/bad-request': 'Cererea nu are forma așteptată. Reîncarcă pagina și încearcă din nou.',
  'http/cross-site': 'Cererea a venit de pe alt site și a fost refuzată.',
  'http/wrong-host': 'Pagina a fost deschisă la o adresă care nu este a acestui server.',
  'http/not-found': 'Nu am găsit ce cauți.',
  'http/too-slow': 'Cererea a venit prea încet. Verifică legătura la internet și încearcă din nou.',
  'http/too-large': 'Cererea este prea mare.',
  'http/encoded-body': 'Cererea a venit comprimată, iar serverul nu primește așa ceva.',
  'http/too-many-requests': 'Prea multe cereri deodată. Așteaptă puțin și încearcă din nou.',
  'http/too-many-downloads':
    'Descarci deja mai multe fișiere deodată. Așteaptă să se termine unul și încearcă din nou.',
  'http/busy': 'Sunt foarte mulți vizitatori în acest moment. Încearcă din nou în câteva secunde.',
  'http/unavailable': 'Serverul se pregătește. Încearcă din nou în câteva secunde.',
  'http/storage-full':
    'Serverul a rămas fără spațiu și nu poate salva acum. Ce era salvat e în siguranță; încearcă mai târziu.',
  'http/internal': DEFAULT_TOAST,
  'http/idempotency-mismatch': 'Cererea aceasta a mai fost trimisă cu alt conținut. Reîncarcă pagina.',
  'photos/not-found': 'Nu am găsit fotografia.',
  'photos/not-a-photo': 'Fișierul nu este o fotografie (acceptăm JPG, PNG, WebP, AVIF și HEIC).',
  'photos/format-gif': 'Fișierele GIF nu sunt acceptate. Salvează imaginea ca JPG sau PNG.',
  'photos/format-tiff': 'Fișierele TIFF nu sunt acceptate. Salvează imaginea ca JPG sau PNG.',
  'photos/format-svg': 'Fișierele SVG nu sunt acceptate. Salvează imaginea ca PNG.',
  'photos/format-raw': 'Fișierele RAW nu sunt acceptate. Exportă fotografia ca JPG.',
  'photos/format-video': (details) =>
    details.animation === true
      ? 'Aceasta este o animație, nu o fotografie. Salvează o imagine din ea ca JPG sau PNG.'
      : 'Acesta este un film, nu o fotografie.',
  'photos/format-pdf': 'Acesta este un document PDF, nu o fotografie.',
  'photos/format-codec': (details) =>
    typeof details.kind === 'string'
      ? `Fotografia este în formatul ${details.kind}, pe care nu îl citim. Salveaz-o ca JPG obișnuit și adaug-o din nou.`
      : `Fotografia este HEIF cu un codec pe care nu îl citim${typeof details.codec === 'string' ? ` (${details.codec})` : ''}. Salveaz-o ca JPG și adaug-o din nou.`,
  'photos/format-nested':
    'Fotografia este un HEIF făcut din imagini care sunt la rândul lor compuse, pe care nu îl citim. Salveaz-o ca JPG și adaug-o din nou.',
  'photos/empty': 'Fișierul este gol.',
  'photos/too-large-file': (details) =>
    `Fotografia depășește ${formatBytes(getNumber(details, 'limit') || 40_000_000)}.`,
  'photos/too-many-pixels': (details) =>
    `Fotografia are prea mulți pixeli: ${formatMegapixels(getNumber(details, 'width') * getNumber(details, 'height'))}, iar limita este ${formatMegapixels(getNumber(details, 'limit'))}.`,
  'photos/too-long-side': (details) =>
    `Fotografia are latura prea lungă: limita este ${formatNumber(getNumber(details, 'limit') || 16_384)} px.`,
  'photos/too-small': 'Fotografia este prea mică pentru a fi procesată.',
  'photos/corrupt': 'Fișierul este deteriorat sau incomplet. Trimite‑l din nou de pe telefon.',
  'photos/too-heavy':
    'Fotografia cere prea multă memorie sau prea mult timp. Trimite-o mai mică sau cere fișiere mai mici.',
  'photos/storage-full':
    'Spațiul contului este plin. Golește coșul sau șterge fotografii ca să poți adăuga altele.',
  'photos/model-is-set':
    'Modelul de decupare e hotărât din setările serverului. Se schimbă acolo, la o repornire.',
  'photos/disk-low':
    'Serverul a rămas aproape fără spațiu și nu mai primește fotografii acum. Ce ai încărcat e în siguranță; încearcă mai târziu.',
  'photos/too-many-uploads': (details) =>
    `Ai deja ${formatNumber(getNumber(details, 'limit'))} ${inflectNoun(getNumber(details, 'limit'), NOUNS.photo)} începute și neterminate. Așteaptă să ajungă sau renunță la ele.`,
  'photos/upload-busy':
    'Fotografia se trimite chiar acum din altă parte. Încearcă din nou în câteva secunde.',
  'photos/file-missing': 'Fișierul nu mai există pe server.',
  'photos/original-gone': 'Originalul fotografiei nu mai există, deci nu poate fi procesată din nou.',
  'photos/cutout-empty': 'Așa nu rămâne nimic din obiect. Trage cadrul în jurul lui.',
  'photos/cutout-replaced': 'Decuparea s-a schimbat între timp. Uită-te la cea nouă.',
  'photos/svg-broken': 'Fișierul SVG nu se poate citi. Salvează sigla din nou ca SVG sau ca PNG.',
  'photos/svg-outside':
    'Sigla SVG cere imagini sau fonturi din afara fișierului. Salveaz-o cu ele înăuntru sau ca PNG.',
  'photos/svg-unsafe':
    'Sigla SVG cuprinde programe, pagini sau prescurtări pe care nu le primim. Salveaz-o ca SVG simplu sau ca PNG.',
  'photos/logo-empty': 'În fișier nu se vede nimic. Alege altă siglă.',
  'photos/logo-heavy': 'Sigla e prea complicată ca s-o desenăm. Salveaz-o ca PNG și urc-o din nou.',
  'photos/try-format': 'Aici merge o poză JPG, PNG sau WebP. Alege alta.',
  'photos/try-limit':
    'Ai probat de cinci ori în ultima oră. Fă-ți un cont gratuit și mergi mai departe fără să aștepți.',
  'photos/try-busy':
    'Acum sunt multe poze în lucru. Mai încearcă într-un minut sau fă-ți un cont gratuit: ale tale trec înainte.',
  'photos/pinned': 'Fotografia este într-un lot în lucru. Încearcă după ce se termină.',
  'recipes/invalid': 'Rețeta are o valoare care nu se poate folosi.',
  'recipes/picture-gone': 'Poza aleasă ca logo sau fundal nu mai există. Alege alta în rețetă.',
  'recipes/crop-outside': 'Tăierea iese din fotografie. Trage cadrul înapoi peste ea.',
  'recipes/preset-withdrawn': (details) =>
    `Șablonul „${String(details.label ?? '')}” nu mai este disponibil. Alege altul la „Unde publici”.`,
  'recipes/not-found': 'Nu am găsit rețeta.',
  'recipes/name-taken': 'Ai deja o rețetă cu numele acesta.',
  'recipes/too-many': (details) =>
    `Planul tău păstrează cel mult ${formatNumber(getNumber(details, 'limit'))} ${inflectNoun(getNumber(details, 'limit'), NOUNS.recipe)}. Șterge una sau alege un plan mai mare.`,
  'batches/not-found': 'Nu am găsit lotul.',
  'batches/disk-low':
    'Serverul a rămas aproape fără spațiu și nu pornește acum nicio procesare. Nu ai plătit nimic; încearcă mai târziu.',
  'batches/empty': 'Lotul nu are nicio fotografie.',
  'batches/too-many-photos': (details) =>
    `Un lot poate avea cel mult ${formatNumber(getNumber(details, 'limit'))} ${inflectNoun(getNumber(details, 'limit'), NOUNS.photo)} în planul tău.`,
  'batches/too-many-outputs': (details) =>
    `Planul tău permite cel mult ${formatNumber(getNumber(details, 'limit'))} ${inflectNoun(getNumber(details, 'limit'), NOUNS.output)} la o procesare.`,
  'batches/no-outputs': 'Alege cel puțin un loc unde publici.',
  'batches/none-taken': 'Locurile alese nu primesc niciuna dintre fotografiile acestea.',
  'batches/photos-not-ready': 'Unele fotografii încă se trimit sau se pregătesc. Așteaptă câteva secunde.',
  'batches/photos-missing': 'Într-o zi nu au ajuns toate fotografiile.',
  'batches/photo-not-in-lot': 'O fotografie nu mai este în lot. Reîncarcă pagina.',
  'batches/already-running': 'Lotul este deja în lucru.',
  'batches/has-run': 'Lotul a fost deja procesat, așa că pozele lui rămân împreună.',
  'batches/phone-link-over':
    'Linkul acesta nu mai este bun. Cere un cod nou de la calculatorul pe care e deschis lotul.',
  'batches/not-running': 'Lotul nu mai este în lucru.',
  'batches/too-many-free-runs': 'Ai refăcut gratuit lotul de 10 ori azi. Mai poți reface mâine.',
  'batches/no-results': 'Lotul nu are încă rezultate de descărcat.',
  'batches/processing-failed': 'Fotografia nu a putut fi procesată. Nu a fost plătită.',
  'batches/photo-too-slow':
    'Fotografia cere prea mult timp de lucru. Nu a fost plătită. Trimite-o mai mică sau cere fișiere mai mici.',
  'payments/package-not-found': 'Pachetul nu mai este de vânzare. Reîncarcă pagina.',
  'plans/given-plan': 'Planul tău a fost dat de un administrator. Cât timp îl ai, nu poți cumpăra altul.',
  'plans/already-queued': 'Ai deja plătită următoarea perioadă. Poți cumpăra din nou după ce începe.',
  'plans/lower-too-early': 'Un plan mai mic se poate cumpăra în ultimele 7 zile ale planului tău.',
  'plans/trial-used': 'Perioada de probă a fost deja folosită.',
  'plans/trial-with-plan': 'Perioada de probă este pentru cine nu a avut încă un plan.',
  'plans/trial-unverified': 'Confirmă adresa de email ca să poți începe perioada de probă.',
  'payments/billing-invalid': 'Completează datele de facturare marcate.',
  'payments/consent-missing': 'Bifează cele două căsuțe ca să poți comanda.',
  'payments/price-changed': 'Prețul sau oferta s-a schimbat între timp. Verifică și comandă din nou.',
  'payments/not-for-sale': 'Planul acesta nu se poate cumpăra acum.',
  'payments/not-your-account': 'Comanda se poate face doar pentru contul tău.',
  'payments/order-over': 'Comanda s-a încheiat. Dacă mai vrei să cumperi, începe o comandă nouă.',
  'payments/closed': 'Plata cu cardul nu este deschisă pe acest server.',
  'payments/order-not-found': 'Nu am găsit comanda.',
  'credits/cost-changed': (details) =>
    `Costul s-a schimbat între timp: acum este ${formatNumber(getNumber(details, 'cost'))} ${inflectNoun(getNumber(details, 'cost'), NOUNS.credit)}. Verifică și pornește din nou.`,
  'credits/not-enough': (details) =>
    `Nu ai destule credite: lotul costă ${formatNumber(getNumber(details, 'cost'))} ${inflectNoun(getNumber(details, 'cost'), NOUNS.credit)}, iar tu ai ${formatNumber(getNumber(details, 'balance'))}.`,
  'credits/nothing-to-take': (details) =>
    `Contul are doar ${formatNumber(getNumber(details, 'balance'))} ${inflectNoun(getNumber(details, 'balance'), NOUNS.credit)}: mai mult nu se poate lua.`,
  ...SERVER_SENTENCES,
};

/** Rounds up: a size over a limit is not written as the limit. */
function formatMegapixels(pixels: number): string {
  return `${formatNumber(Math.ceil(pixels / 100_000) / 10)} MP`;
}

export function errorSentence(code: ErrorCode, details: Details = {}): string {
  // The browser has no sentences that only the server says: each of its refusals brings one along.
  const sentence: Sentence | undefined = SENTENCES[code];
  return typeof sentence === 'function' ? sentence(details) : (sentence ?? DEFAULT_TOAST);
}
