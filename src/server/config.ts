import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import * as z from 'zod';
import type { SiteMode } from '#domain/adverts/sites.ts';
import { isLoopback } from '#domain/loopback.ts';
import type { FirmRegistryMode } from '#domain/payments/firms/registered-firm.ts';
import { normaliseEmail } from '#domain/users/email.ts';
import type { WebhookMode } from '#domain/users/webhooks.ts';
import { databaseProblems } from './database-problems.ts';
import { E_FACTURA_SETTINGS, eFacturaProblems } from './e-factura-settings.ts';
import { roleProblems } from './role-problems.ts';
import { SELLER_SETTINGS, sellerProblems } from './seller-settings.ts';
import {
  address,
  bucketAddress,
  cutoutModel,
  defineChoice,
  defineText,
  defineWholeNumber,
  flag,
  networks,
  origin,
  picture,
  rsaKeys,
  secretKey,
  standInAddress,
  wholeOrNull,
} from './setting-kinds.ts';

const cores = Math.max(1, Math.min(8, availableParallelism()));

/** The default sender. */
const LOCAL_SENDER = 'Fotolot <fotolot@localhost>';

/** Every setting. This file alone reads the environment. */
export const SETTINGS = z.object({
  ROLE: defineChoice('all', 'web', 'worker').describe(
    'What this process does: all, or one of several of an installation: web (requests, uploads, previews) or worker (batches, jobs, the clock).',
  ),
  PORT: defineWholeNumber(8080, 0, 65_535).describe('Port to listen on; 0 takes a free one.'),
  HOST: defineText('127.0.0.1').describe('Address to listen on. Anything but loopback is public mode.'),
  PUBLIC_URL: origin.describe(
    'Address people open, for example https://fotolot.example. https, or any name that is not loopback, is public mode.',
  ),
  DRAIN_SECONDS: wholeOrNull(0, 3600).describe(
    'For how long a server that was told to stop goes on serving, so that a load balancer notices; 0 ends everything at once.',
  ),
  METRICS_PORT: wholeOrNull(1, 65_535).describe(
    'Port for metrics in Prometheus’ format, GET /metrics; off while empty.',
  ),
  METRICS_HOST: defineText('127.0.0.1').describe(
    'Address that port listens on, never one that people reach: what it says is for the operator.',
  ),
  DATA_DIR: defineText('./data').describe(
    'Folder for the embedded database, photos and the secret. Created when missing.',
  ),
  DATABASE_URL: defineText().describe(
    'A PostgreSQL of your own (15 or newer); without it the server starts one in DATA_DIR.',
  ),
  DATABASE_DIRECT_URL: defineText().describe(
    'The same database past a pooler: only where DATABASE_URL is one in transaction mode (pgbouncer), for LISTEN, migrations and backups.',
  ),
  FILES_URL: bucketAddress.describe(
    'S3-compatible bucket for photos and results, s3://key:secret@host/bucket/prefix?region=…; without key and secret those of the machine. Without it they lie in DATA_DIR.',
  ),
  SECRET_KEY: secretKey.describe(
    '64 hex digits, the key of sign-in limits, signup bonuses and linked accounts in place of the file secret in DATA_DIR; a bucket needs it.',
  ),
  SCRATCH_DIR: defineText().describe(
    'Folder of this server alone for copies of a bucket’s files; may be lost at any time. Without it scratch/ in DATA_DIR.',
  ),
  SCRATCH_BYTES: defineWholeNumber(4_000_000_000, 10_000_000, 1e15).describe(
    'What those copies may take beside the files in use.',
  ),
  ADMIN_EMAIL: defineText().describe(
    'Email of the first admin; the account is created with ADMIN_PASSWORD when it does not exist.',
  ),
  ADMIN_PASSWORD: defineText().describe(
    'Password of the first admin, 10–128 characters; used only to create the account.',
  ),
  DISK_GUARD: defineChoice('on', 'off').describe(
    'Under 10 % free disk no uploads, under 5 % no starts; off for a disk that something else watches.',
  ),
  LOT_PROCESSES: defineWholeNumber(cores, 1, 64).describe(
    'Image processes that work on batches; two more serve previews and uploads.',
  ),
  MODELS_FOLDER: defineText().describe(
    'Folder of ONNX models that cut objects out (model.json) and find licence plates (plates.json); none is shipped.',
  ),
  CUTOUT_MODEL: cutoutModel.describe(
    'Model that cuts objects out, fetched when one is first wanted: auto, u2netp, isnet-general-use, the path of a manifest, or off.',
  ),
  CUTOUT_MODEL_MIRROR: address.describe(
    'Address of a folder with the files of the catalogue, in place of github.com; http:// too.',
  ),
  HTTPS_PROXY: address.describe(
    'Proxy by which the model is fetched, http://name:password@host:port; Google, cards and mail do not use it.',
  ),
  SMTP_URL: defineText().describe(
    'Mail server, smtp://name:password@host:587; without it mails are written to mails/ in DATA_DIR.',
  ),
  MAIL_FROM: defineText(LOCAL_SENDER).describe('Sender of the mails.'),
  GOOGLE_ISSUER: defineText().describe(
    'OpenID issuer of „Continuă cu Google”: an address, stand-in (a local one, for trying) or off. With GOOGLE_CLIENT_ID it is https://accounts.google.com, else stand-in.',
  ),
  GOOGLE_CLIENT_ID: defineText().describe('Client id at the issuer.'),
  GOOGLE_CLIENT_SECRET: defineText().describe('Client secret at the issuer.'),
  OLX_MODE: defineChoice('auto', 'off', 'stand-in').describe(
    'Adverts at OLX, whose pictures a lot’s files replace: auto (OLX with OLX_CLIENT_ID; else, where nothing is public, a local stand-in for trying), off or stand-in.',
  ),
  OLX_CLIENT_ID: defineText().describe('Client id of your application at developer.olx.ro.'),
  OLX_CLIENT_SECRET: defineText().describe('Client secret of that application.'),
  AUTOVIT_MODE: defineChoice('auto', 'off', 'stand-in').describe(
    'Adverts at Autovit, as OLX_MODE: auto (Autovit with AUTOVIT_CLIENT_ID; else, where nothing is public, a local stand-in for trying), off or stand-in.',
  ),
  AUTOVIT_CLIENT_ID: defineText().describe('Client id that Autovit gave you for its open API.'),
  AUTOVIT_CLIENT_SECRET: defineText().describe('Client secret of that id.'),
  AUTOVIT_PARTNER_CODE: defineText().describe(
    'Partner’s code, where you have one: access is then renewed without the password; else it ends after twelve hours.',
  ),
  AUTOVIT_PARTNER_SECRET: defineText().describe('Partner’s secret of that code.'),
  WOOCOMMERCE_MODE: defineChoice('auto', 'live', 'off', 'stand-in').describe(
    'Shops with WooCommerce, each by a key of its own, so that nothing is registered: live (offered), off, stand-in (a local one, for trying), or auto (where nothing is public, stand-in; else off).',
  ),
  WEBHOOK_MODE: defineChoice('auto', 'live', 'local').describe(
    'Addresses of people’s own programs that are told how lots ended: live (https into the internet alone), local (http to this machine, too, for trying), or auto (where nothing is public, local; else live).',
  ),
  HOSTED_STORAGE_URL: standInAddress.describe(
    'Address of a program in place of the hosted storage that imported photos are fetched from, for trying; without it Google’s.',
  ),
  NETOPIA_MODE: defineChoice('simulator', 'sandbox', 'live', 'off').describe(
    'Card payments: simulator (a local one, no money moves), sandbox, live or off.',
  ),
  NETOPIA_URL: standInAddress.describe(
    'Address of a simulator that several processes share, with key and signature.',
  ),
  NETOPIA_API_KEY: defineText().describe('API key of that environment: NETOPIA admin, Profile, Security.'),
  NETOPIA_POS_SIGNATURE: defineText().describe('Signature of the point of sale, XXXX-XXXX-XXXX-XXXX-XXXX.'),
  NETOPIA_PUBLIC_KEY: rsaKeys.describe(
    'Keys whose notifications are believed: PEM, or the path of a PEM file, one or more blocks. Without it the key NETOPIA publishes.',
  ),
  ...SELLER_SETTINGS.shape,
  ...E_FACTURA_SETTINGS.shape,
  FIRM_REGISTRY: defineChoice('auto', 'live', 'stand-in', 'off').describe(
    'Registry that „Preia datele de la ANAF” asks about a firm: live (ANAF’s public one), stand-in (made-up firms, for trying), off, or auto (live with live payments; else, where nothing is public, stand-in).',
  ),
  OPERATOR_SAL_IMAGE: picture.describe(
    'File with the SAL picture of ANPC, 250 × 50: PNG, JPEG or WebP; live payments need it.',
  ),
  BACKUP_DAYS: defineWholeNumber(30, 1, 365).describe(
    'For how many days at most backups and old versions of the bucket’s objects are kept, as /legal/privacy says.',
  ),
  OPERATOR_HOSTING: defineText('Uniunea Europeană').describe(
    'Where the servers stand, as /legal/privacy says it after „servere din”, for example Germania.',
  ),
  ANALYTICS_ENDPOINT: defineText().describe(
    'Address of the analytics web configuration, or stand-in (a local one, for trying); off while empty.',
  ),
  ANALYTICS_API_KEY: defineText().describe('Key for that address, sent as x-goog-api-key.'),
  TRUSTED_PROXIES: networks.describe(
    'Addresses or networks whose X-Forwarded-For is believed, comma-separated.',
  ),
  ALLOW_DEMO: flag.describe('1 allows public mode without https; for demonstrations only.'),
  SAMPLE_DATA: flag.describe(
    '1 creates an account with sample photos on an empty database and prints its password.',
  ),
  LOG_LEVEL: defineChoice('info', 'trace', 'debug', 'warn', 'error', 'silent').describe(
    'trace, debug, info, warn, error or silent.',
  ),
});

