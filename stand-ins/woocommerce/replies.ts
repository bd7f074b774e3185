import type { ServerResponse } from 'node:http';

/** An answer of the shop. A text goes out as it is. */
export interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A refusal as WordPress words it. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly params: Readonly<Record<string, string>> | null;

  constructor(
    { status, code, params = null }: { status: number; code: string; params?: Record<string, string> | null },
    message: string,
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.params = params;
  }

  reply(): Reply {
    const data = { status: this.status, ...(this.params !== null && { params: this.params }) };
    return { status: this.status, body: { code: this.code, message: this.message, data } };
  }
}

export const HTML = { 'content-type': 'text/html; charset=UTF-8' };
export const JSON_TYPE = { 'content-type': 'application/json; charset=UTF-8' };

export function send(response: ServerResponse, { status, body, headers = {} }: Reply): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, { ...JSON_TYPE, ...headers }).end(text);
}

export function sendHtml(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, HTML).end(html);
}
