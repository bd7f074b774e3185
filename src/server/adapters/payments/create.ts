import type { KeyObject } from 'node:crypto';
import { join } from 'node:path';
import type { Log } from '#server/app.ts';
import { fingerprint, netopiaPayments } from './netopia.ts';
import type { PaymentMode, Payments } from './port.ts';
import { PUBLISHED_KEY } from './published-key.ts';
import { startSimulator } from './simulator.ts';

const BASE_URLS = {
  sandbox: 'https://secure.sandbox.netopia-payments.com',
  live: 'https://secure.mobilpay.ro/pay',
};

export interface PaymentsOptions {
  readonly mode: PaymentMode;
  readonly apiKey: string;
  readonly posSignature: string;
  /** None: the key the provider publishes. */
  readonly publicKeys: readonly KeyObject[];
  /** The folder in which the simulator remembers its orders. */
  readonly dataDir: string;
  readonly log: Log;
  readonly now: () => Date;
}

/** The provider of the mode; the simulator is started when it is asked for and ends with `close`. */
export async function createPayments(options: PaymentsOptions): Promise<Payments> {
  const { mode, apiKey, posSignature, log, now } = options;
  if (mode === 'simulator') {
    const simulator = await startSimulator(join(options.dataDir, 'netopia-simulator.json'), log);
    log.info({ url: simulator.url }, 'card payments go to the simulator: no money moves');
    const { url: baseUrl, close } = simulator;
    const access = { apiKey: simulator.apiKey, posSignature: simulator.posSignature };
    return {
      ...netopiaPayments({ mode, baseUrl, ...access, trustedKeys: [simulator.publicKey], now }),
      close,
    };
  }
  const trustedKeys = options.publicKeys.length > 0 ? options.publicKeys : [PUBLISHED_KEY];
  const baseUrl = BASE_URLS[mode];
  log.info({ mode, baseUrl, keys: trustedKeys.map(fingerprint) }, 'card payments go to NETOPIA');
  return netopiaPayments({ mode, baseUrl, apiKey, posSignature, trustedKeys, now });
}
