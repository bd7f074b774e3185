/** The site's adverts as they are stored: two dealers, the states, and what differs from advert to advert. All of it is made up. */

export interface Dealer {
  readonly id: number;
  readonly email: string;
  readonly password: string;
  readonly name: string;
}

/** The passwords of the stand-in are no secrets: its pages show them. */
export const DEALERS: readonly Dealer[] = [
  { id: 501, email: 'parc@autovit.example', password: 'parc-auto', name: 'Parc Auto Cluj' },
  { id: 502, email: 'rulate@autovit.example', password: 'rulate', name: 'Rulate Bihor' },
];

/** Four are documented or seen; the others are those of OLX, of the same house (presupus). */
export const STATES = [
  'active',
  'unpaid',
  'removed_by_user',
  'disabled',
  'new',
  'outdated',
  'moderated',
  'removed_by_moderator',
] as const;
type AdvertState = (typeof STATES)[number];

/** Sizes of a picture by name; each value is an address. */
export type Sizes = Readonly<Record<string, string>>;
/** Pictures by number, from 1. */
export type Photos = Readonly<Record<string, Sizes>>;

type Json = Readonly<Record<string, unknown>>;

export interface Advert {
  readonly id: number;
  readonly dealerId: number;
  status: AdvertState;
  readonly url: string;
  readonly created_at: string;
  readonly valid_to: string;
  title: string;
  description: string;
  category_id: number;
  region_id: number;
  city_id: number;
  district_id: number | null;
  coordinates: Json | null;
  advertiser_type: 'private' | 'business';
  contact: { readonly person: string; readonly phones: readonly string[] };
  params: Json;
  new_used: 'new' | 'used' | null;
  brand_program_id: number | null;
  image_collection_id: string | null;
  /** What the advert shows, which a collection's change need not reach. */
  photos: Photos;
  next: { readonly at: number; readonly status: AdvertState } | null;
}

const CARS = [
  { title: 'Volkswagen Golf 7 1.6 TDI', make: 'volkswagen', model: 'golf', year: 2015 },
  { title: 'Dacia Duster 1.5 dCi 4x4', make: 'dacia', model: 'duster', year: '2018' },
  { title: 'BMW Seria 3 320d', make: 'bmw', model: 'seria-3', year: 2017 },
] as const;

/** Returns the 236 adverts that the site begins with; those of the states and the odd ones are the first dealer's. */
export function makeAdverts(url: string): Advert[] {
  const plain = Array.from({ length: 224 }, (_, i) => makeAdvert(url, i));
  const states = STATES.map((status, i) => ({ ...makeAdvert(url, 224 + i, 501), status }));
  const odd = [
    { ...makeAdvert(url, 232, 501), description: 'Se vede la sediu.' },
    { ...makeAdvert(url, 233, 501), photos: {}, image_collection_id: null },
    { ...makeAdvert(url, 234, 501), coordinates: null, district_id: null, brand_program_id: 7 },
    { ...makeAdvert(url, 235, 501), params: {}, new_used: null },
  ];
  return [...plain, ...states, ...odd];
}

function makeAdvert(url: string, i: number, dealerId = i % 5 === 0 ? 502 : 501): Advert {
  const { title, make, model, year } = CARS[i % CARS.length] ?? CARS[0];
  const id = 8_000_000 + i;
  return {
    id,
    dealerId,
    status: 'active',
    url: `${url}/anunt/ID${id.toString(36)}.html`,
    created_at: '2026-10-01 10:00:00',
    valid_to: '2027-10-31 10:01:00',
    title,
    description:
      'Mașină cu istoric cunoscut și revizii la zi; se poate vedea la sediu în orice zi lucrătoare.',
    category_id: 29,
    region_id: 5,
    city_id: 24_000 + (i % 7),
    district_id: 31,
    coordinates: { latitude: 46.77, longitude: '23.59', radius: 0, zoom_level: 13 },
    advertiser_type: 'business',
    contact: { person: 'Vânzări', phones: ['0722000111', '0722000222'] },
    params: {
      make,
      model,
      year,
      mileage: 120_000 + i,
      no_accident: '1',
      vin: `WVWZZZ1KZ8W${String(100_000 + i)}`,
      features: ['abs', 'esp'],
      price: { 0: 'price', 1: 9500 + i, currency: 'EUR', gross_net: 'gross' },
    },
    new_used: 'used',
    brand_program_id: null,
    image_collection_id: String(900_000 + i),
    photos: Object.fromEntries([0, 1, 2].map((n) => [String(n + 1), buildSizes(url, `first${(i + n) % 4}`)])),
    next: null,
  };
}

/** Sizes that pictures are kept in; the largest of the documented samples. Their names in an advert are presupuse. */
const SIZES = ['1080x720', '732x488', '148x110'] as const;

export function buildSizes(url: string, id: string): Sizes {
  return Object.fromEntries(SIZES.map((size) => [size, `${url}/files/${id}-AVITRO/image;s=${size}`]));
}

/** Returns an advert as the API shows it. */
export function toWire(advert: Advert, form: 'map' | 'list' | 'none') {
  const { dealerId, contact, photos, next: _, image_collection_id, ...shown } = advert;
  const { person, phones } = contact;
  return {
    ...shown,
    user_id: dealerId,
    // A change calls them otherwise.
    contact: { person, phone_numbers: phones },
    municipality: 'Cluj-Napoca',
    city: { ro: 'Cluj-Napoca', en: 'Cluj-Napoca' },
    district: null,
    ...(form === 'map' && { image_collection_id, photos }),
    ...(form === 'list' && { image_collection_id, photos: Object.values(photos) }),
  };
}
