import type { Connection, OfferedSite } from '#contract/adverts/connections.ts';
import type { ListedAdvert, Sending } from '#contract/adverts/sendings.ts';
import { isOpen } from '#domain/adverts/advert.ts';
import { SENT_DAYS } from '#domain/adverts/public-picture.ts';
import { MOST_FORMER_BYTES, type SendingFailure } from '#domain/adverts/sending.ts';
import { SITE_NAMES } from '#domain/adverts/sites.ts';
import { formatCount } from '#domain/language/plural.ts';
import { formatHour } from '#domain/language/time.ts';
import { isUndo, type Whose } from '#web/features/batches/advert/sent/whose-pictures.ts';
import { NOUNS } from '#web/shared/adverts/nouns.ts';

export const PICTURE = { one: 'poză', few: 'poze' };

/** Fields of an advert that its site may refuse. */
const FIELD_WORDS: Readonly<Record<string, string>> = {
  title: 'titlul',
  description: 'descrierea',
  phone: 'telefonul',
  'contact.phone': 'telefonul',
  'contact.phones': 'telefonul',
  params: 'detaliile',
  price: 'prețul',
  category_id: 'categoria',
  district_id: 'locul',
  'district/city_id': 'locul',
  attributes: 'detaliile',
};

/** A site as sentences name it: of shops the own one. */
export function nameSite({ site, seller }: Pick<Sending, 'site' | 'seller'>): string {
  return site === 'woocommerce' ? seller : SITE_NAMES[site];
}

/** Returns a sentence on how far a sending is, or how it ended. `back`: whose pictures an undo has put back. */
export function describeSending(sending: Sending, back: Whose = 'former'): string {
  const site = nameSite(sending);
  const { one, first } = NOUNS[sending.site];
  const { state, pictures, retryAt, failure } = sending;
  if (state === 'preparing') return `Pregătim pozele și le copiem pe cele vechi…`;
  if (state === 'waiting')
    return `${site} e prea ocupat sau nu răspunde. Încercăm din nou singuri${retryAt === null ? '' : ` la ${formatHour(new Date(retryAt))}`}.`;
  if (state === 'sending') return `${site} ia pozele: ${countFetched(sending)} din ${pictures.length}.`;
  if (state === 'checking') return `${site} nu a confirmat schimbarea. Verificăm ce a ajuns în ${one}…`;
  if (state === 'stopped') return `Ai oprit trimiterea. ${first} a rămas cum era.`;
  return state === 'failed' ? failureSentence(sending, failure) : describeDone(sending, back);
}

const NOT_TAKEN = { one: 'poză nu a fost primită', few: 'poze nu au fost primite' };

const BACK: Readonly<Record<Whose, string>> = {
  lot: 'Pozele lotului',
  sent: 'Pozele trimise înainte',
  former: 'Pozele de dinainte',
};

function describeDone(sending: Sending, back: Whose): string {
  const { pictures, taken, cover } = sending;
  const { one, first } = NOUNS[sending.site];
  const { length: refused } = pictures.filter((picture) => picture.refused !== null);
  const sent = pictures.length - refused;
  if (taken !== null && taken > sent)
    return `${first} are acum ${formatCount(taken, PICTURE)}, nu doar cele trimise (${sent}). Uită-te la el.`;
  if (taken !== sent)
    return `${nameSite(sending)} a luat ${taken ?? 0} din ${pictures.length}. Uită-te în ${one}.`;
  if (refused > 0)
    return `${first} are acum ${formatCount(taken, PICTURE)}; ${formatCount(refused, NOT_TAKEN)}.`;
  if (isUndo(pictures)) return `${BACK[back]} sunt din nou în ${one}: ${formatCount(taken, PICTURE)}.`;
  return `${first} are acum ${formatCount(taken, PICTURE)}${cover === 'other' ? '' : ', trimise în ordinea ta'}.`;
}

/** Returns the pictures that the site has fetched whole. */
function countFetched({ pictures }: Pick<Sending, 'pictures'>): number {
  return pictures.filter(({ fetched }) => fetched?.isWhole).length;
}

/** Returns for each picture that the site left out which it is, and its words. */
export function describeRefused({ pictures }: Pick<Sending, 'pictures'>): string[] {
  return pictures.flatMap(({ refused }, at) => {
    if (refused === null) return [];
    return `Poza ${at + 1} nu a fost primită${refused === '' ? '.' : `: ${refused}`}`;
  });
}

interface PictureFate {
  readonly words: string;
  /** `waits`: while the sending is under way alone. */
  readonly mark: 'good' | 'bad' | 'waits';
}

