import * as z from 'zod/mini';
import { defineRoute } from '#contract/route.ts';
import { batchId, instant, nothing } from '#contract/wire.ts';
import { BREAK_REASONS, CONNECTION_OUTCOMES } from '#domain/adverts/connection.ts';
import { KEY_SITES, PAGE_SITES, PASSWORD_SITES, SITES } from '#domain/adverts/sites.ts';

export const connectionId = z.string().check(z.regex(/^adc_[a-z0-9]{20,32}$/));
const site = z.enum(SITES);

/** An account at a site with adverts that a person let Fotolot into. */
const connection = z.object({
  id: connectionId,
  site,
  /** Name at the site, else its number there. */
  seller: z.string(),
  connectedAt: instant,
  /** When access ends by itself, and the account must be linked again; null: it is renewed until it is taken back. */
  accessEndsAt: z.nullable(instant),
  /** Null while it can be used. */
  broken: z.nullable(z.object({ reason: z.enum(BREAK_REASONS), since: instant })),
});
export type Connection = z.infer<typeof connection>;

const offered = {
  mode: z.enum(['live', 'stand-in']),
  /** False where the site could not send the browser back to this installation. */
  canConnect: z.boolean(),
};
const pageSite = z.enum(PAGE_SITES);
const passwordSite = z.enum(PASSWORD_SITES);
const keySite = z.enum(KEY_SITES);
const offeredSite = z.discriminatedUnion('connectsBy', [
  z.object({ connectsBy: z.literal('page'), site: pageSite, ...offered }),
  z.object({
    connectsBy: z.literal('password'),
    site: passwordSite,
    ...offered,
    /** Hours after which access ends; null: it is renewed. */
    accessHours: z.nullable(z.int()),
  }),
  z.object({ connectsBy: z.literal('key'), site: keySite, ...offered }),
]);
export type OfferedSite = z.infer<typeof offeredSite>;
export type OfferedKeySite = Extract<OfferedSite, { connectsBy: 'key' }>;
export type OfferedPasswordSite = Extract<OfferedSite, { connectsBy: 'password' }>;

export const readConnections = defineRoute({
  method: 'GET',
  path: '/api/adverts/connections',
  access: 'user',
  summary: 'The sites whose accounts can be linked, and the own accounts that are',
  out: z.object({ sites: z.array(offeredSite), connections: z.array(connection) }),
});
export type Connections = z.infer<(typeof readConnections)['out']>;

export const beginConnection = defineRoute({
  method: 'POST',
  path: '/api/adverts/connections',
  access: 'user',
  event: 'advert-connection-begun',
  summary: 'The site’s address on which the person lets Fotolot in; it counts for 15 minutes in this session',
  body: z.strictObject({
    site: pageSite,
    /** The batch to come back to; without one the settings. */
    batchId: z.optional(batchId),
  }),
  out: z.object({ url: z.string() }),
});

export const olxCallback = defineRoute({
  method: 'GET',
  path: '/api/adverts/olx/callback',
  access: 'public',
  event: 'advert-connected',
  summary: 'Where OLX sends the browser back to; always leads to a page of ours',
});

export const connectByPassword = defineRoute({
  method: 'POST',
  path: '/api/adverts/connections/password',
  access: 'user',
  event: 'advert-connected',
  summary: 'Links an account by its password, which goes to the site for access and is kept nowhere',
  body: z.strictObject({
    site: passwordSite,
    email: z.string().check(z.maxLength(254)),
    password: z.string().check(z.minLength(1), z.maxLength(200)),
  }),
  out: z.object({ outcome: z.enum(CONNECTION_OUTCOMES) }),
});

export const connectByKey = defineRoute({
  method: 'POST',
  path: '/api/adverts/connections/key',
  access: 'user',
  event: 'advert-connected',
  summary: 'Links a shop by its address and a key that its owner made there; they are tried by reading',
  body: z.strictObject({
    site: keySite,
    address: z.string().check(z.minLength(1), z.maxLength(300)),
    key: z.string().check(z.minLength(1), z.maxLength(120)),
    secret: z.string().check(z.minLength(1), z.maxLength(120)),
  }),
  out: z.object({ outcome: z.enum(CONNECTION_OUTCOMES) }),
});

export const endConnection = defineRoute({
  method: 'DELETE',
  path: '/api/adverts/connections/{connectionId}',
  access: 'user',
  event: 'advert-connection-ended',
  summary: 'Forgets an own account at a site with everything that gave access to it',
  params: z.object({ connectionId }),
  out: nothing,
});
