import { hasRight } from './certificates.ts';
import { type ApiCall, getNow, type Office } from './office.ts';
import { processWhenDue } from './process.ts';
import { escapeXml, makeError, makeXml, REJECTED, type Reply } from './replies.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const SPACE = 'mfp:anaf:dgti:efactura:stareMesajFactura:v1';
/** The documented sentence, with its 20; the list of limits says 100. */
const OVER = 'S-au facut deja 20 descarcari de mesaj in cursul zilei';

/** Some of the documented answers end their lines as Windows does, and some do not. */
type LineEnd = '\n' | '\r\n';

/** GET stareMesaj */
export function answerState(office: Office, { base, query, certificate }: ApiCall): Reply {
  const now = getNow(office);
  const { state: fault, limits } = office.faults;
  const index = query.get('id_incarcare') ?? '';
  if (index === '') return makeError(400, 'Parametrul id_incarcare este obligatoriu', now);
  if (fault === '500') return makeError(500, 'Internal Server Error', now);
  if (fault === 'waf-html') return REJECTED;
  // That this method has it too is presupus; the upload has it.
  if (fault === 'technical') return refuse('A aparut o eroare tehnica. Cod: XXX', '\r\n');
  if (!/^\d+$/u.test(index)) return refuse(`Id_incarcare introdus= ${index} nu este un numar intreg`, '\r\n');
  if (certificate.cifs.length === 0) return refuse('Nu exista niciun CIF petru care sa aveti drept', '\r\n');
  const document = office.book.findDocument(base, index);
  if (document === undefined) return refuse(`Nu exista factura cu id_incarcare= ${index}`, '\n');
  // Who may ask is presupus: those with a right for the seller, and those with a right for the CIF of the upload.
  const cifs = [document.cif, document.facts.seller ?? document.cif];
  if (!cifs.some((cif) => hasRight(certificate, cif)))
    return refuse(`Nu aveti dreptul de inteorgare pentru id_incarcare= ${index}`, '\n');
  if (office.limits.isDayOver(`stareMesaj ${base} ${index}`, now, limits.statesADay) || fault === 'limit')
    return refuse(OVER, '\r\n');
  if (fault === 'xml-errors') return tell('stare="XML cu erori nepreluat de sistem"', '\r\n');
  document.polls += 1;
  processWhenDue(office, document);
  const { stare, downloadId } = document;
  return tell(
    downloadId === null ? `stare="${stare}"` : `stare="${stare}" id_descarcare="${downloadId}"`,
    '\n',
  );
}

function tell(attributes: string, end: LineEnd): Reply {
  return makeXml(`${HEAD}${end}<header xmlns="${SPACE}" ${attributes}/>`);
}

function refuse(sentence: string, end: LineEnd): Reply {
  return makeXml(
    `${HEAD}${end}<header xmlns="${SPACE}">${end}    <Errors errorMessage="${escapeXml(sentence)}"/>${end}</header>`,
  );
}