/** Returns what the site did with one picture; once all is over, whether the advert has it. */
export function describePicture(sending: Sending, at: Sending['pictures'][number]): PictureFate {
  const { state, taken, pictures, failure } = sending;
  const { one } = NOUNS[sending.site];
  if (at.refused !== null) return { words: 'neprimită', mark: 'bad' };
  if (state === 'failed' && (failure?.code === 'unclear' || failure?.code === 'cut-off'))
    return { words: `poate nu e în ${one}`, mark: 'bad' };
  if (state === 'failed' || state === 'stopped') return { words: `nu e în ${one}`, mark: 'bad' };
  if (state === 'done') {
    const { length: refused } = pictures.filter((picture) => picture.refused !== null);
    // Of fewer than were sent only those that were fetched may be there. Shops fetch nothing that they have.
    if (taken !== null && taken >= pictures.length - refused) return { words: 'pusă', mark: 'good' };
    return at.fetched?.isWhole ? { words: 'luată', mark: 'good' } : { words: 'neluată', mark: 'bad' };
  }
  if (at.fetched === null) return { words: 'neluată încă', mark: 'waits' };
  return at.fetched.isWhole
    ? { words: 'luată', mark: 'good' }
    : { words: 'luată doar în parte', mark: 'waits' };
}

/** Returns a sentence about the most pictures that an advert takes. */
export function describeLimit({ site, one }: Pick<Said, 'site' | 'one'>, most: number): string {
  if (most === 0) return `${site} nu primește poze la acest ${one}.`;
  return `${site} primește la acest ${one} cel mult ${formatCount(most, PICTURE)}.`;
}

interface Said {
  readonly site: string;
  readonly one: string;
  readonly the: string;
  readonly first: string;
  readonly of: string;
}

function failureSentence(sending: Sending, failure: Sending['failure']): string {
  if (failure === null) return '';
  const said = { ...NOUNS[sending.site], site: nameSite(sending) };
  if (failure.code === 'too-many' && failure.detail !== '')
    return `${describeLimit(said, Number(failure.detail))} Nu am trimis nimic.`;
  if (failure.code === 'reconnect' && sending.connectionId === null)
    return `Contul ${said.site} nu mai e legat de Fotolot. Leagă-l din nou; ${said.the} a rămas cum era.`;
  return FAILURE_SENTENCES[failure.code](said);
}

const FAILURE_SENTENCES: Readonly<Record<SendingFailure, (said: Said) => string>> = {
  reconnect: ({ site, the }) =>
    `${site} nu mai dă acces Fotolotului. Leagă contul din nou; ${the} a rămas cum era.`,
  narrow: ({ site, the }) =>
    `Cheia dată pentru ${site} poate doar să citească. Fă una cu dreptul „Citire/Scriere” și leagă din nou; ${the} a rămas cum era.`,
  operator: ({ site }) => `Legătura cu ${site} e oprită acum. Am anunțat administratorul.`,
  suspended: () => 'Contul tău e suspendat, așa că nu am trimis nimic.',
  gone: ({ site, first }) => `${first} nu mai există în acest cont ${site}.`,
  foreign: ({ site, first }) => `${first} e al altui cont ${site}.`,
  changed: ({ site, first }) =>
    `${first} s-a schimbat pe ${site} între timp. Nu am trimis nimic; uită-te din nou la el.`,
  'not-open': ({ site, first }) => `${first} nu e activ pe ${site}, așa că pozele lui nu se pot schimba.`,
  'too-many': ({ site, one }) => `${site} primește la acest ${one} mai puține poze. Nu am trimis nimic.`,
  refused: ({ site, one }) => `${site} cere întâi o schimbare în ${one}. Pozele vechi au rămas.`,
  pictures: ({ site, first }) => `${site} nu a primit toate pozele. ${first} a rămas cum era.`,
  unreachable: ({ site, first }) =>
    `${site} nu a ajuns la pozele noastre: adresa acestei instalări nu se vede de pe internet. ${first} a rămas cum era; ia pozele în ZIP.`,
  'files-changed': () => 'Fișierele lotului s-au schimbat după apăsare. Nu am trimis nimic.',
  former: ({ of }) =>
    `Pozele vechi ale ${of} nu s-au putut copia toate, deci nu ai mai fi putut da înapoi. Nu am trimis nimic.`,
  'former-full': () =>
    `Avem deja ${MOST_FORMER_BYTES / 1e9} GB de copii ale pozelor tale vechi, cât păstrăm cel mult. Se șterg singure după ${SENT_DAYS} zile; nu am trimis nimic.`,
  busy: ({ site }) => `${site} e prea ocupat de o oră. Nu am trimis nimic.`,
  away: ({ site }) => `${site} nu răspunde de o oră. Nu am trimis nimic.`,
  'not-sent': ({ site, the }) => `${site} nu a confirmat schimbarea, iar ${the} are tot pozele vechi.`,
  unclear: ({ site, the }) =>
    `${site} nu a confirmat schimbarea, iar ${the} nu are nici pozele vechi, nici exact cele trimise. Uită-te la el.`,
  'cut-off': ({ site, the }) =>
    `Accesul la ${site} s-a încheiat în timpul trimiterii, așa că nu știm ce poze are acum ${the}. Uită-te la el.`,
  unexpected: ({ site, the }) =>
    `Trimiterea la ${site} n-a mers, iar ${the} a rămas cum era. Încearcă din nou mai târziu.`,
};

