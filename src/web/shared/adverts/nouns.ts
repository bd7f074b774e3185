import type { SiteName } from '#domain/adverts/sites.ts';

/** What carries the pictures at a site, in the forms that sentences need. */
interface Noun {
  readonly one: string;
  readonly few: string;
  /** „the advert”, and the same at the beginning of a sentence. */
  readonly the: string;
  readonly first: string;
  /** „of the advert”. */
  readonly of: string;
}

const ADVERT: Noun = {
  one: 'anunț',
  few: 'anunțuri',
  the: 'anunțul',
  first: 'Anunțul',
  of: 'anunțului',
};
const PRODUCT: Noun = {
  one: 'produs',
  few: 'produse',
  the: 'produsul',
  first: 'Produsul',
  of: 'produsului',
};

export const NOUNS: Readonly<Record<SiteName, Noun>> = {
  olx: ADVERT,
  autovit: ADVERT,
  woocommerce: PRODUCT,
};
