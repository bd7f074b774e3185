import { join } from 'node:path';
import * as z from 'zod';
import type { EFacturaMode } from '#domain/invoices/hand-in.ts';
import { type StandIn, startStandIn } from '#server/adapters/stand-in.ts';
import type { Log } from '#server/app.ts';
import { type AnafPlace, createAnafClient } from './anaf-client.ts';
import type { Anaf } from './port.ts';

export interface AnafSettings {
  readonly mode: EFacturaMode;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The seller's fiscal code, digits: the stand-in's first certificate has the right for it. */
  readonly cif: string;
  /** Folder in which the stand-in remembers what it was sent. */
  readonly dataDir: string;
  /** Path of our address that ANAF sends browsers back to. */
  readonly callbackPath: string;
  /** PUBLIC_URL, for the stand-in's list of callbacks. */
  readonly publicUrl: string | null;
  readonly log: Log;
  readonly now: () => Date;
  /** Resolves when the next call to ANAF may leave; throws where too many wait. */
  readonly pace: () => Promise<void>;
}

const ANAF = { signIn: 'https://logincert.anaf.ro', api: 'https://api.anaf.ro' } as const;
const STAND_IN_CLIENT = { CLIENT_ID: 'fotolot', CLIENT_SECRET: 'stand-in' };
const firstLine = z.object({ url: z.string(), clientId: z.string(), clientSecret: z.string() });

/** Returns ANAF, null where nothing is sent, and an end to its stand-in. Sends no request and starts none before the first use. */
export function createAnaf(settings: AnafSettings): { anaf: Anaf | null; close(): Promise<void> } {
  const { mode, clientId, clientSecret, now, pace } = settings;
  if (mode === 'off' || mode === 'export') return { anaf: null, close: async () => {} };
  if (mode !== 'stand-in') {
    const environment = mode === 'live' ? 'prod' : 'test';
    const findPlace = async () => ({ ...ANAF, clientId, clientSecret });
    return { anaf: createAnafClient({ mode, environment, findPlace, now, pace }), close: async () => {} };
  }
  const standIn = startAtFirstUse(settings);
  const own = { mode, environment: 'test', findPlace: standIn.find, now, pace: async () => {} } as const;
  return { anaf: createAnafClient(own), close: standIn.close };
}

function startAtFirstUse({ callbackPath, publicUrl, cif, dataDir, log }: AnafSettings) {
  let standIn: StandIn | null = null;
  let isClosed = false;
  const env = {
    ...STAND_IN_CLIENT,
    LOOPBACK_PATH: callbackPath,
    CIFS: cif,
    STATE_FILE: join(dataDir, 'anaf-stand-in.json'),
    REDIRECT_URIS: publicUrl === null ? '' : publicUrl + callbackPath,
  };
  return {
    async find(): Promise<AnafPlace> {
      if (isClosed) throw new Error('The stand-in anaf is closed');
      standIn ??= startStandIn('anaf', env, log);
      const { url, clientId, clientSecret } = firstLine.parse(JSON.parse(await standIn.url()));
      return { signIn: url, api: url, clientId, clientSecret };
    },
    async close(): Promise<void> {
      isClosed = true;
      await standIn?.close();
    },
  };
}