export type Config = Readonly<z.infer<typeof SETTINGS>>;

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the variables of this process. */
export function getEnvironment(): Environment {
  return process.env;
}

/** Reads every setting. Throws one Error that names all problems at once. */
export function readConfig(env = getEnvironment()): Config {
  const given = Object.entries(env)
    .map(([name, text]) => [name, text?.trim()] as const)
    .filter(([, text]) => text);
  const { data, error } = SETTINGS.safeParse(Object.fromEntries(given));
  const unread = Map.groupBy(error?.issues ?? [], ({ path }) => String(path[0]));
  const config = data ?? SETTINGS.parse(Object.fromEntries(given.filter(([name]) => !unread.has(name))));
  const together = [
    ...pairProblems(config),
    ...roleProblems(config, googleIssuer(config)),
    ...publicProblems(config),
  ];
  // Problems that name an unread setting are left out: they would only repeat it.
  const known = together.filter((problem) => !problem.split(/\W+/).some((word) => unread.has(word)));
  const problems = [...[...unread].map(([name, [first]]) => `${name} ${first?.message}`), ...known];
  if (problems.length > 0)
    throw new Error(`These settings keep the server from starting:\n- ${problems.join('\n- ')}`);
  return { ...config, DATA_DIR: resolve(config.DATA_DIR) };
}

