import { applyBody, readAdvertBody } from './advert-body.ts';
import { type Advert, DEALERS, type Photos, toWire } from './adverts.ts';
import { answerCollections } from './collections.ts';
import { getNow, type Portal } from './portal.ts';
import { ApiRefusal, AuthRefusal, type Reply, refuseFields } from './replies.ts';

const PREFIX = '/api/open';
const MOST_LISTED = 100;

export interface ApiCall {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: string;
}

/** Answers a call to the API. Throws the site's refusals. */
export async function answerApi(portal: Portal, call: ApiCall): Promise<Reply> {
  const { method, body, headers } = call;
  const { dealerId, isPartner } = findCaller(portal, call);
  const path = call.path.slice(PREFIX.length);
  if (method !== 'GET' && !String(headers['content-type'] ?? '').includes('json'))
    throw new ApiRefusal(415, 'Unsupported media type', { type: 'UnsupportedMediaTypeException' });
  if (/^\/imageCollections(\/|$)/.test(path)) {
    const isPerItem = headers['x-bulk-error'] === 'per_item';
    const rest = path.slice('/imageCollections'.length);
    return answerCollections(portal, { dealerId, method, path: rest, body, isPerItem });
  }
  // A partner's access has addresses of its own.
  const found = /^(\/account)?\/adverts(?:\/([^/]+))?$/.exec(path);
  if (found === null) throw notFound('Route not found');
  if ((found[1] === undefined) !== isPartner) throw forbidden('The grant has no access to this address');
  const id = found[2];
  if (id === undefined) {
    if (method !== 'GET')
      throw new ApiRefusal(405, 'Method not allowed', { type: 'MethodNotAllowedException' });
    return listAdverts(portal, dealerId, call.query);
  }
  // What another account's advert answers is presupus.
  const advert = portal.adverts.find((each) => String(each.id) === id && each.dealerId === dealerId);
  if (advert === undefined) throw notFound('Advert not found');
  settle(portal, advert);
  if (method === 'PUT') changeAdvert(portal, advert, body);
  else if (method !== 'GET')
    throw new ApiRefusal(405, 'Method not allowed', { type: 'MethodNotAllowedException' });
  return { status: 200, body: toWire(advert, portal.faults.photos) };
}

function notFound(message: string): ApiRefusal {
  return new ApiRefusal(404, message, { type: 'NotFoundException' });
}

function forbidden(message: string): ApiRefusal {
  return new ApiRefusal(403, message, { type: 'AccessDeniedException' });
}

/** Returns whose adverts a call is about. A partner's call names the account by its header alone (presupus). */
function findCaller(
  { tokens, faults }: Portal,
  { method, headers }: ApiCall,
): { dealerId: number; isPartner: boolean } {
  if (faults.callers === 'listed') throw forbidden('Your address is not allowed');
  const [, token = ''] = /^Bearer (\S+)$/.exec(String(headers.authorization ?? '')) ?? [];
  const known = tokens.find(token);
  if (known === null || faults.account === 'locked')
    throw new AuthRefusal(401, 'invalid_token', 'The access token provided is invalid');
  // What a call without the account's address answers is presupus.
  const named = DEALERS.find(({ email }) => email === headers['user-agent']);
  if (named === undefined || (known.dealerId !== null && known.dealerId !== named.id))
    throw forbidden('User-Agent must be the e-mail of the account');
  if (method !== 'GET' && !known.scope.split(' ').includes('write'))
    throw new AuthRefusal(403, 'insufficient_scope', 'The request requires higher privileges');
  return { dealerId: named.id, isPartner: known.dealerId === null };
}

function listAdverts(portal: Portal, dealerId: number, query: URLSearchParams): Reply {
  const page = Math.max(1, Number(query.get('page') ?? 1));
  const limit = Math.min(Number(query.get('limit') ?? 10), MOST_LISTED);
  const own = portal.adverts.filter((advert) => advert.dealerId === dealerId);
  for (const advert of own) settle(portal, advert);
  const results = own.slice((page - 1) * limit, page * limit);
  const body = {
    results: results.map((advert) => toWire(advert, portal.faults.photos)),
    is_last_page: page * limit >= own.length,
    total_elements: own.length,
    total_pages: Math.ceil(own.length / limit),
    current_page: page,
    current_elements: results.length,
  };
  return { status: 200, body };
}

function changeAdvert(portal: Portal, advert: Advert, text: string): void {
  const sent = readAdvertBody(text, advert);
  applyBody(advert, sent, findPhotos(portal, advert, sent.image_collection_id));
  moderate(portal, advert);
}

/** Returns the pictures that a change gives an advert: those of its collection, in the order of their numbers. */
function findPhotos(portal: Portal, advert: Advert, id: string | number | undefined): Photos {
  if (id === undefined) return {};
  const collection = portal.collections.get(String(id));
  // The first adverts' collections are known by their number alone.
  if (collection === undefined && String(id) === advert.image_collection_id) return advert.photos;
  if (collection === undefined || collection.dealerId !== advert.dealerId)
    throw refuseFields({ image_collection_id: ['Collection not found'] });
  const sizes = Object.values(collection.photos);
  const shown = portal.faults.order === 'reverse' ? sizes.toReversed() : sizes;
  return Object.fromEntries(shown.map((one, at) => [String(at + 1), one]));
}

/** A changed advert may be looked at again before it is shown. */
function moderate(portal: Portal, advert: Advert): void {
  const { after, moderationSeconds } = portal.faults;
  if (after === 'same') return;
  advert.status = 'new';
  advert.next = {
    at: getNow(portal) + moderationSeconds * 1000,
    status: after === 'new-then-moderated' ? 'moderated' : 'active',
  };
}

function settle(portal: Portal, advert: Advert): void {
  const { next } = advert;
  if (next === null || next.at > getNow(portal)) return;
  advert.status = next.status;
  advert.next = null;
}
