import * as z from 'zod';
import { faultsSchema } from './faults.ts';
import { STATUSES, toWire } from './products.ts';
import type { Reply } from './replies.ts';
import type { Shop } from './shop.ts';

/**
 * For tests and for trying the product (bodies are JSON):
 *   GET  /__sim                    calls, pictures that were fetched, the media library, faults
 *   PUT  /__sim/faults {…}         what goes wrong from now on; what is not named goes well
 *   POST /__sim/revoke {key}       the owner deletes a key
 *   POST /__sim/media/forget {id}  the owner deletes a picture from the library
 *   GET  /__sim/products/ID        a product as it is stored
 *   POST /__sim/products/ID {…}    as if it were edited in the shop: name, status, sku, regular_price, images (ids)
 */
export function control(
  shop: Shop,
  { method, path }: { method: string; path: string },
  body: unknown,
): Reply {
  try {
    return carryOut(shop, { method, path }, body);
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    return { status: 400, body: { message: z.prettifyError(error) } };
  }
}

const edit = z.strictObject({
  name: z.string().optional(),
  sku: z.string().optional(),
  status: z.enum(STATUSES).optional(),
  regular_price: z.string().optional(),
  images: z.array(z.int()).optional(),
});

function carryOut(shop: Shop, { method, path }: { method: string; path: string }, body: unknown): Reply {
  const id = /^\/__sim\/products\/(\d+)$/u.exec(path)?.[1];
  if (id !== undefined) return controlProduct(shop, { method, id }, body);
  const route = `${method} ${path}`;
  if (route === 'GET /__sim') {
    const { calls, media, faults } = shop;
    const library = media.all.map(({ id: mediaId, file, title }) => ({ id: mediaId, file, title }));
    return { status: 200, body: { faults, calls, fetched: media.fetched, media: library } };
  }
  if (route === 'PUT /__sim/faults') {
    shop.faults = faultsSchema.parse(body);
    shop.changes = 0;
    shop.media.asked = 0;
    return { status: 200, body: shop.faults };
  }
  if (route === 'POST /__sim/revoke') {
    const { key } = z.strictObject({ key: z.string() }).parse(body);
    const at = shop.keys.findIndex((each) => each.key === key);
    if (at >= 0) shop.keys.splice(at, 1);
    return { status: 200, body: {} };
  }
  if (route === 'POST /__sim/media/forget') {
    shop.media.remove(z.strictObject({ id: z.int() }).parse(body).id);
    return { status: 200, body: {} };
  }
  return { status: 404, body: { message: 'no such control' } };
}

function controlProduct(shop: Shop, { method, id }: { method: string; id: string }, body: unknown): Reply {
  const product = shop.products.find((each) => String(each.id) === id);
  if (product === undefined) return { status: 404, body: { message: 'no such product' } };
  if (method === 'POST') Object.assign(product, edit.parse(body));
  return { status: 200, body: toWire(product, shop.url, shop.media) };
}
