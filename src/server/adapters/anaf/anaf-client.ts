import { AnafFailure } from '#domain/invoices/anaf-failure.ts';
import {
  findSentence,
  isWholeZip,
  readMessagePage,
  readUploadIndex,
  readUploadState,
} from './anaf-answers.ts';
import { type AnafAnswer, type AnafCall, askAnaf, buildFailure } from './anaf-call.ts';
import { saysNothingListed, tidySentence } from './anaf-sentences.ts';
import { readGrant } from './anaf-tokens.ts';
import type { Anaf, AnafCounter, AnafGrant } from './port.ts';

/** Two of them are shorter than a transaction may idle: access is renewed under a lock. */
const TOKEN_MS = 12_000;
/** A document of 10 MB is the largest that ANAF takes. */
const LARGEST_ZIP_MB = 24;

const UPLOADS: Readonly<Record<AnafCounter, string>> = { firm: 'upload', person: 'uploadb2c' };

/** Addresses of ANAF, or of its stand-in. */
export interface AnafPlace {
  /** `https://logincert.anaf.ro` */
  readonly signIn: string;
  /** `https://api.anaf.ro` */
  readonly api: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface AnafOptions {
  readonly mode: Anaf['mode'];
  readonly environment: 'test' | 'prod';
  /** Throws where the stand-in does not start. */
  readonly findPlace: () => Promise<AnafPlace>;
  readonly now: () => Date;
  /** Resolves when the next call may leave; throws where too many wait. */
  readonly pace: () => Promise<void>;
  readonly callMs?: number;
}

type Ask = (
  token: string,
  call: Pick<AnafCall, 'body' | 'isChange' | 'mostMegabytes'> & { readonly path: string },
) => Promise<AnafAnswer>;

/** RO e-Factura by ANAF's interfaces with OAuth. */
export function createAnafClient(options: AnafOptions): Anaf {
  const rest = `/${options.environment}/FCTEL/rest`;
  const ask = createAsk(options);
  const read = (token: string, path: string, mostMegabytes = 4) =>
    ask(token, { path, isChange: false, mostMegabytes });
  return {
    mode: options.mode,
    async connectUrl({ state, redirectUri }) {
      const { signIn, clientId } = await options.findPlace();
      const asked = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        token_content_type: 'jwt',
        state,
      };
      return `${signIn}/anaf-oauth2/v1/authorize?${new URLSearchParams(asked)}`;
    },
    exchangeCode: ({ code, redirectUri }) =>
      askForGrant(options, { grant_type: 'authorization_code', code, redirect_uri: redirectUri }),
    renew: (refreshToken) =>
      askForGrant(options, { grant_type: 'refresh_token', refresh_token: refreshToken }),
    async greet(token) {
      const answer = await read(token, '/TestOauth/jaxrs/hello?name=Fotolot');
      const greeting = readGreeting(answer);
      if (greeting === null) throw buildFailure(answer, { isChange: false });
      return greeting;
    },
    async upload(token, { cif, counter, xml }) {
      const query = new URLSearchParams({ standard: 'UBL', cif });
      const path = `${rest}/${UPLOADS[counter]}?${query}`;
      const answer = await ask(token, { path, body: new Uint8Array(xml), isChange: true });
      const index = answer.status === 200 ? readUploadIndex(answer.bytes) : null;
      if (index === null) throw buildFailure(answer, { isChange: true });
      return index;
    },
    async readState(token, uploadIndex) {
      const answer = await read(
        token,
        `${rest}/stareMesaj?${new URLSearchParams({ id_incarcare: uploadIndex })}`,
      );
      const state = answer.status === 200 ? readUploadState(answer.bytes) : null;
      if (state === null) throw buildFailure(answer, { isChange: false });
      return state;
    },
    async download(token, downloadId) {
      const path = `${rest}/descarcare?${new URLSearchParams({ id: downloadId })}`;
      const answer = await read(token, path, LARGEST_ZIP_MB);
      if (answer.status !== 200 || !isWholeZip(answer.bytes)) throw buildFailure(answer, { isChange: false });
      return answer.bytes;
    },
    async listMessages(token, { cif, from, until, page, filter }) {
      const query = new URLSearchParams({
        startTime: String(from.getTime()),
        endTime: String(until.getTime()),
        cif,
        pagina: String(page),
        filtru: filter,
      });
      const answer = await read(token, `${rest}/listaMesajePaginatieFactura?${query}`);
      const listed = answer.status === 200 ? readMessagePage(answer.bytes) : null;
      if (listed !== null) return listed;
      if (answer.status === 200 && saysNothingListed(findSentence(answer.bytes) ?? ''))
        return { messages: [], isLast: true };
      throw buildFailure(answer, { isChange: false });
    },
  };
}

function createAsk({ findPlace, pace, callMs }: AnafOptions): Ask {
  return async (token, { path, body, ...call }) => {
    const { api } = await findPlaceNow(findPlace);
    await pace().catch(() => {
      throw new AnafFailure('limit', { waitSeconds: null });
    });
    return askAnaf({
      ...call,
      url: api + path,
      headers: {
        authorization: `Bearer ${token}`,
        accept: '*/*',
        ...(body !== undefined && { 'content-type': 'text/plain' }),
      },
      ...(body !== undefined && { body }),
      ...(callMs !== undefined && { longestMs: callMs }),
    });
  };
}

/** A stand-in that does not start is away. */
function findPlaceNow(findPlace: AnafOptions['findPlace']): Promise<AnafPlace> {
  return findPlace().catch(() => {
    throw new AnafFailure('away');
  });
}

async function askForGrant(
  { findPlace, now, callMs }: AnafOptions,
  facts: Readonly<Record<string, string>>,
): Promise<AnafGrant> {
  const { signIn, clientId, clientSecret } = await findPlaceNow(findPlace);
  const answer = await askAnaf({
    url: `${signIn}/anaf-oauth2/v1/token`,
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ ...facts, token_content_type: 'jwt' }).toString(),
    isChange: true,
    longestMs: callMs ?? TOKEN_MS,
  });
  return readGrant(answer, now());
}

/** Returns the words before the headers, which repeat the access token; null for anything but a greeting. */
function readGreeting({ status, bytes }: AnafAnswer): string | null {
  const [said = ''] = bytes.toString('utf8').split(/headers\s*=|[\r\n]/u);
  const greeting = tidySentence(said).slice(0, 100);
  return status === 200 && /^hello\b/iu.test(greeting) ? greeting : null;
}
