import * as z from 'zod';
import { DEALERS, STATES, toWire } from './adverts.ts';
import { faultsSchema } from './faults.ts';
import { getNow, type Portal } from './portal.ts';
import type { Reply } from './replies.ts';

/**
 * For tests and for trying the product (bodies are JSON):
 *   GET  /__sim                            calls, pictures that were fetched, collections, faults, the clock
 *   PUT  /__sim/faults {…}                 what goes wrong from now on; what is not named goes well
 *   POST /__sim/clock {seconds}            moves the clock ahead
 *   POST /__sim/password {dealerId, password}   the dealer changes the password on the site
 *   GET  /__sim/adverts/ID                 an advert as it is stored
 *   POST /__sim/adverts/ID {…}             as if it were edited on the site: title, description, status, params
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
  params: z.record(z.string(), z.unknown()).optional(),
});

function carryOut(portal: Portal, { method, path }: { method: string; path: string }, body: unknown): Reply {
  const id = /^\/__sim\/adverts\/(\d+)$/.exec(path)?.[1];
  if (id !== undefined) return controlAdvert(portal, { method, id }, body);
  switch (`${method} ${path}`) {
    case 'GET /__sim':
      return { status: 200, body: showAll(portal) };
    case 'PUT /__sim/faults':
      portal.faults = faultsSchema.parse(body);
      return { status: 200, body: portal.faults };
    case 'POST /__sim/clock':
      portal.ahead += z.strictObject({ seconds: z.number() }).parse(body).seconds * 1000;
      return { status: 200, body: {} };
    case 'POST /__sim/password': {
      const { dealerId, password } = z.strictObject({ dealerId: z.int(), password: z.string() }).parse(body);
      portal.tokens.changePassword(dealerId, password);
      return { status: 200, body: {} };
    }
    default:
      return { status: 404, body: { message: 'no such control' } };
  }
}

function showAll(portal: Portal) {
  const { calls, pictures, faults, collections, client } = portal;
  return {
    now: new Date(getNow(portal)).toISOString(),
    faults,
    clientId: client.clientId,
    dealers: DEALERS,
    collections: Object.fromEntries(collections),
    calls,
    fetched: pictures.fetched,
  };
}

function controlAdvert(portal: Portal, { method, id }: { method: string; id: string }, body: unknown): Reply {
  const advert = portal.adverts.find((each) => String(each.id) === id);
  if (advert === undefined) return { status: 404, body: { message: 'no such advert' } };
  if (method === 'POST') Object.assign(advert, edit.parse(body));
  return { status: 200, body: toWire(advert, 'map') };
}
