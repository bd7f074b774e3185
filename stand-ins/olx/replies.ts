import type { ServerResponse } from 'node:http';
import type { Faults } from './faults.ts';

/** An answer of the portal. */
export interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A refusal of the sign-in: a flat body. */
export class AuthRefusal extends Error {
  readonly reply: Reply;
  constructor(status: number, error: string, description: string) {
    super(description);
    this.reply = { status, body: { error, error_description: description, error_human_title: description } };
  }
}

interface Finding {
  readonly field: string;
  readonly title: string;
  readonly detail: string;
}

/** A refusal of the API: a nested body. */
export class ApiRefusal extends Error {
  readonly status: number;
  readonly title: string;
  readonly validation: readonly Finding[];
  constructor(
    status: number,
    detail: string,
    { title = 'Invalid request', validation = [] }: { title?: string; validation?: readonly Finding[] } = {},
  ) {
    super(detail);
    this.status = status;
    this.title = title;
    this.validation = validation;
  }

  reply(language: Faults['language']): Reply {
    const error = {
      status: this.status,
      title: this.title,
      detail: translate(this.message, language),
      ...(this.validation.length > 0 && { validation: this.validation }),
    };
    return { status: this.status, body: { error } };
  }
}

/** The portal's sentences follow the site's language; these translations are presupuse. */
const OTHERS: Readonly<Record<string, { ro: string; pl: string }>> = {
  'Data validation error occurred': { ro: 'Eroare la validarea datelor', pl: 'Błąd walidacji danych' },
  'Not Found': { ro: 'Nu a fost găsit', pl: 'Nie znaleziono' },
  'Too many requests': { ro: 'Prea multe cereri', pl: 'Zbyt wiele żądań' },
};

function translate(sentence: string, language: Faults['language']): string {
  return language === 'en' ? sentence : (OTHERS[sentence]?.[language] ?? sentence);
}

export function send(response: ServerResponse, { status, body, headers = {} }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(JSON.stringify(body));
}

export function sendHtml(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(html);
}
