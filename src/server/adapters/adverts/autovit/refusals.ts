import * as z from 'zod';
import { SiteFailure } from '#domain/adverts/site-failure.ts';
import { SIGN_IN_FAULTS_OF_OPERATOR } from '#server/adapters/outside-call.ts';
import { listWords } from './answers.ts';

/** What a call is about: a collection of pictures changes no advert, a change does. */
export type CallKind = 'token' | 'read' | 'collection' | 'change';

const flat = z.object({ error: z.string(), error_description: z.optional(z.string()) });
const nested = z.object({
  error: z
    .object({
      type: z.optional(z.string()),
      message: z.optional(z.string()),
      details: z.optional(z.record(z.string(), z.unknown())).catch(undefined),
    })
    .refine(({ type, message, details }) => (type ?? message ?? details) !== undefined),
});

const MOST_SAID = 200;

interface Refused {
  readonly kind: CallKind;
  readonly status: number;
  /** Undefined: no JSON. */
  readonly body: unknown;
  /** As the site asks; null: it does not. */
  readonly waitSeconds: number | null;
}

/**
 * Returns what a refusal means. Sentences come in several languages: status, form and field decide, never words. A change of which no
 * refusal of the site's own speaks may have been made; a collection is none, so it is made again.
 */
export function classifyRefusal({ kind, status, body, waitSeconds }: Refused): SiteFailure {
  if (status === 429) return new SiteFailure('busy', { status, waitSeconds });
  const lost = new SiteFailure(kind === 'change' ? 'unknown' : 'away', { status });
  if (status >= 500 || status === 408 || status < 400) return lost;
  const auth = flat.safeParse(body);
  if (auth.success) return classifyAuth(auth.data, { kind, status });
  const api = nested.safeParse(body);
  // A page of what stands in front of the site.
  if (!api.success) return lost;
  const { message = '', details } = api.data.error;
  // What is sent for a token has the password, and an answer may repeat it.
  if (kind === 'token') return new SiteFailure(status === 403 ? 'operator' : 'unexpected', { status });
  const detail = message.slice(0, MOST_SAID);
  if (status === 401) return new SiteFailure('token', { status, detail });
  // Calls from addresses that the site does not know, or a client without the right.
  if (status === 403) return new SiteFailure('operator', { status, detail });
  if (status === 404)
    return new SiteFailure(kind === 'collection' ? 'unexpected' : 'gone', { status, detail });
  if (status !== 400 && status !== 422) return new SiteFailure('unexpected', { status, detail });
  const fields = Object.entries(details ?? {}).flatMap(([field, said]) => listFields(field, said));
  if (kind === 'collection') return new SiteFailure('pictures', { status, detail, fields });
  const isOfFields = fields.length > 0 || status === 422;
  return new SiteFailure(kind === 'change' && isOfFields ? 'refused' : 'unexpected', {
    status,
    detail,
    fields,
  });
}

function classifyAuth(
  { error, error_description: said = '' }: z.infer<typeof flat>,
  { kind, status }: { kind: CallKind; status: number },
): SiteFailure {
  const detail = said.slice(0, MOST_SAID);
  const facts = kind === 'token' ? { status } : { status, detail };
  if (error === 'invalid_grant' || error === 'insufficient_scope') return new SiteFailure('reconnect', facts);
  if (SIGN_IN_FAULTS_OF_OPERATOR.includes(error)) return new SiteFailure('operator', facts);
  if (kind !== 'token' && status === 401) return new SiteFailure('token', facts);
  return new SiteFailure('unexpected', facts);
}

/** Details name fields, some inside others. */
function listFields(field: string, said: unknown): { field: string; detail: string }[] {
  if (typeof said === 'object' && said !== null && !Array.isArray(said))
    return Object.entries(said).flatMap(([key, each]) => listFields(`${field}.${key}`, each));
  return [{ field: field.slice(0, MOST_SAID), detail: listWords(said).join(' ').slice(0, MOST_SAID) }];
}
