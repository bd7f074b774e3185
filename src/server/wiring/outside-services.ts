import { join } from 'node:path';
import { anafCallback } from '#contract/admin/admin-anaf.ts';
import { olxCallback } from '#contract/adverts/connections.ts';
import { cuiDigits } from '#domain/payments/billing.ts';
import { createAdvertSites } from '#server/adapters/adverts/create.ts';
import { createAnaf } from '#server/adapters/anaf/create.ts';
import { createAnalytics } from '#server/adapters/analytics/create.ts';
import { createFirmRegistry } from '#server/adapters/firm-registry/create.ts';
import { createHostedStorage } from '#server/adapters/hosted-storage/create.ts';
import { folderMail } from '#server/adapters/mail/folder.ts';
import { smtpMail } from '#server/adapters/mail/smtp.ts';
import { createPayments } from '#server/adapters/payments/create.ts';
import type { Payments } from '#server/adapters/payments/port.ts';
import { createSignIn } from '#server/adapters/sign-in/create.ts';
import { createWebhookSender } from '#server/adapters/webhooks/create.ts';
import type { App, Log } from '#server/app.ts';
import {
  autovitMode,
  type Config,
  firmRegistryMode,
  googleIssuer,
  olxMode,
  webhookMode,
  wooCommerceMode,
} from '#server/config.ts';
import { eFacturaMode } from '#server/e-factura-settings.ts';
import { createRateGate } from '#server/http/limits/paced.ts';

/** Two calls a second to each site with adverts, whose own limits are not published; half a minute's worth may wait. */
const CALLS_TO_SITES = { concurrency: 2, everyMs: 1000, mostWaiting: 60 };

/** ANAF takes 1,000 a minute of an installation and may block one that goes on: two processes stay below. */
const CALLS_TO_ANAF = { concurrency: 7, everyMs: 1000, mostWaiting: 210 };

/** Connects to outside services: mail, card payments, Google's sign-in and tag, sites with adverts, ANAF and its registry of firms, the storage of imported photos. */
export async function outsideServices(
  config: Config,
  { log, now, started }: { log: Log; now: () => Date; started: AsyncDisposableStack },
): Promise<
  Pick<
    App,
    | 'mail'
    | 'payments'
    | 'signIn'
    | 'adverts'
    | 'anaf'
    | 'firmRegistry'
    | 'hostedStorage'
    | 'webhooks'
    | 'analytics'
  >
> {
  const mail = config.SMTP_URL
    ? smtpMail(config.SMTP_URL, config.MAIL_FROM)
    : await folderMail(join(config.DATA_DIR, 'mails'), config.MAIL_FROM, now);
  started.defer(() => mail.close());
  const payments = await cardPayments(config, log, now);
  started.defer(async () => payments?.close());
  const signIn = createSignIn({
    issuer: googleIssuer(config),
    clientId: config.GOOGLE_CLIENT_ID,
    clientSecret: config.GOOGLE_CLIENT_SECRET,
    publicUrl: config.PUBLIC_URL,
    log,
  });
  started.defer(async () => signIn?.close());
  const analytics = createAnalytics({
    endpoint: config.ANALYTICS_ENDPOINT,
    apiKey: config.ANALYTICS_API_KEY,
    log,
  });
  started.defer(async () => analytics?.close());
  const { sites: adverts, close: closeSites } = createAdvertSites({
    olx: {
      mode: olxMode(config),
      clientId: config.OLX_CLIENT_ID,
      clientSecret: config.OLX_CLIENT_SECRET,
      callbackPath: olxCallback.path,
    },
    autovit: {
      mode: autovitMode(config),
      clientId: config.AUTOVIT_CLIENT_ID,
      clientSecret: config.AUTOVIT_CLIENT_SECRET,
      partner: config.AUTOVIT_PARTNER_CODE
        ? { code: config.AUTOVIT_PARTNER_CODE, secret: config.AUTOVIT_PARTNER_SECRET }
        : null,
    },
    woocommerce: { mode: wooCommerceMode(config) },
    publicUrl: config.PUBLIC_URL,
    log,
    now,
    createPace: () => createRateGate(CALLS_TO_SITES),
  });
  started.defer(closeSites);
  const { anaf, close: closeAnaf } = createAnaf({
    mode: eFacturaMode(config),
    clientId: config.ANAF_CLIENT_ID,
    clientSecret: config.ANAF_CLIENT_SECRET,
    callbackPath: anafCallback.path,
    cif: cuiDigits(config.OPERATOR_CUI),
    dataDir: config.DATA_DIR,
    publicUrl: config.PUBLIC_URL,
    log,
    now,
    pace: createRateGate(CALLS_TO_ANAF),
  });
  started.defer(closeAnaf);
  const { registry: firmRegistry, close: closeRegistry } = createFirmRegistry(firmRegistryMode(config), log);
  started.defer(closeRegistry);
  const hostedStorage = createHostedStorage(config.HOSTED_STORAGE_URL);
  const webhooks = createWebhookSender(webhookMode(config));
  return { mail, payments, signIn, adverts, anaf, firmRegistry, hostedStorage, webhooks, analytics };
}

async function cardPayments(config: Config, log: Log, now: () => Date): Promise<Payments | null> {
  if (config.NETOPIA_MODE === 'off') return null;
  return createPayments({
    mode: config.NETOPIA_MODE,
    simulatorUrl: config.NETOPIA_URL,
    apiKey: config.NETOPIA_API_KEY,
    posSignature: config.NETOPIA_POS_SIGNATURE,
    publicKeys: config.NETOPIA_PUBLIC_KEY,
    dataDir: config.DATA_DIR,
    log,
    now,
  });
}
