import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { AdvertState } from '#domain/adverts/advert.ts';
import { SiteFailure } from '#domain/adverts/site-failure.ts';
import type { SiteAdvert, SiteGrant, SiteSeller } from '#server/adapters/adverts/port.ts';
import { parseAnswer } from '#server/adapters/adverts/site-calls.ts';
import { SIGN_IN_FAULTS_OF_OPERATOR } from '#server/adapters/outside-call.ts';
import { buildChange } from './body.ts';

const grant = z.object({
  access_token: z.string().min(1),
  // Text in one sample of the documentation.
  expires_in: z.coerce.number().positive(),
  refresh_token: z.nullish(z.string()),
  scope: z.nullish(z.string()),
});

const advert = z.object({
  id: z.union([z.number(), z.string()]),
  title: z.string(),
  url: z.string(),
  status: z.string(),
  category_id: z.union([z.number(), z.string()]),
  external_url: z.nullish(z.string()),
  images: z.nullish(z.array(z.object({ url: z.string() }))),
  price: z.nullish(z.object({ value: z.coerce.number(), currency: z.string() })).catch(null),
});

const seller = z.object({ id: z.union([z.number(), z.string()]), name: z.nullish(z.string()) });

const STATES: Readonly<Record<string, AdvertState>> = {
  active: 'shown',
  limited: 'waiting',
  new: 'waiting',
  unpaid: 'waiting',
  unconfirmed: 'waiting',
  disabled: 'waiting',
  moderated: 'stopped',
  blocked: 'stopped',
  removed_by_moderator: 'stopped',
  removed_by_user: 'ended',
  outdated: 'ended',
};

/** Throws SiteFailure for an answer that cannot be understood. */
export function readGrant(answer: unknown, now: Date): SiteGrant {
  const { access_token, expires_in, refresh_token = null, scope = null } = parseAnswer(grant, answer);
  return {
    accessToken: access_token,
    expiresAt: new Date(now.getTime() + expires_in * 1000),
    refreshToken: refresh_token,
    scope: scope ?? '',
  };
}

export function readAdvertAnswer(answer: unknown): SiteAdvert {
  const known = parseAnswer(advert, answer);
  return {
    id: String(known.id),
    title: known.title,
    // Shown as a link.
    url: /^https?:\/\//u.test(known.url) ? known.url : '',
    state: STATES[known.status] ?? 'unknown',
    rawState: known.status,
    pictures: (known.images ?? []).map(({ url }) => url),
    price: known.price ?? null,
    categoryId: String(known.category_id),
    isExported: /^https?:\/\/(?:www\.)?autovit\.ro\//u.test(known.external_url ?? ''),
    raw: answer,
    version: computeVersion(answer, known.images ?? []),
  };
}

/** A change echoes the texts: they and the addresses of the pictures make the version. */
function computeVersion(answer: unknown, images: readonly { url: string }[]): string {
  const addresses = images.map(({ url }) => url);
  const change = buildChange(answer as Readonly<Record<string, unknown>>, addresses);
  return createHash('sha256').update(JSON.stringify(change)).digest('hex');
}

/** Returns a page of adverts. One that cannot be understood is left out, so that the others can be chosen. */
export function readAdvertList(answer: unknown, page: number): { adverts: SiteAdvert[]; isLast: boolean } {
  const listed = parseAnswer(z.array(z.unknown()), answer);
  const adverts = listed.flatMap((each) => (advert.safeParse(each).success ? readAdvertAnswer(each) : []));
  return { adverts, isLast: listed.length < page };
}

export function readSellerAnswer(answer: unknown): SiteSeller {
  const { id, name } = parseAnswer(seller, answer);
  return { id: String(id), name: name?.trim().slice(0, 120) || null };
}

export function readPhotoLimitAnswer(answer: unknown): number {
  return parseAnswer(z.object({ photos_limit: z.int().min(0) }), answer).photos_limit;
}

export function readReason(answer: unknown): string | null {
  return parseAnswer(z.object({ reason: z.nullish(z.string()) }), answer).reason ?? null;
}

/** Some answers come bare, most in `data`. */
export function unwrapData(answer: unknown): unknown {
  return typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : answer;
}

const flat = z.object({ error: z.string(), error_description: z.optional(z.string()) });
const nested = z.object({
  error: z.object({
    type: z.optional(z.string()),
    title: z.optional(z.string()),
    detail: z.optional(z.string()),
    validation: z.optional(z.array(z.object({ field: z.string(), detail: z.optional(z.string()) }))),
  }),
});

interface Refused {
  readonly status: number;
  /** Null: no JSON. */
  readonly body: unknown;
  /** As the site asks; null: it does not. */
  readonly waitSeconds: number | null;
  /** True for a call that changes something. */
  readonly isChange: boolean;
  /** True where the change had pictures. */
  readonly hadPictures: boolean;
}

/**
 * Returns what a refusal means. Sentences come in the site's language: status, form and field decide, never words alone. A change of which
 * no refusal of the site's own speaks may have been made.
 */
export function classifyRefusal({ status, body, waitSeconds, isChange, hadPictures }: Refused): SiteFailure {
  if (status === 429) return new SiteFailure('busy', { status, waitSeconds });
  if (status >= 500 || status === 408) return new SiteFailure(isChange ? 'unknown' : 'away', { status });
  const auth = flat.safeParse(body);
  if (auth.success && status >= 400) return classifyAuth(auth.data, status);
  const api = nested.safeParse(unwrapData(body));
  // A page of what stands in front of the site, or no refusal at all.
  if (!api.success || status < 400) return new SiteFailure(isChange ? 'unknown' : 'away', { status });
  const { type, detail = '', validation = [] } = api.data.error;
  const fields = validation.map(({ field, detail: said = '' }) => ({ field, detail: said }));
  if (fields.some(({ field }) => field === 'ad')) return new SiteFailure('foreign', { status, detail });
  if (fields.length > 0) return new SiteFailure('refused', { status, detail, fields });
  if (status === 404) return new SiteFailure(type === undefined ? 'gone' : 'unexpected', { status, detail });
  if (/^image error/iu.test(detail)) return new SiteFailure('pictures', { status, detail });
  // Words may be translated: what is left of a change with pictures is the pictures, unless the body itself was not understood.
  const isOurs = /compound forms|decoding JSON|'Version' header|external URL/iu.test(detail);
  return new SiteFailure(status === 400 && hadPictures && !isOurs ? 'pictures' : 'unexpected', {
    status,
    detail,
  });
}

function classifyAuth(
  { error, error_description: detail }: z.infer<typeof flat>,
  status: number,
): SiteFailure {
  const facts = { status, ...(detail !== undefined && { detail }) };
  if (error === 'invalid_token') return new SiteFailure('token', facts);
  if (error === 'invalid_grant' || error === 'insufficient_scope') return new SiteFailure('reconnect', facts);
  return new SiteFailure(SIGN_IN_FAULTS_OF_OPERATOR.includes(error) ? 'operator' : 'unexpected', facts);
}
