/** The portal's adverts as they are stored: two sellers, all states, and what differs from advert to advert. All of it is made up. */

export interface Seller {
  readonly id: number;
  readonly name: string;
  readonly kind: 'private' | 'business';
}

export const SELLERS: readonly Seller[] = [
  { id: 101, name: 'Ana (privat)', kind: 'private' },
  { id: 202, name: 'Magazin (firmă)', kind: 'business' },
];

/** Photo limits of Romanian categories are presupuse. */
export const CATEGORIES = [
  { id: 84, name: 'Autoturisme', photos_limit: 10, is_leaf: true },
  { id: 902, name: 'Încălțăminte', photos_limit: 8, is_leaf: true },
  { id: 1147, name: 'Mobilă', photos_limit: 8, is_leaf: true },
  { id: 4, name: 'Locuri de muncă', photos_limit: 0, is_leaf: true },
  { id: 77, name: 'Servicii', photos_limit: 1, is_leaf: true },
  { id: 1, name: 'Casă și grădină', photos_limit: 8, is_leaf: false },
] as const;

export const STATES = [
  'active',
  'limited',
  'new',
  'unpaid',
  'unconfirmed',
  'removed_by_user',
  'outdated',
  'moderated',
  'disabled',
  'blocked',
  'removed_by_moderator',
] as const;
type AdvertState = (typeof STATES)[number];

interface Attribute {
  readonly code: string;
  readonly value: string | number | null;
  readonly values: readonly string[] | null;
}

interface StoredImage {
  readonly url: string;
}

export interface Advert {
  readonly id: number;
  readonly sellerId: number;
  status: AdvertState;
  readonly url: string;
  readonly created_at: string;
  readonly activated_at: string;
  readonly valid_to: string;
  title: string;
  description: string;
  category_id: number;
  advertiser_type: 'private' | 'business';
  external_id: string | null;
  external_url: string | null;
  contact: Readonly<Record<string, unknown>>;
  location: Readonly<Record<string, unknown>>;
  /** True where the answer has the place inside the contact, as one page of the documentation shows it. */
  readonly isPlaceInContact: boolean;
  images: readonly StoredImage[];
  price: Readonly<Record<string, unknown>> | null;
  salary: Readonly<Record<string, unknown>> | null;
  attributes: readonly Attribute[];
  courier: boolean | null;
  auto_extend_enabled: boolean;
  delivery_package_ids: readonly number[];
  product_safety_regulation: Readonly<Record<string, unknown>> | null;
  moderationReason: string | null;
  /** State that follows at an instant, once a change was looked at. */
  next: { readonly at: number; readonly status: AdvertState; readonly reason: string | null } | null;
}

const THINGS = [
  { title: 'Ghete de munte aproape noi, mărimea 42', category_id: 902 },
  { title: 'Canapea extensibilă cu ladă, gri', category_id: 1147 },
  { title: 'Dacia Logan 2012, motor 1.4 benzină', category_id: 84 },
  { title: 'Bibliotecă din lemn masiv cu sticlă', category_id: 1147 },
] as const;
const DESCRIPTION =
  'Se vinde așa cum se vede în fotografii. Folosit puțin, ținut în casă, fără defecte ascunse; se poate vedea după-amiaza.';

/** Returns the 236 adverts that the portal begins with. */
export function makeAdverts(url: string): Advert[] {
  const plain = Array.from({ length: 220 }, (_, i) => makeAdvert(url, i));
  const states = STATES.map((status, i) => ({ ...makeAdvert(url, 220 + i), status }));
  for (const advert of states)
    if (['moderated', 'blocked', 'removed_by_moderator'].includes(advert.status))
      advert.moderationReason = 'Fotografiile conțin marcajul altui site.';
  const odd = [
    { ...makeAdvert(url, 231), title: 'Scaun nou' },
    { ...makeAdvert(url, 232), description: `${DESCRIPTION} Sunați la 0722 123 456 pentru detalii.` },
    { ...makeAdvert(url, 233), external_url: 'https://magazin.example/ghete', external_id: 'SKU-1001' },
    { ...makeAdvert(url, 234), isPlaceInContact: true },
    {
      ...makeAdvert(url, 235),
      title: 'Volkswagen Golf 7, 1.6 TDI, 2015',
      category_id: 84,
      external_id: 'autovit-7000001',
      external_url: 'https://www.autovit.ro/anunt/7000001',
    },
  ];
  return [...plain, ...states, ...odd];
}

function makeAdvert(url: string, i: number): Advert {
  const thing = THINGS[i % THINGS.length] ?? THINGS[0];
  const [seller] = SELLERS.slice(i % 5 === 0 ? 1 : 0) as [Seller];
  const id = 7_000_000 + i;
  return {
    id,
    sellerId: seller.id,
    status: 'active',
    url: `${url}/d/oferta/ID${id.toString(36)}.html`,
    created_at: '2026-10-01 10:00:00',
    activated_at: '2026-10-01 10:01:00',
    valid_to: '2027-10-31 10:01:00',
    title: thing.title,
    description: DESCRIPTION,
    category_id: thing.category_id,
    advertiser_type: seller.kind,
    external_id: null,
    external_url: null,
    contact: { name: seller.kind === 'private' ? 'Ana' : 'Magazin SRL', phone: '0722000111,0722000222' },
    location: { city_id: 50_000, district_id: null, latitude: '46.77', longitude: '23.59' },
    isPlaceInContact: false,
    images: [1, 2, 3].map((n) => ({ url: `${url}/files/first${(i + n) % 4}-RO/image;s=1000x700` })),
    price: { value: 150 + i, currency: 'RON', negotiable: i % 2 === 0, trade: false, budget: null },
    salary: null,
    attributes:
      thing.category_id === 84
        ? [
            { code: 'year', value: 2015, values: null },
            { code: 'features', value: null, values: ['abs', 'esp'] },
            { code: 'state', value: 'used', values: null },
          ]
        : [{ code: 'state', value: 'used', values: null }],
    courier: i % 3 === 0 ? true : null,
    auto_extend_enabled: i % 2 === 1,
    delivery_package_ids: i % 3 === 0 ? [12, 14] : [],
    product_safety_regulation: null,
    moderationReason: null,
    next: null,
  };
}

/** Returns an advert as the API shows it. */
export function toWire({ contact, location, isPlaceInContact, ...advert }: Advert) {
  const { sellerId: _, moderationReason: __, next: ___, delivery_package_ids, ...shown } = advert;
  return {
    ...shown,
    contact: isPlaceInContact ? { ...contact, location } : contact,
    ...(!isPlaceInContact && { location }),
    ad_delivery: { delivery_package_ids, delivery_change_allowed: true },
  };
}
