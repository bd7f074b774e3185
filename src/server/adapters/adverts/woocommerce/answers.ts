import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { AdvertState } from '#domain/adverts/advert.ts';
import { SiteFailure, type SiteFailureKind } from '#domain/adverts/site-failure.ts';
import type { SiteAdvert } from '#server/adapters/adverts/port.ts';
import { parseAnswer } from '#server/adapters/adverts/site-calls.ts';

/** Fields that are asked for: prices, stocks and buyers are never read. */
export const FIELDS = 'id,name,permalink,type,status,sku,parent_id,images';

/** Far more than a product has; each is copied before a change. */
const MOST_PICTURES = 100;
/** Letters of a title; longer ones are cut. */
const LONGEST_TITLE = 300;
const LONGEST_ADDRESS = 1000;
/** What a page of products holds, whatever a shop sends. */
export const PAGE = 100;

const product = z.object({
  id: z.int().positive(),
  name: z.string(),
  permalink: z.string().catch(''),
  type: z.string().catch('simple'),
  status: z.string(),
  sku: z.string().max(200).catch(''),
  parent_id: z.int().catch(0),
  images: z.array(z.object({ id: z.int(), src: z.string() })).max(MOST_PICTURES),
});

/** A picture of the shop's media library. */
export interface ShopPicture {
  readonly id: number;
  readonly src: string;
}

export interface ShopProduct {
  readonly advert: SiteAdvert;
  /** Id of the product that a variation is one of; null: it is a product. */
  readonly variationOf: string | null;
}

const STATES: Readonly<Record<string, AdvertState>> = {
  publish: 'shown',
  private: 'waiting',
  draft: 'waiting',
  pending: 'waiting',
  future: 'waiting',
  trash: 'ended',
};

/** Throws SiteFailure for an answer that cannot be understood. */
export function readProduct(answer: unknown): ShopProduct {
  const read = parseAnswer(product, answer);
  const { id, name, permalink, type, status, sku, parent_id } = read;
  // Old versions show a placeholder, which is no picture of the library.
  const images = read.images.filter((each) => each.id > 0).map((each) => ({ id: each.id, src: each.src }));
  const advert: SiteAdvert = {
    id: String(id),
    title: (decodeText(name.slice(0, 4 * LONGEST_TITLE)) || sku || String(id))
      .slice(0, LONGEST_TITLE)
      .toWellFormed(),
    url: /^https?:\/\//u.test(permalink) && permalink.length <= LONGEST_ADDRESS ? permalink : '',
    state: STATES[status] ?? 'unknown',
    rawState: status.slice(0, 40),
    pictures: images.map(({ src }) => src),
    mediaIds: images.map(({ id: mediaId }) => mediaId),
    // Its currency stands in settings that a key need not open.
    price: null,
    categoryId: '',
    isExported: false,
    ...(sku !== '' && { code: sku }),
    raw: { images },
    version: createHash('sha256').update(JSON.stringify({ id, name, sku, images })).digest('hex'),
  };
  return { advert, variationOf: type === 'variation' ? String(parent_id) : null };
}

/** Returns a page of products. One that cannot be understood is left out, so that the others can be chosen. */
export function readProducts(answer: unknown): { listed: number; products: ShopProduct[] } {
  const listed = parseAnswer(z.array(z.unknown()), answer).slice(0, PAGE);
  const products = listed.filter((each) => product.safeParse(each).success).map(readProduct);
  return { listed: listed.length, products };
}

/** Returns the pictures of a product as it was read, in order. */
export function listPictures({ raw }: SiteAdvert): readonly ShopPicture[] {
  return (raw as { images: readonly ShopPicture[] }).images;
}

const MARKS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

