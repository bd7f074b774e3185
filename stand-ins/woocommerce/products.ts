import type { Attachment, Media } from './media.ts';

export const STATUSES = ['publish', 'draft', 'pending', 'private', 'future', 'trash'] as const;

export interface Product {
  readonly id: number;
  name: string;
  description: string;
  sku: string;
  status: (typeof STATUSES)[number];
  regular_price: string;
  stock_quantity: number | null;
  readonly type: 'simple' | 'variable' | 'variation' | 'external';
  readonly parent_id: number;
  readonly categories: readonly { id: number; name: string }[];
  /** True where a marketplace's seller made it. */
  readonly isOfVendor: boolean;
  /** The main picture first. */
  images: number[];
  modified: number;
}

/** So many that pages show. */
const PLAIN = 230;
const FIRST = 5000;

/** Products that tests and trials begin with: odd ones first, then plain ones. Their texts are presupuse. */
export function makeProducts([a = 0, b = 0, c = 0, d = 0]: readonly number[]): Product[] {
  const odd: (Partial<Product> & { name: string })[] = [
    { name: 'Geacă de piele „Vama”', sku: 'GEACA-01', images: [a, b, c], stock_quantity: 3 },
    { name: 'Bocanci fără nicio poză', sku: 'BOCANCI', images: [] },
    { name: 'Tricou în trei mărimi', sku: 'TRICOU', type: 'variable', images: [d], regular_price: '' },
    {
      name: 'Tricou în trei mărimi - M',
      sku: 'TRICOU-M',
      type: 'variation',
      parent_id: FIRST + 2,
      images: [],
    },
    { name: 'Ciornă', status: 'draft' },
    { name: 'În așteptare', status: 'pending' },
    { name: 'Privat', status: 'private' },
    { name: 'Aruncat', status: 'trash' },
    { name: 'Al unui vânzător', sku: 'VANZATOR', isOfVendor: true },
    { name: 'De pe alt site', type: 'external' },
    { name: 'Cod cu virgulă', sku: 'A,1' },
    { name: 'Aceeași poză de două ori', images: [a, a] },
  ];
  const plain = Array.from({ length: PLAIN }, (_, n) => ({ name: `Produsul ${n + 1}`, sku: `P-${n + 1}` }));
  return [...odd, ...plain].map((facts, n) => ({
    id: FIRST + n,
    description: `<p>${facts.name}, descriere.</p>`,
    sku: '',
    status: 'publish',
    regular_price: String(49 + n),
    stock_quantity: null,
    type: 'simple',
    parent_id: 0,
    categories: [{ id: 15, name: 'Fără categorie' }],
    isOfVendor: false,
    images: [a],
    modified: Date.parse('2026-11-01T10:00:00Z'),
    ...facts,
  }));
}

/** Returns a product as the interface shows it. Pictures that the library no longer has are left out. */
export function toWire(product: Product, url: string, media: Media): Record<string, unknown> {
  const { images, isOfVendor: _, modified, ...rest } = product;
  const slug = `produsul-${product.id}`;
  const at = new Date(modified).toISOString().slice(0, 19);
  return {
    ...rest,
    slug,
    permalink: `${url}/produs/${slug}/`,
    price: product.regular_price,
    date_modified: at,
    date_modified_gmt: at,
    meta_data: [{ id: 1, key: '_furnizor', value: 'secret' }],
    images: images.flatMap((id) => {
      const found = media.find(id);
      return found === null ? [] : [toWirePicture(found, media)];
    }),
  };
}

function toWirePicture(attachment: Attachment, media: Media) {
  const src = media.addressOf(attachment);
  const at = '2026-11-01T10:00:00';
  const dates = { date_created: at, date_created_gmt: at, date_modified: at, date_modified_gmt: at };
  return { id: attachment.id, ...dates, src, name: attachment.title, alt: attachment.alt };
}
