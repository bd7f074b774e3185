import { hashBytes } from './book.ts';
import { hasRight } from './certificates.ts';
import { readFacts } from './checks.ts';
import { takeFault } from './faults.ts';
import { type ApiCall, getNow, type Office } from './office.ts';
import {
  escapeXml,
  formatCompact,
  makeError,
  makeXml,
  type Outcome,
  REJECTED,
  type Reply,
  TOO_MANY,
  UNAUTHORIZED,
} from './replies.ts';
import { parseXml, type Read, XmlFault } from './xml.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const SPACE = 'mfp:anaf:dgti:spv:respUploadFisier:v1';
const MOST_BYTES = 10 * 1024 * 1024;
const ROOTS: Readonly<Record<string, readonly [name: string, space: string]>> = {
  UBL: ['Invoice', 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2'],
  CN: ['CreditNote', 'urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2'],
  CII: ['CrossIndustryInvoice', 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100'],
  RASP: ['header', 'mfp:anaf:dgti:spv:reqMesaj:v1'],
};

/** POST upload and uploadb2c. */
export function answerUpload(office: Office, call: ApiCall): Outcome {
  const fault = takeFault(office, 'upload');
  const refused = refuseByFault(office, fault);
  const taken = refused ?? takeUpload(office, call);
  const { at, base, body, contentType, path } = call;
  const index =
    typeof taken === 'string' ? null : (/ index_incarcare="(\d+)"/u.exec(String(taken.body))?.[1] ?? null);
  const sha256 = hashBytes(body);
  office.arrivals.push({ at, base, path, contentType, bytes: body.length, sha256, index });
  if (fault === 'timeout-after') return 'silence';
  return fault === 'reset-after' ? 'reset' : taken;
}

function refuseByFault(office: Office, fault: string): Outcome | null {
  const now = getNow(office);
  if (fault === '500') return makeError(500, 'Internal Server Error', now);
  if (fault === 'waf-html') return REJECTED;
  if (fault === '429') return TOO_MANY;
  if (fault === '401') return UNAUTHORIZED;
  if (fault === 'timeout-before') return 'silence';
  if (fault === 'reset-before') return 'reset';
  if (fault === 'technical-1814') return refuse('A aparut o eroare tehnica. Cod: 1814', now);
  if (fault === 'no-rights') return refuse('Nu exista niciun CIF pentru care sa aveti drept in SPV', now);
  return null;
}

function refuse(sentence: string, now: number): Reply {
  return makeXml(
    `${HEAD}\r\n<header xmlns="${SPACE}" dateResponse="${formatCompact(now)}" ExecutionStatus="1">\r\n    <Errors errorMessage="${escapeXml(sentence)}"/>\r\n</header>`,
  );
}

function takeUpload(office: Office, call: ApiCall): Reply {
  const { query, body, base, certificate } = call;
  const now = getNow(office);
  const [standard, cif] = [query.get('standard') ?? '', query.get('cif') ?? ''];
  if (standard === '' || cif === '')
    return makeError(400, 'Parametrii standard si cif sunt obligatorii', now);
  if (body.length === 0)
    return makeError(400, 'Trebuie sa aveti atasat in request un fisier de tip xml', now);
  const refused = findRefusal(call, { standard, cif });
  if (refused !== null) return refuse(refused, now);
  const read = readBody(body, standard);
  if (typeof read === 'string') return refuse(read, now);
  const most = office.faults.limits.buyerMessagesADay;
  if (standard === 'RASP' && office.limits.isDayOver(`RASP ${base} ${cif}`, now, most))
    return refuse(`S-au incarcat deja ${most} de mesaje de tip RASP pentru cui=${cif} in cursul zilei`, now);
  const { index } = office.book.takeDocument(
    {
      base,
      method: call.name === 'uploadb2c' ? 'uploadb2c' : 'upload',
      standard,
      cif,
      isForeign: query.get('extern') === 'DA',
      serial: certificate.serial,
      at: now,
      facts: readFacts(read.root),
    },
    body,
  );
  return makeXml(
    `${HEAD}\r\n<header xmlns="${SPACE}" dateResponse="${formatCompact(now)}" ExecutionStatus="0" index_incarcare="${index}"/>`,
  );
}

function findRefusal(
  { query, body, certificate }: ApiCall,
  { standard, cif }: { standard: string; cif: string },
): string | null {
  if (ROOTS[standard] === undefined)
    return 'Valorile acceptate pentru parametrul standard sunt UBL, CN, CII sau RASP';
  if (body.length > MOST_BYTES) return 'Marime fisier transmis mai mare de 10 MB.';
  if (!/^\d+$/u.test(cif)) return `CIF introdus= ${cif} nu este un numar`;
  for (const [name, word] of [
    ['extern', 'extern'],
    ['autofactura', 'autofacturare'],
    ['executare', 'executare'],
  ] as const)
    if ((query.get(name) ?? 'DA') !== 'DA')
      return `Daca parametrul ${word} trebuie completat, valoarea acceptata este DA`;
  if (certificate.cifs.length === 0) return 'Nu exista niciun CIF pentru care sa aveti drept in SPV';
  if (!hasRight(certificate, cif)) return `Nu aveti drept in SPV pentru CIF=${cif}`;
  // No firm here is in that register (presupus).
  if (query.has('executare'))
    return `CIF introdus= ${cif} nu este inregistrat in Registrul RO e-Factura executari silite`;
  return null;
}

/** Returns what was read, or the sentence of a document that is none. */
function readBody(body: Uint8Array, standard: string): Read | string {
  try {
    const read = parseXml(body);
    const { name, space } = read.root;
    const [wantedName, wantedSpace] = ROOTS[standard] ?? [];
    if (name === wantedName && space === wantedSpace) return read;
    return describeFault(`cvc-elt.1.a: Cannot find the declaration of element '${name}'.`, read.place);
  } catch (error) {
    if (error instanceof XmlFault) return describeFault(error.message, error.place);
    throw error;
  }
}

function describeFault(words: string, { line, column }: Read['place']): string {
  return `Fisierul transmis nu este valid. org.xml.sax.SAXParseException; lineNumber: ${line}; columnNumber: ${column}; ${words} `;
}
