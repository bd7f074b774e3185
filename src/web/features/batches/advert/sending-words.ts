import type { Sending } from '#contract/adverts/sendings.ts';
import type { SendingFailure } from '#domain/adverts/sending.ts';
import { SITE_NAMES } from '#domain/adverts/sites.ts';
import { formatCount } from '#domain/language/plural.ts';
import { formatHour } from '#domain/language/time.ts';
import { isUndo } from '#web/features/batches/advert/picture-choice.ts';

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

/** Returns a sentence on how far a sending is, or how it ended. */
export function describeSending(sending: Sending): string {
  const site = SITE_NAMES[sending.site];
  const { state, pictures, taken, retryAt, failure, cover } = sending;
  if (state === 'preparing') return `Pregătim pozele și le copiem pe cele vechi…`;
  if (state === 'waiting')
    return `${site} e prea ocupat sau nu răspunde. Încercăm din nou singuri${retryAt === null ? '' : ` la ${formatHour(new Date(retryAt))}`}.`;
  if (state === 'sending') return `${site} ia pozele: ${countFetched(sending)} din ${pictures.length}.`;
  if (state === 'checking') return `${site} nu a răspuns. Verificăm ce a ajuns în anunț…`;
  if (state === 'stopped') return 'Ai oprit trimiterea. Anunțul a rămas cum era.';
  if (state === 'failed') return failureSentence(site, failure);
  if (taken === pictures.length && isUndo(pictures))
    return `Pozele de dinainte sunt din nou în anunț: ${formatCount(taken, PICTURE)}.`;
  return taken === pictures.length
    ? `Anunțul are acum ${formatCount(taken, PICTURE)}${cover === 'other' ? '' : ', în ordinea ta'}.`
    : `${site} a luat ${taken ?? 0} din ${pictures.length}. Uită-te în anunț.`;
}

/** Returns the pictures that the site has fetched whole. */
function countFetched({ pictures }: Pick<Sending, 'pictures'>): number {
  return pictures.filter(({ fetched }) => fetched?.isWhole).length;
}

function failureSentence(site: string, failure: Sending['failure']): string {
  if (failure === null) return '';
  if (failure.code === 'too-many' && failure.detail !== '')
    return `${site} primește la acest anunț cel mult ${failure.detail} poze. Nu am trimis nimic.`;
  return FAILURE_SENTENCES[failure.code](site);
}

const FAILURE_SENTENCES: Readonly<Record<SendingFailure, (site: string) => string>> = {
  reconnect: (site) => `${site} nu mai dă acces Fotolotului. Leagă contul din nou; anunțul a rămas cum era.`,
  operator: (site) => `Legătura cu ${site} e oprită acum. Am anunțat administratorul.`,
  suspended: () => 'Contul tău e suspendat, așa că nu am trimis nimic.',
  gone: (site) => `Anunțul nu mai există în acest cont ${site}.`,
  foreign: (site) => `Anunțul e al altui cont ${site}.`,
  changed: (site) => `Anunțul s-a schimbat pe ${site} între timp. Nu am trimis nimic; uită-te din nou la el.`,
  'not-open': (site) => `Anunțul nu e activ pe ${site}, așa că pozele lui nu se pot schimba.`,
  'too-many': (site) => `${site} primește la acest anunț mai puține poze. Nu am trimis nimic.`,
  refused: (site) => `${site} cere întâi o schimbare în anunț. Pozele vechi au rămas.`,
  pictures: (site) => `${site} nu a primit toate pozele. Anunțul a rămas cum era.`,
  unreachable: (site) =>
    `${site} nu a ajuns la pozele noastre: adresa acestei instalări nu se vede de pe internet. Anunțul a rămas cum era; ia pozele în ZIP.`,
  'files-changed': () => 'Fișierele lotului s-au schimbat după apăsare. Nu am trimis nimic.',
  former: () =>
    'O poză veche a anunțului nu s-a putut copia, deci nu ai mai fi putut da înapoi. Nu am trimis nimic.',
  busy: (site) => `${site} e prea ocupat de o oră. Nu am trimis nimic.`,
  away: (site) => `${site} nu răspunde de o oră. Nu am trimis nimic.`,
  'not-sent': (site) => `${site} nu a răspuns, iar anunțul are tot pozele vechi.`,
  unclear: (site) =>
    `${site} nu a răspuns, iar anunțul nu are nici pozele vechi, nici toate pozele trimise. Uită-te la el.`,
  unexpected: (site) =>
    `Trimiterea la ${site} n-a mers, iar anunțul a rămas cum era. Încearcă din nou mai târziu.`,
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

/** Returns notes on what was seen of the advert after a sending that was done. */
export function describeAfter({ site, state, cover, after, pictures }: Sending): string[] {
  if (state !== 'done') return [];
  const name = SITE_NAMES[site];
  // No cover was chosen where the former pictures were put back.
  const isSaid = cover !== null && !(cover === 'right' && isUndo(pictures));
  const notes = [isSaid ? COVER_NOTES[cover](name) : ''];
  if (after?.state === 'waiting') notes.push(`Anunțul e în verificare la ${name}.`);
  if (after?.state === 'stopped')
    notes.push(`${name} a oprit anunțul${after.reason === null ? '.' : `: ${after.reason}`}`);
  return notes.filter((note) => note !== '');
}

const COVER_NOTES: Readonly<Record<NonNullable<Sending['cover']>, (site: string) => string>> = {
  right: () => 'Coperta e cea aleasă.',
  other: (site) => `${site} le-a pus în altă ordine: coperta nu e cea trimisă.`,
  unknown: () => 'Coperta din anunț nu am putut-o verifica.',
};

/** Failures after which the same pictures may be sent again. */
const AGAIN: readonly SendingFailure[] = [
  'changed',
  'pictures',
  'files-changed',
  'former',
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
