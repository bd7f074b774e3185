import type { FirmRegistryMode } from '#domain/payments/firms/registered-firm.ts';
import { startAtFirstUse } from '#server/adapters/stand-in.ts';
import type { Log } from '#server/app.ts';
import { createAnafRegistry } from './anaf.ts';
import type { FirmRegistry } from './port.ts';

const ANAF = 'https://webservicesp.anaf.ro';

/** Returns the registry of the mode (null: off), and an end to its stand-in. Sends no request and starts nothing before the first use. */
export function createFirmRegistry(
  mode: FirmRegistryMode,
  log: Log,
): { registry: FirmRegistry | null; close(): Promise<void> } {
  if (mode === 'off') return { registry: null, close: async () => {} };
  if (mode === 'live')
    return { registry: createAnafRegistry({ mode, baseUrl: async () => ANAF }), close: async () => {} };
  const standIn = startAtFirstUse('anaf', {}, log);
  return { registry: createAnafRegistry({ mode, baseUrl: standIn.url }), close: standIn.close };
}
