import type { FastifyRequest } from 'fastify';
import { normaliseEmail } from '#domain/users/email.ts';
import type { App, User } from '#server/app.ts';
import { tokenBuckets } from '#server/http/limits/in-memory-rate-limit.ts';
import { ipKey } from '#server/http/limits/rate-limit.ts';
import { STATUS_BY_CODE } from '#server/http/status-by-code.ts';

/** What a route adds to the log's line: whose account it was about, and how it ended where that is no refusal. */
export interface SecurityFacts {
  readonly uid?: string;
  readonly outcome?: string;
  readonly event?: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The admitted user. */
    asker: User | null;
    securityFacts: SecurityFacts | null;
  }
  interface FastifyContextConfig {
    /** The log's name for requests to this route. */
    event?: string;
  }
}

/** Refusals of one kind to one address: the first are told each, of a flood one in ten seconds. */
const FLOOD = { burst: 30, perSecond: 0.1 };
/** No page of ours sends what gets 400, 415 or 421: it is an attempt. */
const LOGGED_STATUSES = new Set([400, 401, 403, 415, 421, 429]);

/**
 * One line for each request to a route with an event, and for each refusal with 400, 401, 403, 415, 421 or 429. Callers who are not signed
 * in appear as keyed hashes: `from` of the network address, `account` of the address that was typed. No address, token or name.
 */
export function securityLog({ log, keyedHash }: Pick<App, 'log' | 'keyedHash'>) {
  const floods = tokenBuckets(FLOOD);
  const noted = new WeakSet<FastifyRequest>();
  const hash = (text: string) => keyedHash('log', text).slice(0, 16);
  const isFlood = (key: string) => {
    try {
      floods.take(key);
      return false;
    } catch {
      return true;
    }
  };
  return {
    /** `outcome`: „ok” or a refusal's code. */
    note(request: FastifyRequest, outcome: string, status = getOutcomeStatus(outcome)): void {
      const { config, url } = request.routeOptions;
      if (noted.has(request)) return;
      noted.add(request);
      if (!config.event && !LOGGED_STATUSES.has(status)) return;
      const from = hash(ipKey(request.ip));
      if (LOGGED_STATUSES.has(status) && isFlood(`${from} ${outcome}`)) return;
      const email = (request.body as { email?: unknown } | null | undefined)?.email;
      log.info(
        {
          event: request.securityFacts?.event ?? config.event ?? 'refused',
          outcome: request.securityFacts?.outcome ?? outcome,
          route: `${request.method} ${url ?? ''}`,
          uid: request.securityFacts?.uid ?? request.asker?.id ?? null,
          from,
          ...(typeof email === 'string' && { account: hash(normaliseEmail(email) ?? '') }),
          ...(config.event === ADMIN_CHANGE && { about: getChangedId(request) }),
        },
        'security',
      );
    },
    /** Notes a status that was sent past the error handler, as tus does. */
    noteAnswer(request: FastifyRequest, status: number): void {
      if (LOGGED_STATUSES.has(status)) this.note(request, `http-${status}`, status);
    },
  };
}

function getOutcomeStatus(outcome: string): number {
  return (STATUS_BY_CODE as Record<string, number>)[outcome] ?? 200;
}

export const ADMIN_CHANGE = 'admin-act';

/** Returns the id or key of what an admin changed; null for anything that may be typed text. */
function getChangedId({ params, body }: FastifyRequest): string | null {
  const named = Object.values((params ?? {}) as Record<string, string>)[0];
  const userId = (body as { userId?: unknown } | null | undefined)?.userId;
  const about = named ?? (typeof userId === 'string' ? userId : null);
  return about !== null && /^[\w-]{1,60}$/.test(about) ? about : null;
}
