import * as z from 'zod/mini';
import type { Route } from '#contract/route.ts';
import { errorReply } from '#contract/wire.ts';

/** The API's description, generated from the contract. */
type Schema = Route['body'];

function toJsonSchema(schema: Schema, io: 'input' | 'output'): object {
  return schema ? z.toJSONSchema(schema, { io, unrepresentable: 'any' }) : {};
}

function listParameters(schema: Route['params'], location: 'path' | 'query'): object[] {
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
};

const PICTURE = { 'image/*': {}, 'application/octet-stream': {} };

function toOperation(route: Route): object {
  const content = (schema: Schema, io: 'input' | 'output') => ({
    'application/json': { schema: toJsonSchema(schema, io) },
  });
  return {
    summary: route.summary,
    security: SECURITY[route.access],
    parameters: [...listParameters(route.params, 'path'), ...listParameters(route.query, 'query')],
    ...(route.takes && { requestBody: { required: true, content: PICTURE } }),
    ...(route.body && { requestBody: { required: true, content: content(route.body, 'input') } }),
    responses: {
      200: { description: 'OK', ...(route.out && { content: content(route.out, 'output') }) },
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
      },
    },
    paths,
  };
}
