import * as z from 'zod';
import { faultsSchema } from './faults.ts';
import { getNow, type Office } from './office.ts';
import { addBuyerMessages, fillList, processDocument, writeBuyerMessage } from './process.ts';
import { makeJson, type Reply } from './replies.ts';

/**
 * For tests and for trying the product (bodies are JSON):
 *   GET  /__sim                               what arrived with its SHA-256, documents, counts of calls, faults, the clock
 *   PUT  /__sim/faults {…}                    what goes wrong from now on; what is not named goes well
 *   PUT  /__sim/pace {polls, seconds}         when documents have been processed, whichever comes first
 *   POST /__sim/clock {seconds}               moves the clock ahead
 *   POST /__sim/away {seconds}                nothing but this answers until then, on its own clock
 *   POST /__sim/process                       processes all that waits, now
 *   POST /__sim/withdraw {serial}             the tokens of a certificate are dead
 *   PUT  /__sim/certificates/SERIAL {cifs?, hasService?, isExpired?}   what a certificate may do
 *   POST /__sim/buyer-message {index, message}   the buyer of that document writes to its seller
 *   POST /__sim/fill {base?, cif, count}      so many entries of received invoices
 *   GET  /__sim/documents/INDEX               a document with its bytes as text
 */
export function control(
  office: Office,
  { method, path }: { method: string; path: string },
  body: unknown,
): Reply {
  try {
    return carryOut(office, { method, path }, body);
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    return makeJson(400, { message: z.prettifyError(error) });
  }
}

const pace = z.strictObject({ polls: z.int().min(0), seconds: z.number().min(0) });
const rights = z.strictObject({
  cifs: z.array(z.string()).optional(),
  hasService: z.boolean().optional(),
  isExpired: z.boolean().optional(),
});
const fill = z.strictObject({
  base: z.enum(['test', 'prod']).default('test'),
  cif: z.string(),
  count: z.int().min(1).max(10_000),
});
const seconds = z.strictObject({ seconds: z.number() });

function carryOut(office: Office, { method, path }: { method: string; path: string }, body: unknown): Reply {
  const [, , part = '', id] = path.split('/');
  const { state } = office.book;
  switch (`${method} ${part}`) {
    case 'GET ':
      return makeJson(200, describeOffice(office));
    case 'PUT faults':
      office.faults = faultsSchema.parse(body);
      return makeJson(200, office.faults);
    case 'PUT pace':
      office.pace = pace.parse(body);
      return makeJson(200, office.pace);
    case 'POST clock':
      state.ahead += seconds.parse(body).seconds * 1000;
      return keep(office);
    case 'POST away':
      state.awayUntil = getNow(office) + seconds.parse(body).seconds * 1000;
      return keep(office);
    case 'POST process':
      for (const document of state.documents)
        if (document.processedAt === null) processDocument(office, document, getNow(office));
      return makeJson(200, {});
    case 'POST withdraw':
      office.tokens.withdraw(z.strictObject({ serial: z.string() }).parse(body).serial);
      return makeJson(200, {});
    case 'POST fill':
      fillList(office, fill.parse(body), getNow(office));
      return makeJson(200, {});
    case 'POST buyer-message':
      return controlBuyerMessage(office, body);
    case 'PUT certificates':
      return controlCertificate(office, id, body);
    case 'GET documents':
      return showDocument(office, id);
  }
  return makeJson(404, { message: 'no such control' });
}

function keep({ book }: Office): Reply {
  book.save();
  return makeJson(200, {});
}

function controlBuyerMessage(office: Office, body: unknown): Reply {
  const { index, message } = z.strictObject({ index: z.string(), message: z.string() }).parse(body);
  const { book } = office;
  const invoice = book.state.documents.find((each) => each.index === index);
  if (invoice === undefined) return makeJson(404, { message: 'no such document' });
  const own = String(book.state.nextIndex);
  book.state.nextIndex += 1;
  addBuyerMessages(office, invoice, { index: own, file: writeBuyerMessage(index, message) });
  book.save();
  return makeJson(200, { index: own });
}

function controlCertificate({ certificates }: Office, serial: string | undefined, body: unknown): Reply {
  const certificate = certificates.find((each) => each.serial === serial);
  if (certificate === undefined) return makeJson(404, { message: 'no such certificate' });
  return makeJson(200, Object.assign(certificate, rights.parse(body)));
}

function showDocument({ book }: Office, index: string | undefined): Reply {
  const found = book.state.documents.find((each) => each.index === index);
  if (found === undefined) return makeJson(404, { message: 'no such document' });
  const { bytes, ...facts } = found;
  return makeJson(200, { ...facts, text: Buffer.from(bytes, 'base64').toString() });
}

function describeOffice(office: Office) {
  const { application, certificates, book, calls, arrivals, faults, pace: set, limits } = office;
  const counts: Record<string, number> = {};
  for (const { path } of calls) {
    const [name = ''] = path.split('?');
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return {
    now: new Date(getNow(office)).toISOString(),
    awayUntil: new Date(book.state.awayUntil).toISOString(),
    faults,
    pace: set,
    clientId: application.clientId,
    redirectUris: application.redirectUris,
    certificates,
    arrivals,
    documents: book.state.documents.map(({ bytes: _, ...facts }) => facts),
    messages: book.state.messages.map(({ file: _, ...facts }) => facts),
    /** Calls by address, and those that have a limit by day and thing. */
    counts,
    today: limits.list(),
    calls,
  };
}
