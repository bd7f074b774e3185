import * as z from 'zod';
import { findKey, refusePermission } from './keys.ts';
import { type Product, toWire } from './products.ts';
import { Refusal, type Reply } from './replies.ts';
import type { Key, Shop } from './shop.ts';

const ROOT = '/wc/v3/products';

export interface ApiCall {
  readonly method: string;
  /** What stands behind /wp-json, or in `rest_route`. */
  readonly route: string;
  readonly query: URLSearchParams;
  readonly authorization: string | undefined;
  readonly type: string;
  readonly body: string;
}

/** Answers a call to the interface. Throws the shop's refusals. */
export async function answerApi(shop: Shop, call: ApiCall): Promise<Reply> {
  const { method, route, query } = call;
  const key = findKey(shop, call);
  const [, id] = /^\/wc\/v3\/products\/(\d+)\/?$/u.exec(route) ?? [];
  const isList = route === ROOT || route === `${ROOT}/`;
  const isChange = ['PUT', 'POST', 'PATCH'].includes(method);
  if ((!isList && id === undefined) || (isList && method !== 'GET') || (!isChange && method !== 'GET'))
    throw new Refusal(
      { status: 404, code: 'rest_no_route' },
      'No route was found matching the URL and request method.',
    );
  if (key !== null) refusePermission(key, isChange);
  if (isList) return listProducts(shop, key, query);
  const product = shop.products.find((each) => String(each.id) === id);
  if (product === undefined) throw refuseId(isChange ? 400 : 404);
  refuseRole(key, product, isChange);
  if (isChange) await changeProduct(shop, product, call);
  return { status: 200, body: pickFields(toWire(product, shop.url, shop.media), query) };
}

function refuseId(status: number): Refusal {
  return new Refusal({ status, code: 'woocommerce_rest_product_invalid_id' }, 'Invalid ID.');
}

function refuseRole(key: Key | null, product: Product, isChange: boolean): void {
  const status = key === null ? 401 : 403;
  if (!isChange && (key === null || key.role === 'customer'))
    throw new Refusal(
      { status, code: 'woocommerce_rest_cannot_view' },
      'Sorry, you cannot view this resource.',
    );
  const mayEdit = key?.role === 'manager' || (key?.role === 'vendor' && product.isOfVendor);
  if (isChange && !mayEdit)
    throw new Refusal(
      { status, code: 'woocommerce_rest_cannot_edit' },
      'Sorry, you are not allowed to edit this resource.',
    );
}

const listQuery = z.object({
  per_page: z.coerce.number().int().min(1).max(100).default(10),
  page: z.coerce.number().int().min(1).default(1),
  offset: z.coerce.number().int().min(0).optional(),
  status: z.string().default('any'),
  search: z.string().default(''),
  sku: z.string().default(''),
});

function listProducts({ products, media, url }: Shop, key: Key | null, query: URLSearchParams): Reply {
  if (key === null || key.role === 'customer')
    throw new Refusal(
      { status: key === null ? 401 : 403, code: 'woocommerce_rest_cannot_view' },
      'Sorry, you cannot list resources.',
    );
  const asked = listQuery.safeParse(Object.fromEntries(query));
  if (!asked.success) throw refuseParameter(String(asked.error.issues[0]?.path[0]));
  const { per_page, page, status, search, sku, offset = (page - 1) * per_page } = asked.data;
  const skus = sku === '' ? null : [...sku.split(','), sku];
  const words = search.toLowerCase();
  const found = products.filter(
    (each) =>
      // Variations come only where a code is asked for.
      (skus === null ? each.type !== 'variation' : skus.includes(each.sku)) &&
      (status === 'any' ? each.status !== 'trash' : each.status === status) &&
      `${each.name} ${each.description}`.toLowerCase().includes(words),
  );
  const headers = {
    'x-wp-total': String(found.length),
    'x-wp-totalpages': String(Math.ceil(found.length / per_page)),
  };
  const shown = found.slice(offset, offset + per_page);
  return { status: 200, headers, body: shown.map((each) => pickFields(toWire(each, url, media), query)) };
}

function refuseParameter(name: string): Refusal {
  return new Refusal(
    { status: 400, code: 'rest_invalid_param', params: { [name]: `${name} is not valid.` } },
    `Invalid parameter(s): ${name}`,
  );
}

/** WordPress leaves out what `_fields` does not name. */
function pickFields(wire: Record<string, unknown>, query: URLSearchParams): Record<string, unknown> {
  const fields = query.get('_fields')?.split(',') ?? null;
  return fields === null
    ? wire
    : Object.fromEntries(Object.entries(wire).filter(([key]) => fields.includes(key)));
}

const change = z.object({
  name: z.string().optional(),
  description: z.string().optional(),
  sku: z.string().optional(),
  regular_price: z.string().optional(),
  images: z
    .array(z.object({ id: z.int().optional(), src: z.string().optional(), name: z.string().optional() }))
    .optional(),
});

/** What is left out stays; `images` replaces all pictures. Nothing is stored of a change that fails, but what was fetched. */
async function changeProduct(shop: Shop, product: Product, { type, body }: ApiCall): Promise<void> {
  if (!type.includes('json')) throw refuseParameter('content-type');
  if (product.type === 'variation')
    throw new Refusal(
      { status: 404, code: 'woocommerce_rest_invalid_product_id' },
      'To manipulate product variations you should use the /products/&lt;product_id&gt;/variations/&lt;id&gt; endpoint.',
    );
  const sent = change.safeParse(parseBody(body));
  if (!sent.success) throw refuseParameter(String(sent.error.issues[0]?.path[0]));
  const { images, ...texts } = sent.data;
  const taken = images === undefined ? null : await takeImages(shop, images);
  const given = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined));
  Object.assign(product, given, taken !== null && { images: taken });
  product.modified = Date.now();
}

function parseBody(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new Refusal({ status: 400, code: 'rest_invalid_json' }, 'Invalid JSON body passed.');
  }
}

/** Takes pictures one after another; the first that fails ends it. */
async function takeImages(
  { media, faults }: Shop,
  images: readonly { id?: number | undefined; src?: string | undefined }[],
): Promise<number[]> {
  const ids: number[] = [];
  const fetched: number[] = [];
  try {
    for (const { id = 0, src } of images) {
      if (id === 0 && src !== undefined) {
        const taken = await media.take(src, faults).catch((error: unknown) => {
          if (faults.pictures === 'skipped') return null;
          throw error;
        });
        if (taken === null) continue;
        fetched.push(taken.id);
        ids.push(taken.id);
        continue;
      }
      if (media.find(id) === null)
        throw new Refusal(
          { status: 400, code: 'woocommerce_product_invalid_image_id' },
          `#${id} is an invalid image ID.`,
        );
      ids.push(id);
    }
  } catch (error) {
    if (faults.leftovers === 'removed') for (const id of fetched) media.remove(id);
    throw error;
  }
  return faults.pictures === 'reverse' ? ids.reverse() : ids;
}