/** Returns the issuer in force: an address, `stand-in` or `off`. */
export function googleIssuer(config: Config): string {
  return config.GOOGLE_ISSUER || (config.GOOGLE_CLIENT_ID ? 'https://accounts.google.com' : 'stand-in');
}

/** Returns how OLX is reached; `off`: it is not offered. */
export function olxMode(config: Config): SiteMode | 'off' {
  return siteMode(config, config.OLX_MODE, config.OLX_CLIENT_ID);
}

/** Returns how Autovit is reached; `off`: it is not offered. */
export function autovitMode(config: Config): SiteMode | 'off' {
  return siteMode(config, config.AUTOVIT_MODE, config.AUTOVIT_CLIENT_ID);
}

/** Returns how shops with WooCommerce are reached; `off`: they are not offered. A real shop may answer anything: it is the operator's choice. */
export function wooCommerceMode(config: Config): SiteMode | 'off' {
  const { WOOCOMMERCE_MODE: mode, ROLE: role, ALLOW_DEMO: isDemo } = config;
  if (mode !== 'auto') return mode;
  return role === 'all' && (isDemo || whyPublic(config) === null) ? 'stand-in' : 'off';
}

/** Returns which addresses people's programs may have. */
export function webhookMode(config: Config): WebhookMode {
  if (config.WEBHOOK_MODE !== 'auto') return config.WEBHOOK_MODE;
  return whyPublic(config) === null ? 'local' : 'live';
}

function siteMode(config: Config, mode: Config['OLX_MODE'], clientId: string): SiteMode | 'off' {
  if (mode !== 'auto') return mode;
  if (clientId) return 'live';
  return config.ROLE === 'all' && (config.ALLOW_DEMO || whyPublic(config) === null) ? 'stand-in' : 'off';
}

/** Returns which registry of firms is asked; `off`: firms are not looked up. */
export function firmRegistryMode(config: Config): FirmRegistryMode {
  const { FIRM_REGISTRY: mode, NETOPIA_MODE: payments, ROLE: role, ALLOW_DEMO: isDemo } = config;
  if (mode !== 'auto') return mode;
  if (payments === 'live') return 'live';
  return role === 'all' && (isDemo || whyPublic(config) === null) ? 'stand-in' : 'off';
}

