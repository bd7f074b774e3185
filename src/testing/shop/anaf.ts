import { pino } from 'pino';
import { startStandIn } from '#server/adapters/stand-in.ts';

/** Firms of ANAF's stand-in, by what is odd about them. */
export const FIRMS = {
  PAYER: '9000000011',
  SECTOR: '9000000127',
  VILLAGE: '9000000232',
  NO_VAT: '9000000348',
  LEFT_VAT: '9000000453',
  INACTIVE: '9000000569',
  ERASED: '9000000674',
  NO_NUMBER: '9000000780',
  PERSON: '9000000909',
  PAYS_LATER: '9000001017',
  NO_ADDRESS: '9000001122',
  LONG_NAME: '9000001238',
} as const;
/** Right check digit, and no firm of the stand-in. */
export const NOT_THERE = '14399840';

/** Starts the stand-in of ANAF. */
export async function startAnaf() {
  const standIn = startStandIn('anaf', {}, pino({ enabled: false }));
  const { url } = JSON.parse(await standIn.url()) as { url: string };
  const sim = async (path: string, body?: object, method = 'POST') => {
    const headers = { 'content-type': 'application/json' };
    const asked = body && { method, headers, body: JSON.stringify(body) };
    return (await fetch(`${url}/__sim${path}`, asked)).json() as Promise<Record<string, unknown>>;
  };
  return {
    url,
    sim,
    setFaults: (faults: object) => sim('/faults', faults, 'PUT'),
    /** Moves its clock past the second that has to lie between two requests. */
    passSecond: () => sim('/clock', { seconds: 1 }),
    countRequests: async () =>
      ((await sim('')).counts as Record<string, number>)['/api/PlatitorTvaRest/v9/tva'] ?? 0,
    close: () => standIn.close(),
  };
}
export type Anaf = Awaited<ReturnType<typeof startAnaf>>;
