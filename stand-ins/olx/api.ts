import { applyBody, readAdvertBody } from './advert-body.ts';
import { type Advert, CATEGORIES, SELLERS, toWire } from './adverts.ts';
import { getNow, type Portal } from './portal.ts';
import { ApiRefusal, AuthRefusal, type Reply } from './replies.ts';

const PREFIX = '/api/partner';
const INVALID = 'Data validation error occurred';

export interface ApiCall {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: string;
}

/** Answers a call to the partner API. Throws the portal's refusals. */
export async function answerApi(portal: Portal, call: ApiCall): Promise<Reply> {
  refuseHeaders(call);
  const sellerId = findSeller(portal, call);
  const path = call.path.slice(PREFIX.length);
  const [, root, id, part] = path.split('/');
  if (root === 'categories' && call.method === 'GET' && part === undefined) return answerCategories(id);
  if (root === 'users' && id === 'me' && call.method === 'GET' && part === undefined)
    return answerSeller(sellerId);
  if (root !== 'adverts' || (part !== undefined && part !== 'moderation-reason')) return UNSUPPORTED;
  if (sellerId === null) throw new ApiRefusal(400, 'Invalid owner in token');
  if (id === undefined && call.method === 'GET') return listAdverts(portal, sellerId, call.query);
  if (id === undefined) return UNSUPPORTED;
  const advert = portal.adverts.find((each) => String(each.id) === id);
  if (advert === undefined) throw new ApiRefusal(404, 'Not Found', { title: 'Not Found' });
  if (advert.sellerId !== sellerId) {
    if (call.method === 'GET') throw new ApiRefusal(404, 'Not Found', { title: 'Not Found' });
    throw new ApiRefusal(400, INVALID, {
      validation: [{ field: 'ad', title: 'Invalid owner', detail: 'You are not the owner of this ad' }],
    });
  }
  settle(portal, advert);
  if (part === 'moderation-reason')
    return { status: 200, body: { data: { reason: advert.moderationReason } } };
  if (call.method === 'GET') return { status: 200, body: { data: toWire(advert) } };
  if (call.method !== 'PUT') return UNSUPPORTED;
  return changeAdvert(portal, advert, call.body);
}

const UNSUPPORTED: Reply = {
  status: 404,
  body: { error: { type: 'NotFoundException', message: 'Unsupported API version' } },
};

function refuseHeaders({ method, headers }: ApiCall): void {
  if (headers.version !== '2.0') throw new ApiRefusal(400, "Missing required 'Version' header!");
  const type = String(headers['content-type'] ?? '');
  if (method === 'GET' && type.includes('json'))
    throw new ApiRefusal(400, 'Error while decoding JSON data: Syntax error');
  if (method !== 'GET' && !type.includes('json')) throw new ApiRefusal(415, 'Unsupported Media Type');
}

/** Returns who calls; null for the application itself. */
function findSeller({ tokens }: Portal, { method, headers }: ApiCall): number | null {
  const [, token = ''] = /^Bearer (\S+)$/.exec(String(headers.authorization ?? '')) ?? [];
  const known = tokens.find(token);
  if (known === null) throw new AuthRefusal(401, 'invalid_token', 'The access token provided is invalid');
  if (method !== 'GET' && !known.scope.split(' ').includes('write'))
    throw new AuthRefusal(401, 'insufficient_scope', 'The request requires higher privileges');
  return known.sellerId;
}

function answerSeller(sellerId: number | null): Reply {
  const seller = SELLERS.find(({ id }) => id === sellerId);
  if (seller === undefined) throw new ApiRefusal(400, 'Invalid owner in token');
  const { id, name, kind } = seller;
  const email = `seller${id}@olx.example`;
  return {
    status: 200,
    body: { data: { id, email, status: 'confirmed', name, phone: null, is_business: kind === 'business' } },
  };
}

/** Nomenclature lists come bare; one category comes in `data`. */
function answerCategories(id: string | undefined): Reply {
  if (id === undefined) return { status: 200, body: CATEGORIES };
  const category = CATEGORIES.find((each) => String(each.id) === id);
  if (category === undefined) throw new ApiRefusal(404, 'Not Found', { title: 'Not Found' });
  return { status: 200, body: { data: category } };
}

function listAdverts(portal: Portal, sellerId: number, query: URLSearchParams): Reply {
  const offset = Number(query.get('offset') ?? 0);
  const limit = Math.min(Number(query.get('limit') ?? 10), 100);
  const externalId = query.get('external_id');
  const categories = query.get('category_ids')?.split(',') ?? null;
  const own = portal.adverts.filter(
    (advert) =>
      advert.sellerId === sellerId &&
      (externalId === null || advert.external_id === externalId) &&
      (categories === null || categories.includes(String(advert.category_id))),
  );
  for (const advert of own) settle(portal, advert);
  return { status: 200, body: { data: own.slice(offset, offset + limit).map(toWire) } };
}

async function changeAdvert(portal: Portal, advert: Advert, text: string): Promise<Reply> {
  const { faults } = portal;
  const sent = readAdvertBody(text);
  if (sent.external_url !== undefined && faults.externalUrl === 'refused')
    throw new ApiRefusal(400, 'Partner is not allowed to use external URL');
  const category = CATEGORIES.find(({ id }) => id === sent.category_id);
  if (category === undefined)
    throw new ApiRefusal(400, INVALID, {
      validation: [{ field: 'category_id', title: 'Invalid value', detail: 'This value is not valid.' }],
    });
  const urls = (sent.images ?? []).map(({ url }) => url);
  if (urls.length > category.photos_limit) throw new ApiRefusal(400, 'Image error: Image limit exceeded');
  const images = await portal.pictures.take(urls, { faults, now: () => getNow(portal) });
  applyBody(advert, sent, images);
  moderate(portal, advert);
  return { status: 200, body: { data: toWire(advert) } };
}

/** A changed advert may be looked at again before it is shown. */
function moderate(portal: Portal, advert: Advert): void {
  const { after, moderationSeconds } = portal.faults;
  if (after === 'same') return;
  const isRefused = after === 'new-then-moderated';
  advert.status = 'new';
  advert.next = {
    at: getNow(portal) + moderationSeconds * 1000,
    status: isRefused ? 'moderated' : 'active',
    reason: isRefused ? 'Fotografiile nu arată produsul din anunț.' : null,
  };
}

function settle(portal: Portal, advert: Advert): void {
  const { next } = advert;
  if (next === null || next.at > getNow(portal)) return;
  advert.status = next.status;
  advert.moderationReason = next.reason;
  advert.next = null;
}
