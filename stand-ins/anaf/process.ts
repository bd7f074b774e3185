import type { Base, Document, Message } from './book.ts';
import { judgeInvoice } from './checks.ts';
import { readNumberedFault } from './faults.ts';
import { getNow, type Office } from './office.ts';
import { escapeXml, formatDay } from './replies.ts';
import { type Node, parseXml } from './xml.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** Processes the documents whose time has come. */
export function processDue(office: Office): void {
  for (const document of office.book.state.documents) processWhenDue(office, document);
}

/** Processes a document when it was asked for often enough or lies here long enough. */
export function processWhenDue(office: Office, document: Document): void {
  if (document.processedAt !== null) return;
  const { state } = office.faults;
  const slow = readNumberedFault(state, 'slow', 1);
  const { polls, seconds } = slow === null ? office.pace : { polls: slow, seconds: Number.POSITIVE_INFINITY };
  const dueAt = document.at + seconds * 1000;
  const now = getNow(office);
  if (document.polls > polls) processDocument(office, document, now);
  else if (now >= dueAt) processDocument(office, document, dueAt);
}

/** Judges a document and writes the entries of the lists. */
export function processDocument(office: Office, document: Document, at: number): void {
  const { state } = office.faults;
  document.errors = state.startsWith('nok:') ? [state.slice('nok:'.length)] : judge(office, document);
  document.stare = document.errors.length === 0 ? 'ok' : 'nok';
  document.processedAt = at;
  const added =
    document.errors.length === 0 ? announceTaken(office, document) : announceErrors(office, document);
  document.downloadId = added.id;
  office.book.save();
}

function judge({ book }: Office, document: Document): string[] {
  const { root } = parseXml(Buffer.from(document.bytes, 'base64'));
  // What the office looks at in a CII is not played.
  if (document.standard === 'CII') return [];
  if (document.standard === 'RASP')
    return judgeBuyerMessage(book.findDocument(document.base, getIndex(root)), document);
  const { cif, isForeign, method } = document;
  const found = judgeInvoice(root, { cif, isForeign, isConsumer: method === 'uploadb2c' });
  if (found.length > 0) return found;
  const earlier = book.findEarlier(document);
  return earlier === undefined
    ? []
    : [
        `Factura a mai fost transmisa anterior cu index=${earlier.index} si data incarcare=${formatDay(earlier.at)}`,
      ];
}

function getIndex(root: Node): string {
  return root.attributes.index_incarcare ?? '';
}

/** The sentences are presupuse. */
function judgeBuyerMessage(invoice: Document | undefined, { cif }: Document): string[] {
  if (invoice?.stare !== 'ok') return ['Nu exista factura cu indexul din mesaj'];
  return invoice.facts.buyer === cif ? [] : [`CIF=${cif} nu este cumparatorul facturii`];
}

function announceTaken(office: Office, document: Document): Message {
  if (document.standard === 'RASP') {
    const { root } = parseXml(Buffer.from(document.bytes, 'base64'));
    const invoice = office.book.findDocument(document.base, getIndex(root));
    return addBuyerMessages(office, invoice ?? document, { index: document.index, file: document.bytes });
  }
  const { index, base, facts, bytes } = document;
  const [emitent, beneficiar] = [facts.seller ?? document.cif, facts.buyer ?? ''];
  const entry = {
    base,
    index,
    at: document.processedAt ?? document.at,
    detalii: `Factura cu id_incarcare=${index} emisa de cif_emitent=${emitent} pentru cif_beneficiar=${beneficiar}`,
    emitent,
    beneficiar,
    file: bytes,
  };
  const sent = office.book.addMessage({ ...entry, cif: emitent, filter: 'T', tip: 'FACTURA TRIMISA' });
  if (isFirm(beneficiar))
    office.book.addMessage({ ...entry, cif: beneficiar, filter: 'P', tip: 'FACTURA PRIMITA' });
  return sent;
}

function isFirm(cif: string): boolean {
  return cif !== '' && cif.length < 13;
}

/** They go to the CIF of the upload; that they do so too when the seller is another firm is presupus. */
function announceErrors({ book }: Office, document: Document): Message {
  const { index, base, facts, cif, errors } = document;
  const emitent = facts.seller ?? cif;
  return book.addMessage({
    base,
    index,
    cif,
    filter: 'E',
    tip: 'ERORI FACTURA',
    at: document.processedAt ?? document.at,
    detalii: `Erori de validare identificate la factura primita cu id_incarcare=${index}`,
    emitent,
    beneficiar: facts.buyer ?? '',
    file: encode(writeErrors({ index, cif: emitent }, errors)),
  });
}

/** The file with the errors; „Factuta” is how its namespace is written. */
function writeErrors({ index, cif }: { index: string; cif: string }, errors: readonly string[]): string {
  const lines = errors.map((error) => `    <Error errorMessage="${escapeXml(error)}"/>\n`).join('');
  return `${HEAD}\n<header xmlns="mfp:anaf:dgti:efactura:mesajEroriFactuta:v1" Index_incarcare="${index}" Cif_emitent="${cif}">\n${lines}</header>`;
}

/** As if the buyer had written to the seller of an invoice. Which entries appear is presupus, and so are their details. */
export function addBuyerMessages(
  office: Office,
  invoice: Document,
  { index, file }: { index: string; file: string },
): Message {
  const [emitent, beneficiar] = [invoice.facts.seller ?? invoice.cif, invoice.facts.buyer ?? ''];
  const entry = {
    base: invoice.base,
    index,
    at: getNow(office),
    emitent,
    beneficiar,
    file,
    filter: 'R' as const,
  };
  const received = office.book.addMessage({
    ...entry,
    cif: emitent,
    tip: 'MESAJ CUMPARATOR PRIMIT',
    detalii: `Mesaj primit de la cumparator pentru factura cu id_incarcare=${invoice.index}`,
  });
  if (!isFirm(beneficiar)) return received;
  return office.book.addMessage({
    ...entry,
    cif: beneficiar,
    tip: 'MESAJ CUMPARATOR TRANSMIS',
    detalii: `Mesaj transmis de cumparator pentru factura cu id_incarcare=${invoice.index}`,
  });
}

export function writeBuyerMessage(index: string, message: string): string {
  return encode(
    `${HEAD}\r\n<header xmlns="mfp:anaf:dgti:spv:reqMesaj:v1" index_incarcare="${index}" message="${escapeXml(message)}"/>`,
  );
}

function encode(text: string): string {
  return Buffer.from(text).toString('base64');
}

/** Writes entries of received invoices that never were documents, for lists with pages. */
export function fillList(
  { book }: Office,
  { base, cif, count }: { base: Base; cif: string; count: number },
  at: number,
): void {
  for (let n = 0; n < count; n += 1) {
    const index = String(book.state.nextIndex + n);
    const file = encode(`${HEAD}<Invoice/>`);
    const detalii = `Factura cu id_incarcare=${index} emisa de cif_emitent=9000001343 pentru cif_beneficiar=${cif}`;
    const parties = { cif, emitent: '9000001343', beneficiar: cif };
    book.addMessage({ base, index, at, detalii, file, filter: 'P', tip: 'FACTURA PRIMITA', ...parties });
  }
  book.state.nextIndex += count;
  book.save();
}