/** Returns the address of the operator's own database past a pooler, where a session lasts; empty: the embedded one is used. */
export function directUrl({ DATABASE_URL, DATABASE_DIRECT_URL }: Config): string {
  return DATABASE_DIRECT_URL || DATABASE_URL;
}

/** Returns the seconds that a server goes on serving once it was told to stop; 0: none. */
export function drainSeconds({ ROLE, DRAIN_SECONDS }: Config): number {
  return DRAIN_SECONDS ?? (ROLE === 'all' ? 0 : 20);
}

/** Returns the settings of the model that cuts out; a model in MODELS_FOLDER takes precedence. */
export function modelSettings(config: Config) {
  return {
    dataDir: config.DATA_DIR,
    setting: config.CUTOUT_MODEL,
    mirror: config.CUTOUT_MODEL_MIRROR,
    proxy: config.HTTPS_PROXY,
  };
}

function autovitProblems(config: Config): string[] {
  const isPartner = Boolean(config.AUTOVIT_PARTNER_CODE);
  return [
    ...(Boolean(config.AUTOVIT_CLIENT_ID) !== Boolean(config.AUTOVIT_CLIENT_SECRET)
      ? ['AUTOVIT_CLIENT_ID and AUTOVIT_CLIENT_SECRET must both be set, or neither']
      : []),
    ...(isPartner !== Boolean(config.AUTOVIT_PARTNER_SECRET)
      ? ['AUTOVIT_PARTNER_CODE and AUTOVIT_PARTNER_SECRET must both be set, or neither']
      : []),
    ...(isPartner && !config.AUTOVIT_CLIENT_ID
      ? ['AUTOVIT_PARTNER_CODE needs AUTOVIT_CLIENT_ID and AUTOVIT_CLIENT_SECRET']
      : []),
  ];
}

function pairProblems(config: Config): string[] {
  const issuer = googleIssuer(config);
  const isReal = issuer !== 'stand-in' && issuer !== 'off';
  return [
    ...(isReal && !URL.canParse(issuer) ? ['GOOGLE_ISSUER must be an address, stand-in or off'] : []),
    ...(isReal && !(config.GOOGLE_CLIENT_ID && config.GOOGLE_CLIENT_SECRET)
      ? ['GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must both be set, or GOOGLE_ISSUER=off']
      : []),
    ...(Boolean(config.OLX_CLIENT_ID) !== Boolean(config.OLX_CLIENT_SECRET)
      ? ['OLX_CLIENT_ID and OLX_CLIENT_SECRET must both be set, or neither']
      : []),
    ...autovitProblems(config),
    ...(config.SMTP_URL && !(/^smtps?:\/\/./.test(config.SMTP_URL) && URL.canParse(config.SMTP_URL))
      ? ['SMTP_URL must begin with smtp:// or smtps://']
      : []),
    ...(config.ADMIN_EMAIL && normaliseEmail(config.ADMIN_EMAIL) === null
      ? ['ADMIN_EMAIL must be an email address']
      : []),
    ...(config.WEBHOOK_MODE === 'local' && whyPublic(config) !== null
      ? ['WEBHOOK_MODE=local is for trying: people could reach this machine’s own services']
      : []),
    ...databaseProblems(config),
    ...(config.METRICS_PORT !== null && config.METRICS_PORT === config.PORT
      ? ['METRICS_PORT must be another port than PORT: people must not reach it']
      : []),
    ...(config.FILES_URL && config.SECRET_KEY === null
      ? ['SECRET_KEY must be set with FILES_URL: the bucket outlives the folder in which the key would lie']
      : []),
    ...paymentProblems(config),
    ...eFacturaProblems(config),
    ...analyticsProblems(config),
  ];
}

/** Returns true for an address whose requests cannot be read on the way. */
function isSecret(address: string): boolean {
  const { protocol, hostname } = URL.parse(address) ?? {};
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname ?? ''));
}

function analyticsProblems({ ANALYTICS_ENDPOINT: endpoint, ANALYTICS_API_KEY: apiKey }: Config): string[] {
  if (endpoint === 'stand-in') return apiKey ? ['ANALYTICS_API_KEY is not for the stand-in'] : [];
  return [
    ...(Boolean(endpoint) !== Boolean(apiKey)
      ? ['ANALYTICS_ENDPOINT and ANALYTICS_API_KEY must both be set, or neither']
      : []),
    ...(endpoint && !isSecret(endpoint)
      ? ['ANALYTICS_ENDPOINT must begin with https://, for the key is sent there, or be stand-in']
      : []),
  ];
}

