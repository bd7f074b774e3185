import type { ServerResponse } from 'node:http';

/** An answer of the site. */
export interface Reply {
  readonly status: number;
  /** Text goes as it is. */
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A refusal of the sign-in: a flat body. */
export class AuthRefusal extends Error {
  readonly status: number;
  readonly error: string;
  constructor(status: number, error: string, description: string) {
    super(description);
    this.status = status;
    this.error = error;
  }

  /** The sentence for people is Polish in the documents of the site; which it is in Romania is presupus. */
  reply(language: 'ro' | 'pl' | 'en'): Reply {
    const title = { ro: 'Date de acces greșite', pl: 'Nieprawidłowe dane logowania', en: this.message };
    const { error, message, status } = this;
    const said = { error_human_title: title[language], error_human_message: title[language] };
    return { status, body: { error, error_description: message, ...said } };
  }
}

/** A refusal of the API: a nested body. Its form with fields is reported by clients, their status presupus. */
export class ApiRefusal extends Error {
  readonly status: number;
  readonly type: string;
  readonly details: Readonly<Record<string, unknown>> | null;
  constructor(
    status: number,
    message: string,
    {
      type = 'BadRequestException',
      details = null,
    }: { type?: string; details?: Readonly<Record<string, unknown>> | null } = {},
  ) {
    super(message);
    this.status = status;
    this.type = type;
    this.details = details;
  }

  reply(form: 'details' | 'message'): Reply {
    const { type, message, details } = this;
    const isSaid = details !== null && form === 'details';
    return { status: this.status, body: { error: { type, message, ...(isSaid && { details }) } } };
  }
}

/** Returns the refusal of fields. */
export function refuseFields(details: Readonly<Record<string, unknown>>): ApiRefusal {
  return new ApiRefusal(422, 'Validation failed', { type: 'ValidationException', details });
}

export function send(response: ServerResponse, { status, body, headers = {} }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

export function sendHtml(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(html);
}
