import type { ServerResponse } from 'node:http';

/** An answer of the office, as bytes or text. */
export interface Reply {
  readonly status: number;
  readonly body: string | Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

/** An answer, a connection that is reset, or one that stays silent. */
export type Outcome = Reply | 'reset' | 'silence';

const JSON_TYPE = { 'content-type': 'application/json;charset=UTF-8' };
const XML_TYPE = { 'content-type': 'application/xml;charset=UTF-8' };
const HTML_TYPE = { 'content-type': 'text/html; charset=utf-8' };

export function makeJson(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return { status, body: JSON.stringify(body), headers: { ...JSON_TYPE, ...headers } };
}

export function makeXml(body: string): Reply {
  return { status: 200, body, headers: XML_TYPE };
}

export function makeText(status: number, body: string): Reply {
  return { status, body, headers: { 'content-type': 'text/plain;charset=UTF-8' } };
}

/** A body that calls itself JSON, well-formed or not. */
export function makeRawJson(body: string): Reply {
  return { status: 200, body, headers: JSON_TYPE };
}

export function makeHtml(status: number, body: string): Reply {
  return { status, body, headers: HTML_TYPE };
}

/** What the swaggers call CustomErrorMessage. */
export function makeError(status: number, message: string, now: number): Reply {
  const error = { 400: 'Bad Request', 500: 'Internal Server Error', 429: 'Too Many Requests' }[status];
  return makeJson(status, { timestamp: formatDashed(now), status, error: error ?? 'Error', message });
}

/** A refusal of the lists and of the download: status 200, and a sentence. */
export function makeSentence(eroare: string, titlu: 'Lista Mesaje' | 'Descarcare mesaj'): Reply {
  return makeJson(200, { eroare, titlu });
}

/** The firewall's page, which comes with status 200. */
export const REJECTED = makeHtml(
  200,
  "<html><head><title>Request Rejected</title></head><body>The requested URL was rejected. Please consult with your administrator.<br><br>Your support ID is: 1234567890123456789<br><br><a href='javascript:history.back();'>[Go Back]</a></body></html>",
);
export const AWAY = makeHtml(503, '<html><body><h1>503 Service Unavailable</h1></body></html>');
export const BAD_GATEWAY = makeHtml(502, '<html><body><h1>502 Bad Gateway</h1></body></html>');
/** Only the number 429 is documented; the body is presupus. */
export const TOO_MANY = makeJson(429, { message: 'API rate limit exceeded' });
export const TOO_MANY_WITH_TIME: Reply = {
  ...TOO_MANY,
  headers: { ...TOO_MANY.headers, 'retry-after': '7' },
};
/** Which of 401 and 403 a bad token gets is presupus: 403 is what the guide says of a request without the right. */
export const UNAUTHORIZED = makeJson(401, { message: 'Unauthorized' });
export const FORBIDDEN = makeJson(403, { message: 'Forbidden' });

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Bucharest',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

function readClock(at: number): Readonly<Record<string, string>> {
  return Object.fromEntries(clock.formatToParts(at).map(({ type, value }) => [type, value]));
}

/** 28-02-2022 10:36:14, on the clock of Bucharest. */
export function formatDashed(at: number): string {
  const { day, month, year, hour, minute, second } = readClock(at);
  return `${day}-${month}-${year} ${hour}:${minute}:${second}`;
}

/** 202202281036, on the clock of Bucharest and without a zone. */
export function formatCompact(at: number): string {
  const { day, month, year, hour, minute } = readClock(at);
  return `${year}${month}${day}${hour}${minute}`;
}

/** 2022-02-28, in Bucharest. */
export function formatDay(at: number): string {
  const { day, month, year } = readClock(at);
  return `${year}-${month}-${day}`;
}

export function escapeXml(text: string): string {
  const names: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/gu, (mark) => names[mark] ?? mark);
}

export function send(response: ServerResponse, { status, body, headers }: Reply): void {
  response.writeHead(status, headers).end(body);
}
