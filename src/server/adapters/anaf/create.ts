import { join } from 'node:path';
import type { EFacturaMode } from '#domain/invoices/hand-in.ts';
import { startAtFirstUse } from '#server/adapters/stand-in.ts';
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

/** Returns ANAF, null where nothing is sent, and an end to its stand-in. Sends no request and starts none before the first use. */
export function createAnaf(settings: AnafSettings): { anaf: Anaf | null; close(): Promise<void> } {
  const { mode, clientId, clientSecret, now, pace } = settings;
  if (mode === 'off' || mode === 'export') return { anaf: null, close: async () => {} };
  if (mode !== 'stand-in') {
    const environment = mode === 'live' ? 'prod' : 'test';
    const findPlace = async () => ({ ...ANAF, clientId, clientSecret });
    return { anaf: createAnafClient({ mode, environment, findPlace, now, pace }), close: async () => {} };
  }
  const standIn = startAtFirstUse('anaf', describeStandIn(settings), settings.log);
  const findPlace = async (): Promise<AnafPlace> => {
    const url = await standIn.url();
    const { CLIENT_ID, CLIENT_SECRET } = STAND_IN_CLIENT;
    return { signIn: url, api: url, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET };
  };
  const own = { mode, environment: 'test', findPlace, now, pace: async () => {} } as const;
  return { anaf: createAnafClient(own), close: standIn.close };
}

function describeStandIn({ callbackPath, publicUrl, cif, dataDir }: AnafSettings): Record<string, string> {
  return {
    ...STAND_IN_CLIENT,
    LOOPBACK_PATH: callbackPath,
    CIFS: cif,
    STATE_FILE: join(dataDir, 'anaf-stand-in.json'),
    REDIRECT_URIS: publicUrl === null ? '' : publicUrl + callbackPath,
  };
}
