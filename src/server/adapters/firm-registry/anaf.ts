import { readRetryAfter, readText } from '#server/adapters/outside-call.ts';
import { readRegistryAnswer } from './anaf-answers.ts';
import type { FirmRegistry, RegistryAnswer } from './port.ts';

export interface AnafOptions {
  readonly mode: FirmRegistry['mode'];
  readonly baseUrl: () => Promise<string>;
  /** For tests. */
  readonly callMs?: number;
}

const PATH = '/api/PlatitorTvaRest/v9/tva';
const CALL_MS = 4_000;
/** A refusal of too many requests may come with status 200, like those of ANAF's other services. */
const LIMIT = /^\s*\{[^<]*(?:rate limit|too many|prea multe|limita)/i;
/** Some kilobytes are usual. */
const LARGEST_ANSWER = 256 * 1024;

/** ANAF's web service about those who pay taxes, version 9: public, without a key. */
export function createAnafRegistry({ mode, baseUrl, callMs = CALL_MS }: AnafOptions): FirmRegistry {
  return {
    mode,
    // What goes wrong here goes wrong again when it asks, which says so.
    prepare: () =>
      baseUrl().then(
        () => {},
        () => {},
      ),
    async ask(cui, day) {
      try {
        const address = `${await baseUrl()}${PATH}`;
        return await askAnaf(address, { cui, day, signal: AbortSignal.timeout(callMs) });
      } catch (error) {
        return { outcome: 'away', why: describeFailure(error) };
      }
    },
  };
}

interface Question {
  readonly cui: string;
  readonly day: string;
  readonly signal: AbortSignal;
}

/** Follows no redirect and tries nothing twice. The CUI and the day are all that leaves. */
async function askAnaf(address: string, { cui, day, signal }: Question): Promise<RegistryAnswer> {
  const answer = await fetch(address, {
    method: 'POST',
    redirect: 'manual',
    signal,
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify([{ cui: Number(cui), data: day }]),
  });
  const { status } = answer;
  if (status === 429) {
    await answer.body?.cancel();
    return { outcome: 'limit', waitSeconds: readRetryAfter(answer) };
  }
  // A firm that is not there may come as 404 with the same body.
  if (status !== 200 && status !== 404) {
    await answer.body?.cancel();
    return { outcome: 'away', why: `status ${status}` };
  }
  const text = await readText(answer.body ?? [], LARGEST_ANSWER);
  const read = readRegistryAnswer(parseJson(text), cui);
  if (read !== null) return read;
  if (LIMIT.test(text)) return { outcome: 'limit', waitSeconds: readRetryAfter(answer) };
  return { outcome: 'away', why: `unreadable, status ${status}` };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function describeFailure(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: { code?: string } };
  return name === 'TimeoutError' ? 'too slow' : (cause?.code ?? message);
}
