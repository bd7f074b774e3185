import * as z from 'zod/mini';
import type { Route } from '#contract/route.ts';
import { errorReply } from '#contract/wire.ts';
import { IDEMPOTENCY_KEYS } from '#server/http/idempotency-key.ts';

/** The API's description, generated from the contract. */
type Schema = Route['body'];

/** Returns a schema of the description, or a reference to one. */
type ToSchema = (schema: NonNullable<Schema>, io: 'input' | 'output') => object;

const toJsonSchema: ToSchema = (schema, io) => z.toJSONSchema(schema, { io, unrepresentable: 'any' });

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: object;
}

function listParameters(schema: Route['params'], location: 'path' | 'query'): Parameter[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' }) as {
    properties?: Record<string, object>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: property,
  }));
}

const SECURITY: Readonly<Record<Route['access'], readonly object[]>> = {
  public: [],
  user: [{ session: [] }],
  admin: [{ session: [] }],
  phone: [{ phone: [] }],
  results: [{ results: [] }],
  key: [{ key: [] }],
};

/** How programs show their key. */
export const KEY_SCHEME = { key: { type: 'http', scheme: 'bearer' } };

const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  schema: { type: 'string', pattern: IDEMPOTENCY_KEYS.source },
};

const PICTURE = { 'image/*': {}, 'application/octet-stream': {} };

export function toOperation(route: Route, toSchema: ToSchema = toJsonSchema) {
  const content = (schema: NonNullable<Schema>, io: 'input' | 'output') => ({
    'application/json': { schema: toSchema(schema, io) },
  });
  const answer = route.sends
    ? Object.fromEntries(route.sends.map((type) => [type, {}]))
    : route.out && content(route.out, 'output');
  return {
    summary: route.summary,
    security: SECURITY[route.access],
    parameters: [
      ...listParameters(route.params, 'path'),
      ...listParameters(route.query, 'query'),
      ...(route.once ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(route.takes && { requestBody: { required: true, content: PICTURE } }),
    ...(route.body && { requestBody: { required: true, content: content(route.body, 'input') } }),
    responses: {
      200: { description: 'OK', ...(answer && { content: answer }) },
      default: {
        description: 'Refusal: code, Romanian sentence, details',
        content: content(errorReply, 'output'),
      },
    },
  };
}

export function openApi(routes: readonly Route[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: toOperation(route) };
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Fotolot', version: '1' },
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'sid' },
        phone: { type: 'apiKey', in: 'cookie', name: 'phone' },
        results: { type: 'apiKey', in: 'cookie', name: 'results' },
        ...KEY_SCHEME,
      },
    },
    paths,
  };
}
