import type { IncomingMessage, ServerResponse } from 'node:http';

export class S3Error extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}

export function unescaped(text: string): string {
  return Object.entries(ENTITIES).reduce((read, [plain, entity]) => read.replaceAll(entity, plain), text);
}

export function sendXml(response: ServerResponse, name: string, inner: string): void {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${inner}</${name}>`;
  response
    .writeHead(200, { 'content-type': 'application/xml', 'content-length': Buffer.byteLength(body) })
    .end(body);
}

/** An error that is none of the protocol's is a fault of this program. */
export function sendError(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  const { status, code } = error instanceof S3Error ? error : { status: 500, code: 'InternalError' };
  if (!(error instanceof S3Error)) process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  if (response.headersSent) return void response.destroy();
  // What is still on its way of a refused body would be taken for the next request.
  if (!request.complete) response.setHeader('connection', 'close');
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(
    request.method === 'HEAD' ? undefined : `<Error><Code>${code}</Code><Message>${code}</Message></Error>`,
  );
}
