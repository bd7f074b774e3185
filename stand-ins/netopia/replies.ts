import type { ServerResponse } from 'node:http';
import type { PageAnswer } from './checkout.ts';
import type { ApiAnswer } from './gateway.ts';
import { STYLE } from './style.ts';

const SAFE = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
};

export function send(response: ServerResponse, { status, body }: ApiAnswer): void {
  response.writeHead(status, { ...SAFE, 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
}

/** Forms may lead only where the page says; no scripts, no frames. */
export function sendPage(response: ServerResponse, page: PageAnswer): void {
  const forms = ["'self'", ...(page.formOrigins ?? [])].join(' ');
  response.writeHead(page.status, {
    ...SAFE,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'self'; form-action ${forms}; base-uri 'none'; frame-ancestors 'none'`,
    ...(page.location && { location: page.location }),
    ...(page.refresh && { refresh: `${page.refresh.seconds}; url=${page.refresh.url}` }),
  });
  response.end(page.html ?? '');
}

export function sendStyle(response: ServerResponse): void {
  response.writeHead(200, { ...SAFE, 'content-type': 'text/css; charset=utf-8' }).end(STYLE);
}
