import { XMLParser } from 'fast-xml-parser';
import * as z from 'zod';
import { readBucharestMinute } from '#domain/language/time.ts';
import { isKnownSentence, tidySentence } from './anaf-sentences.ts';
import type { AnafMessage, MessagePage, UploadState } from './port.ts';

/** An answer's only element and its errors. */
interface Header {
  readonly attributes: Readonly<Record<string, string>>;
  readonly errors: readonly string[];
}

/** Headers are some hundred bytes. */
const LARGEST_XML = 64 * 1024;
const PAGE = 500;
const id = z
  .union([z.string(), z.int()])
  .transform(String)
  .pipe(z.string().regex(/^\d{1,20}$/));
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseAttributeValue: false,
  parseTagValue: false,
  removeNSPrefix: true,
  isArray: (name) => name === 'Errors',
});
const errorShape = z.object({ errorMessage: z.string() });
const headerShape = z.object({
  header: z.looseObject({ Errors: z.optional(z.array(z.union([errorShape, z.string()]))) }),
});
const refusal = z.union([
  z.object({ eroare: z.string().min(1) }).transform(({ eroare }) => eroare),
  // Spring's form, of a request that lacks something.
  z.object({ status: z.int(), message: z.string().min(1) }).transform(({ message }) => message),
]);
const page = z.object({
  mesaje: z.array(z.unknown()),
  numar_total_pagini: z.optional(z.coerce.number()),
  index_pagina_curenta: z.optional(z.coerce.number()),
});
const message = z.object({
  id,
  id_solicitare: z.nullish(z.union([z.string(), z.int()])),
  data_creare: z.coerce.string(),
  tip: z.string(),
  detalii: z.nullish(z.string()),
});

/** Returns null for anything but a small, well-formed `header` without entities of its own. */
function readHeader(bytes: Buffer): Header | null {
  const text = decode(bytes);
  if (bytes.length > LARGEST_XML || !text.trimStart().startsWith('<') || /<!(?:DOCTYPE|ENTITY)/iu.test(text))
    return null;
  try {
    const { Errors: errors = [], ...attributes } = headerShape.parse(parser.parse(text, true)).header;
    const texts = Object.entries(attributes).filter(
      (each): each is [string, string] => typeof each[1] === 'string',
    );
    return {
      attributes: Object.fromEntries(texts),
      errors: errors.flatMap((error) =>
        typeof error === 'string' ? [] : [decodeNumbers(error.errorMessage)],
      ),
    };
  } catch {
    return null;
  }
}

/** The parser leaves letters written as numbers. */
function decodeNumbers(text: string): string {
  return text.replace(/&#(x[\da-f]{1,6}|\d{1,7});/giu, (whole, written: string) => {
    const code = /^x/iu.test(written) ? Number.parseInt(written.slice(1), 16) : Number(written);
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
  });
}

function decode(bytes: Buffer): string {
  return new TextDecoder().decode(bytes);
}

/** Returns undefined for what is no JSON. */
export function readJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(decode(bytes));
  } catch {
    return undefined;
  }
}

/** Returns ANAF's own sentence in place of an answer, from JSON, XML or alone; null: there is none, as in a page of its firewall. */
export function findSentence(bytes: Buffer): string | null {
  const json = refusal.safeParse(readJson(bytes));
  if (json.success) return json.data;
  return readHeader(bytes)?.errors.join(' ') || findLooseSentence(bytes);
}

/** Some sentences come in JSON with a brace too many, or without any form. */
function findLooseSentence(bytes: Buffer): string | null {
  const text = bytes.length > LARGEST_XML ? '' : decode(bytes).trim();
  const [, written] = /^\{\s*"eroare"\s*:\s*("(?:[^"\\]|\\.)*")/u.exec(text) ?? [];
  const quoted =
    written &&
    z
      .string()
      .min(1)
      .safeParse(readJson(Buffer.from(written))).data;
  if (quoted) return quoted;
  return text.length <= 1000 && !text.startsWith('<') && isKnownSentence(text) ? text : null;
}

/** Returns the index of an upload; null: the answer has none. */
export function readUploadIndex(bytes: Buffer): string | null {
  const header = readHeader(bytes);
  if (header === null || header.errors.length > 0 || header.attributes.ExecutionStatus !== '0') return null;
  return id.safeParse(header.attributes.index_incarcare).data ?? null;
}

/** Returns null for an answer without a state that is known. */
export function readUploadState(bytes: Buffer): UploadState | null {
  const header = readHeader(bytes);
  const state = header?.attributes.stare?.trim().toLowerCase();
  if (header === null || state === undefined) return null;
  const downloadId = id.safeParse(header.attributes.id_descarcare).data ?? null;
  if (state === 'in prelucrare') return { state: 'in-progress' };
  if (state === 'ok') return downloadId === null ? null : { state: 'ok', downloadId };
  const detail = header.errors.length > 0 ? tidySentence(header.errors.join(' ')) : null;
  if (state === 'nok') return { state: 'nok', downloadId, detail };
  if (!state.startsWith('xml cu erori')) return null;
  return { state: 'nok', downloadId, detail: detail ?? tidySentence(header.attributes.stare ?? '') };
}

/** Returns null for an answer without a list. A message that cannot be understood is left out, so that the others are read. */
export function readMessagePage(bytes: Buffer): MessagePage | null {
  const read = page.safeParse(readJson(bytes));
  if (!read.success) return null;
  const { mesaje, numar_total_pagini: pages, index_pagina_curenta: here } = read.data;
  const isLast = pages === undefined || here === undefined ? mesaje.length < PAGE : here >= pages;
  return { messages: mesaje.flatMap(readMessage), isLast };
}

function readMessage(listed: unknown): AnafMessage[] {
  const read = message.safeParse(listed);
  const createdAt = read.success ? readBucharestMinute(read.data.data_creare) : null;
  if (!read.success || createdAt === null) return [];
  const { id: downloadId, id_solicitare: about, tip, detalii } = read.data;
  return [
    {
      downloadId,
      uploadIndex: id.safeParse(about).data ?? null,
      createdAt,
      type: tidySentence(tip),
      details: tidySentence(detalii ?? ''),
    },
  ];
}

/** True for a whole ZIP: its first bytes, and its directory at the end. */
export function isWholeZip(bytes: Buffer): boolean {
  const end = bytes.subarray(-65_557).lastIndexOf('PK\x05\x06', undefined, 'latin1');
  return bytes.subarray(0, 4).toString('latin1') === 'PK\x03\x04' && end >= 0;
}