/**
 * Returns problems of the card settings. A key without a mode would look like taking money while only the simulator runs; a mode without
 * its key takes none.
 */
function paymentProblems(config: Config): string[] {
  const { NETOPIA_MODE: mode, NETOPIA_API_KEY: apiKey, NETOPIA_POS_SIGNATURE: signature } = config;
  if ((mode === 'simulator' && !config.NETOPIA_URL) || mode === 'off')
    return apiKey || signature
      ? ['NETOPIA_API_KEY and NETOPIA_POS_SIGNATURE need NETOPIA_MODE=sandbox or live']
      : [];
  return [
    ...(apiKey ? [] : [`NETOPIA_API_KEY is missing for NETOPIA_MODE=${mode}`]),
    ...(/^[A-Z0-9]{4}(-[A-Z0-9]{4}){4}$/.test(signature)
      ? []
      : [`NETOPIA_POS_SIGNATURE must look like XXXX-XXXX-XXXX-XXXX-XXXX for NETOPIA_MODE=${mode}`]),
    ...(mode === 'live' ? sellerProblems(config) : []),
    ...(mode === 'live' && config.OPERATOR_SAL_IMAGE === null
      ? ['OPERATOR_SAL_IMAGE is missing for NETOPIA_MODE=live: ANPC asks for its picture, from anpc.ro']
      : []),
  ];
}

/** Returns what makes this public mode: PUBLIC_URL is https or not loopback, or HOST is not. Null: it is not. */
function whyPublic({ HOST, PUBLIC_URL }: Pick<Config, 'HOST' | 'PUBLIC_URL'>): string | null {
  if (!isLoopback(HOST)) return 'HOST is reachable from outside';
  const isNamed = PUBLIC_URL !== null && !isLoopback(new URL(PUBLIC_URL).hostname);
  return isNamed || PUBLIC_URL?.startsWith('https:') ? 'PUBLIC_URL is an address for others' : null;
}

/** Returns problems of public mode. A stand-in for an outside service would give accounts away. */
function publicProblems(config: Config): string[] {
  const why = whyPublic(config);
  if (why === null || config.ALLOW_DEMO) return [];
  const isHttps = config.PUBLIC_URL?.startsWith('https:') ?? false;
  return [
    ...(isHttps ? [] : [`${why}, so PUBLIC_URL must be an https address`]),
    ...(config.SMTP_URL ? [] : ['SMTP_URL is missing: people could not reset their passwords']),
    ...(config.SMTP_URL && config.MAIL_FROM === LOCAL_SENDER
      ? ['MAIL_FROM is missing: mail servers refuse a sender at localhost']
      : []),
    ...(googleIssuer(config) === 'stand-in'
      ? ['GOOGLE_CLIENT_ID is missing; GOOGLE_ISSUER=off runs without Google']
      : []),
    ...(config.OLX_MODE === 'stand-in'
      ? ['OLX_MODE=stand-in is for trying: no seller’s advert is there']
      : []),
    ...(config.AUTOVIT_MODE === 'stand-in'
      ? ['AUTOVIT_MODE=stand-in is for trying: no dealer’s advert is there']
      : []),
    ...(config.WOOCOMMERCE_MODE === 'stand-in'
      ? ['WOOCOMMERCE_MODE=stand-in is for trying: no owner’s shop is there']
      : []),
    ...(config.FIRM_REGISTRY === 'stand-in'
      ? ['FIRM_REGISTRY=stand-in is for trying: its firms do not exist']
      : []),
    ...(config.HOSTED_STORAGE_URL
      ? ['HOSTED_STORAGE_URL is for trying: imported photos are in the hosted storage']
      : []),
    ...(config.NETOPIA_MODE === 'simulator'
      ? ['NETOPIA_MODE must be sandbox, live or off: the simulator gives credits away']
      : []),
    ...(config.EFACTURA_MODE === 'stand-in'
      ? ['EFACTURA_MODE=stand-in is for trying: nothing gets to ANAF']
      : []),
    ...(config.ANALYTICS_ENDPOINT === 'stand-in'
      ? ['ANALYTICS_ENDPOINT=stand-in is for trying: no other browser reaches it']
      : []),
  ];
}