/** Returns what the site refuses of the advert, field by field, in its own words. */
export function describeFields({ failure }: Pick<Sending, 'failure'>): string[] {
  return (failure?.fields ?? []).map(
    ({ field, detail }) => `${nameField(field)}${detail === '' ? '' : `: ${detail}`}`,
  );
}

/** A refused picture is named by its number, from 1. */
function nameField(field: string): string {
  return /^\d+$/.test(field) ? `poza ${field}` : (FIELD_WORDS[field] ?? field);
}

/** Returns notes on what was seen of the advert after a sending that was done. `coverId`: the photo that is the lot's cover. */
export function describeAfter(sending: Sending, coverId?: string): string[] {
  const { site, state, after, pictures } = sending;
  if (state !== 'done') return [];
  const name = nameSite(sending);
  const { first } = NOUNS[site];
  const notes = [describeCover(sending, coverId)];
  if (after?.state === 'waiting')
    notes.push(
      site === 'woocommerce' ? `${first} nu e publicat încă.` : `${first} e în verificare la ${name}.`,
    );
  if (after?.state === 'ended')
    notes.push(
      site === 'woocommerce' ? `${first} e în coșul de gunoi.` : `${first} s-a încheiat pe ${name}.`,
    );
  if (after?.state === 'stopped')
    notes.push(`${name} a oprit ${NOUNS[site].the}${after.reason === null ? '.' : `: ${after.reason}`}`);
  if (site === 'woocommerce' && isUndo(pictures)) notes.push(LEFT_BEHIND);
  return notes.filter((note) => note !== '');
}

/** Keys open no media library: only the shop's owner can clear it up. */
const LEFT_BEHIND =
  'Pozele scoase rămân în biblioteca media a magazinului; le ștergi din WordPress › Media. Cele trimise de Fotolot au nume care încep cu pic_.';

function describeCover(sending: Sending, coverId: string | undefined): string {
  const { site, cover, pictures } = sending;
  if (cover === 'other') return `${nameSite(sending)} le-a pus în altă ordine: coperta nu e cea trimisă.`;
  if (cover === 'unknown') return `Coperta din ${NOUNS[site].one} nu am putut-o verifica.`;
  // No cover was chosen where former pictures were put back.
  if (cover === null || isUndo(pictures)) return '';
  const [first] = pictures;
  if (first?.refused !== null) return 'Coperta e prima poză primită.';
  // The lot's own cover may have been left out, or another picture put before it.
  const isOfLot = coverId !== undefined && first.photoId === coverId;
  return isOfLot ? 'Coperta e cea aleasă.' : 'Coperta e prima poză trimisă.';
}

/** Returns a warning about an advert whose pictures cannot be changed as it is now; null: they can. */
export function warnOfClosed(
  { state }: Pick<ListedAdvert, 'state'>,
  of: Pick<Sending, 'site' | 'seller'>,
): string | null {
  if (isOpen(state)) return null;
  const said = { ...NOUNS[of.site], site: nameSite(of) };
  return `${FAILURE_SENTENCES['not-open'](said)} Fă-l activ acolo sau alege altul.`;
}

/** Returns which sites are none, where some are not; null: all are real. */
export function describeTestMode(sites: readonly Pick<OfferedSite, 'site' | 'mode'>[]): string | null {
  const made = sites.filter(({ mode }) => mode === 'stand-in').map(({ site }) => SITE_NAMES[site]);
  if (made.length === 0) return null;
  return made.length === sites.length
    ? 'Conturile, anunțurile și produsele sunt inventate.'
    : `Doar la ${made.join(', ')}: ce vezi acolo e inventat.`;
}

/** Failures after which the same pictures may be sent again. */
const AGAIN: readonly SendingFailure[] = [
  'changed',
  'pictures',
  'files-changed',
  'former',
  'former-full',
  'busy',
  'away',
  'not-sent',
  'unclear',
  'unexpected',
  'too-many',
  'refused',
];

export function canSendAgain({ state, failure }: Pick<Sending, 'state' | 'failure'>): boolean {
  return state === 'stopped' || (state === 'failed' && failure !== null && AGAIN.includes(failure.code));
}

/** Failures after which the account must be linked again. */
const TO_LINK: readonly SendingFailure[] = ['reconnect', 'narrow', 'cut-off'];

/** True where a sending ended with the access to its account. */
export function needsLink({ failure }: Pick<Sending, 'failure'>): boolean {
  return failure !== null && TO_LINK.includes(failure.code);
}

/**
 * True for the account of a sending that was linked again after it; one that was unlinked has another id then. Access that was cut off, by
 * a suspension for example, may be whole again without that.
 */
export function isLinkedSince({ id, connectedAt, ...account }: Connection, sending: Sending): boolean {
  const { connectionId, finishedAt, site, seller, failure } = sending;
  if (failure?.code === 'cut-off' && id === connectionId) return true;
  const isSame =
    connectionId === null ? account.site === site && account.seller === seller : id === connectionId;
  return isSame && finishedAt !== null && connectedAt > finishedAt;
}
