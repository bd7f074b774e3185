import { createHash } from 'node:crypto';
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';
import type { Message } from './book.ts';
import { hasRight } from './certificates.ts';
import { takeFault } from './faults.ts';
import { type ApiCall, getNow, type Office } from './office.ts';
import { makeError, makeHtml, makeRawJson, makeSentence, makeText, type Reply } from './replies.ts';

const KEPT_MS = 60 * 86_400_000;
/** As its documentation has it, with a brace too many. */
const OVER =
  '{"eroare":"S-au facut deja 10 descarcari de mesaj in cursul zilei","titlu":"Descarcare mesaj"}}';
/** Told by clients, not by the documents. */
const EXPIRED =
  'Fisierul nu mai poate fi descarcat pentru ca a trecut perioada de 60 de zile in care este disponibil';

/** GET descarcare */
export async function answerDownload(office: Office, { base, query, certificate }: ApiCall): Promise<Reply> {
  const now = getNow(office);
  const id = query.get('id') ?? '';
  if (id === '') return makeError(400, 'Parametrul id este obligatoriu', now);
  if (!/^\d+$/u.test(id)) return refuse(`Id descarcare introdus= ${id} nu este un numar intreg`);
  const message = office.book.state.messages.find((each) => each.base === base && each.id === id);
  if (message === undefined) return refuse(`Pentru id=${id} nu exista inregistrata nici o factura`);
  if (!hasRight(certificate, message.cif)) return refuse('Nu aveti dreptul sa descarcati acesta factura');
  const fault = takeFault(office, 'download');
  if (fault === '500') return makeError(500, 'Internal Server Error', now);
  if (fault === 'html') return makeHtml(200, '<html><body><h1>Mentenanta</h1></body></html>');
  if (fault === 'plain-expired') return makeText(200, EXPIRED);
  if (fault === 'expired' || now > message.at + KEPT_MS) return refuse(EXPIRED);
  const { downloadsADay } = office.faults.limits;
  const isOver = office.limits.isDayOver(`descarcare ${base} ${id}`, now, downloadsADay);
  if (fault === 'limit-json') return makeRawJson(OVER.slice(0, -1));
  if (fault === 'limit' || isOver) return makeRawJson(OVER);
  const zip = await zipMessage(message);
  const body = fault === 'truncated' ? zip.subarray(0, Math.floor(zip.length / 2)) : zip;
  return {
    status: 200,
    body,
    headers: {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${message.index}.zip"`,
    },
  };
}

function refuse(sentence: string): Reply {
  return makeSentence(sentence, 'Descarcare mesaj');
}

async function zipMessage({ index, file, at }: Message): Promise<Uint8Array> {
  const bytes = Buffer.from(file, 'base64');
  const writer = new ZipWriter(new Uint8ArrayWriter(), { lastModDate: new Date(at) });
  await writer.add(`${index}.xml`, new Uint8ArrayReader(bytes));
  await writer.add(`semnatura_${index}.xml`, new Uint8ArrayReader(Buffer.from(sign(bytes))));
  return writer.close();
}

/** A file in the form of a signature, which says that it is none. */
function sign(bytes: Uint8Array): string {
  const digest = createHash('sha256').update(bytes).digest('base64');
  const value = Buffer.from('Semnatura inventata, fara nicio valoare').toString('base64');
  return `<?xml version="1.0" encoding="UTF-8"?><!-- Semnatura inventata: nu este a Ministerului Finantelor --><ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:SignedInfo><ds:Reference URI=""><ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><ds:DigestValue>${digest}</ds:DigestValue></ds:Reference></ds:SignedInfo><ds:SignatureValue>${value}</ds:SignatureValue></ds:Signature>`;
}
