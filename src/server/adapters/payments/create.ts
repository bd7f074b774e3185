import { createPublicKey, type KeyObject } from 'node:crypto';
import { join } from 'node:path';
import type { Log } from '#server/app.ts';
import { fingerprintKey, netopiaPayments } from './netopia.ts';
import type { PaymentMode, Payments } from './port.ts';
import { startSimulator } from './simulator.ts';

const BASE_URLS = {
  sandbox: 'https://secure.sandbox.netopia-payments.com',
  live: 'https://secure.mobilpay.ro/pay',
};

/**
 * The key that signs NETOPIA's notifications, sandbox and live, as published in its own WooCommerce and OpenCart plugins. SHA-256 of it:
 * eeba3b065067fb01c2389850c7a888456dfd31332d67ed9b630dae24753478d7. Public by nature; another one is set by NETOPIA_PUBLIC_KEY.
 */
export const PUBLISHED_KEY = createPublicKey(`-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAy6pUDAFLVul4y499gz1P
gGSvTSc82U3/ih3e5FDUs/F0Jvfzc4cew8TrBDrw7Y+AYZS37D2i+Xi5nYpzQpu7
ryS4W+qvgAA1SEjiU1Sk2a4+A1HeH+vfZo0gDrIYTh2NSAQnDSDxk5T475ukSSwX
L9tYwO6CpdAv3BtpMT5YhyS3ipgPEnGIQKXjh8GMgLSmRFbgoCTRWlCvu7XOg94N
fS8l4it2qrEldU8VEdfPDfFLlxl3lUoLEmCncCjmF1wRVtk4cNu+WtWQ4mBgxpt0
tX2aJkqp4PV3o5kI4bqHq/MS7HVJ7yxtj/p8kawlVYipGsQj3ypgltQ3bnYV/LRq
8QIDAQAB
-----END PUBLIC KEY-----
`);

export interface PaymentsOptions {
  readonly mode: PaymentMode;
  /** Of a simulator that runs elsewhere, with its key and signature; empty: one is started when the mode wants it. */
  readonly simulatorUrl: string;
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
  if (mode === 'simulator' && options.simulatorUrl)
    return netopiaPayments({
      ...{ mode, apiKey, posSignature, now },
      baseUrl: options.simulatorUrl,
      trustedKeys: options.publicKeys,
    });
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
  log.info({ mode, baseUrl, keys: trustedKeys.map(fingerprintKey) }, 'card payments go to NETOPIA');
  return netopiaPayments({ mode, baseUrl, apiKey, posSignature, trustedKeys, now });
}
