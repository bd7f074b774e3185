import { randomUUID } from 'node:crypto';
import type { Certificate } from './certificates.ts';
import { judgeInvoice, readFacts } from './checks.ts';
import { answerDownload } from './download.ts';
import { takeFault } from './faults.ts';
import { answerPagedList, answerPlainList } from './lists.ts';
import { type ApiCall, getNow, type Office } from './office.ts';
import {
  BAD_GATEWAY,
  FORBIDDEN,
  makeError,
  makeJson,
  makeText,
  type Outcome,
  REJECTED,
  type Reply,
  TOO_MANY,
  TOO_MANY_WITH_TIME,
  UNAUTHORIZED,
} from './replies.ts';
import { answerState } from './states.ts';
import { answerUpload } from './upload.ts';
import { parseXml, XmlFault } from './xml.ts';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly pathname: string;
  readonly query: URLSearchParams;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: Buffer;
}

type Answer = (office: Office, call: ApiCall) => Outcome | Promise<Outcome>;
const METHODS: Readonly<Record<string, readonly [verb: 'GET' | 'POST', answer: Answer]>> = {
  upload: ['POST', answerUpload],
  uploadb2c: ['POST', answerUpload],
  stareMesaj: ['GET', answerState],
  descarcare: ['GET', answerDownload],
  listaMesajeFactura: ['GET', answerPlainList],
  listaMesajePaginatieFactura: ['GET', answerPagedList],
};

/** Answers /test/FCTEL/rest/… and /prod/FCTEL/rest/…; null: it is no such address. */
export async function answerApi(office: Office, asked: Asked): Promise<Outcome | null> {
  const [, base, name = ''] = /^\/(test|prod)\/FCTEL\/rest\/(\w+)$/u.exec(asked.pathname) ?? [];
  if (base !== 'test' && base !== 'prod') return null;
  const at = getNow(office);
  const refused = refuseByFault(office, at);
  if (refused !== null) return refused;
  const [verb, answer] = METHODS[name] ?? [];
  if (answer === undefined) return makeJson(404, { message: 'no Route matched with those values' });
  if (verb !== asked.method) return makeError(405, `Request method '${asked.method}' not supported`, at);
  const certificate = findCertificate(office, asked.headers);
  if (certificate === null) return UNAUTHORIZED;
  if (office.limits.isMinuteOver(at, office.faults.limits.callsAMinute)) return TOO_MANY;
  if (!certificate.hasService) return FORBIDDEN;
  const { path, query, body, headers } = asked;
  const contentType = String(headers['content-type'] ?? '');
  return answer(office, { at, base, name, path, query, contentType, body, certificate });
}

function refuseByFault(office: Office, now: number): Outcome | null {
  const fault = takeFault(office, 'api');
  if (fault === 'reset') return 'reset';
  if (fault === '500') return makeError(500, 'Internal Server Error', now);
  const replies: Readonly<Record<string, Reply>> = {
    '401': UNAUTHORIZED,
    '403': FORBIDDEN,
    '429': TOO_MANY,
    '429-with-time': TOO_MANY_WITH_TIME,
    '502-html': BAD_GATEWAY,
    'waf-html': REJECTED,
  };
  return replies[fault] ?? null;
}

function findCertificate({ tokens, certificates }: Office, headers: Asked['headers']): Certificate | null {
  const [, token = ''] = /^Bearer (\S+)$/u.exec(String(headers.authorization ?? '')) ?? [];
  const serial = tokens.findSerial(token);
  return certificates.find((each) => each.serial === serial) ?? null;
}

/** GET /TestOauth/jaxrs/hello: any token opens it. It tells the headers that came, and the certificate's serial. */
export function answerHello(office: Office, { query, headers }: Asked): Reply {
  const certificate = findCertificate(office, headers);
  if (certificate === null) return UNAUTHORIZED;
  const added = { issuer: 'Anaf', serial_certificate: certificate.serial, 'session-id': randomUUID() };
  const came = Object.entries(headers).map(([key, value]) => [capitalize(key), String(value)] as const);
  const lines = [...came, ...Object.entries(added)]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([key, value]) => `key=${key}\nval=[${value}]`);
  return makeText(200, `Hello, ${query.get('name') ?? ''}\nheaders=${lines.join('\n')}`);
}

function capitalize(key: string): string {
  return key.replace(/^[a-z]|-[a-z]/gu, (letter) => letter.toUpperCase());
}

const STANDARDS: Readonly<Record<string, string>> = { FACT1: 'Invoice', FCN: 'CreditNote' };
const CHECKED_BYTES = 5 * 1024 * 1024;

/** POST /prod/FCTEL/rest/validare/…: without a token. A text with „;CP ” does not pass the firewall, as clients tell. */
export function answerCheck(standard: string, body: Uint8Array): Reply {
  if (String(Buffer.from(body)).includes(';CP ')) return REJECTED;
  const trace_id = randomUUID();
  const refuse = (sentences: readonly string[]) =>
    makeJson(200, { stare: 'nok', Messages: sentences.map((message) => ({ message })), trace_id });
  if (STANDARDS[standard] === undefined)
    return refuse(['Valorile acceptate pentru parametrul standard sunt FACT1 si FCN']);
  if (body.length > CHECKED_BYTES) return refuse(['Marime fisier transmis mai mare de 5 MB.']);
  try {
    const { root } = parseXml(body);
    const { seller, buyer } = readFacts(root);
    const isConsumer = buyer === null || buyer.length === 13;
    const found = judgeInvoice(root, { cif: seller ?? '', isConsumer, isForeign: true });
    if (found.length === 0) return makeJson(200, { stare: 'ok', trace_id });
    return refuse(
      found.map((each) =>
        each.startsWith('[') ? `E: validari globale  SCHEMATRON   eroare: ${each}` : each,
      ),
    );
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error;
    return refuse([`Fisierul transmis nu este valid. org.xml.sax.SAXParseException; ${error.message}`]);
  }
}
