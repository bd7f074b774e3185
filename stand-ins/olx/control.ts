import * as z from 'zod';
import { SELLERS, STATES, toWire } from './adverts.ts';
import { faultsSchema } from './faults.ts';
import { getNow, type Portal } from './portal.ts';
import type { Reply } from './replies.ts';

/**
 * For tests and for trying the product (bodies are JSON):
 *   GET  /__sim                       calls, pictures that were fetched, faults, the clock
 *   PUT  /__sim/faults {…}            what goes wrong from now on; what is not named goes well
 *   POST /__sim/clock {seconds}       moves the clock ahead
 *   POST /__sim/withdraw {sellerId}   the seller takes the access away
 *   GET  /__sim/adverts/ID            an advert as it is stored
 *   POST /__sim/adverts/ID {…}        as if it were edited on the site: title, description, price, status, category_id, images
 */
export function control(
  portal: Portal,
  { method, path }: { method: string; path: string },
  body: unknown,
): Reply {
  try {
    return carryOut(portal, { method, path }, body);
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    return { status: 400, body: { message: z.prettifyError(error) } };
  }
}

const edit = z.strictObject({
  title: z.string().optional(),
  description: z.string().optional(),
  status: z.enum(STATES).optional(),
  price: z.record(z.string(), z.unknown()).nullable().optional(),
  images: z.array(z.strictObject({ url: z.string() })).optional(),
  external_url: z.string().nullable().optional(),
  category_id: z.int().optional(),
});

function carryOut(portal: Portal, { method, path }: { method: string; path: string }, body: unknown): Reply {
  const id = /^\/__sim\/adverts\/(\d+)$/.exec(path)?.[1];
  if (id !== undefined) return controlAdvert(portal, { method, id }, body);
  const route = `${method} ${path}`;
  if (route === 'GET /__sim') {
    const { calls, pictures, faults, application } = portal;
    const now = new Date(getNow(portal)).toISOString();
    const { clientId, redirectUris } = application;
    return {
      status: 200,
      body: { now, faults, clientId, redirectUris, sellers: SELLERS, calls, fetched: pictures.fetched },
    };
  }
  if (route === 'PUT /__sim/faults') {
    portal.faults = faultsSchema.parse(body);
    return { status: 200, body: portal.faults };
  }
  if (route === 'POST /__sim/clock') {
    portal.ahead += z.strictObject({ seconds: z.number() }).parse(body).seconds * 1000;
    return { status: 200, body: {} };
  }
  if (route === 'POST /__sim/withdraw') {
    portal.tokens.withdraw(z.strictObject({ sellerId: z.int() }).parse(body).sellerId);
    return { status: 200, body: {} };
  }
  return { status: 404, body: { message: 'no such control' } };
}

function controlAdvert(portal: Portal, { method, id }: { method: string; id: string }, body: unknown): Reply {
  const advert = portal.adverts.find((each) => String(each.id) === id);
  if (advert === undefined) return { status: 404, body: { message: 'no such advert' } };
  if (method === 'POST') Object.assign(advert, edit.parse(body));
  return { status: 200, body: toWire(advert) };
}