/** WordPress keeps titles as HTML. */
function decodeText(text: string): string {
  return text
    .replace(/&#(\d{1,6});/gu, (_, code) => String.fromCodePoint(Number(code)))
    .replace(/&(amp|lt|gt|quot|nbsp);/gu, (_, name) => MARKS[name] ?? '')
    .replaceAll('\0', '')
    .toWellFormed()
    .trim();
}

/** A failure with the shop's own word for it. */
export class ShopFailure extends SiteFailure {
  /** Null: the answer was none of WordPress's refusals. */
  readonly code: string | null;

  constructor(kind: SiteFailureKind, facts: SiteFailure['facts'], code: string | null = null) {
    super(kind, facts);
    this.code = code;
  }
}

const refusal = z.object({
  code: z.string(),
  message: z.string().catch(''),
  data: z
    .object({ params: z.record(z.string(), z.string()).optional().catch(undefined) })
    .nullish()
    .catch(null),
});

interface Refused {
  readonly status: number;
  /** Undefined: no JSON. */
  readonly body: unknown;
  readonly retryAfter: string | null;
  readonly location: string | null;
  /** True for a call that changes something. */
  readonly isChange: boolean;
}

/** Kinds by the shop's own words; a number beside one: under that status alone. */
const KINDS: Readonly<Record<string, SiteFailureKind>> = {
  woocommerce_product_image_upload_error: 'pictures',
  woocommerce_product_invalid_image_id: 'pictures',
  woocommerce_rest_product_invalid_id: 'gone',
  woocommerce_rest_invalid_product_id: 'gone',
  // The owner of the key may edit products, but not this one.
  'woocommerce_rest_cannot_edit 403': 'foreign',
  // WooCommerce is switched off, or the address is of another WordPress.
  rest_no_route: 'away',
  rest_invalid_param: 'refused',
};

/**
 * Returns what a refusal means. Sentences come in the shop's language: status and code decide. A change of which no refusal of WordPress's
 * own speaks may have been made.
 */
export function classifyShopRefusal({ status, body, retryAfter, location, isChange }: Refused): ShopFailure {
  if (status === 429) return new ShopFailure('busy', { status, waitSeconds: readSeconds(retryAfter) });
  const lost = isChange ? 'unknown' : 'away';
  if (status >= 500 || status === 408) return new ShopFailure(lost, { status });
  const said = refusal.safeParse(body);
  if (!said.success || status < 400) {
    const moved = location === null ? null : (URL.parse(location)?.origin ?? null);
    return new ShopFailure(lost, { status, ...(moved !== null && { detail: `redirect: ${moved}` }) });
  }
  const { code, message, data } = said.data;
  const detail = hideSecrets(message);
  const fields = Object.entries(data?.params ?? {}).map(([field, words]) => ({
    field,
    detail: hideSecrets(words),
  }));
  const isOfKey = status === 401 || status === 403;
  const kind = KINDS[`${code} ${status}`] ?? KINDS[code] ?? (isOfKey ? 'reconnect' : 'unexpected');
  const isNarrow = kind === 'reconnect' && isChange;
  const facts = { status, detail, ...(fields.length > 0 && { fields }), ...(isNarrow && { isNarrow }) };
  return new ShopFailure(kind, facts, code);
}

/** Addresses of pictures open them, and keys open the shop: neither is shown or logged. */
function hideSecrets(text: string): string {
  return (
    decodeText(text)
      .replace(/https?:\/\/\S+/giu, '…')
      .replace(/\bc[ks]_\w+/giu, '…')
      .replace(/\b(?:basic|bearer)\s+\S+/giu, '…')
      // „ck_” and „cs_” begin so in base64, whatever stands around them.
      .replace(/[\w+/=-]{40,}/gu, '…')
      .slice(0, 300)
      .toWellFormed()
  );
}

/** Returns the seconds of a Retry-After; null where it says none. */
function readSeconds(retryAfter: string | null): number | null {
  return retryAfter !== null && /^\d{1,6}$/u.test(retryAfter) ? Number(retryAfter) : null;
}
