import * as z from 'zod/mini';
import { API_DOCS_PATH, API_ERROR_CODES, apiSchemas } from '#contract/api/v1.ts';
import { API_TAGS, type ApiTag, type Route } from '#contract/route.ts';
import { type ApiOperation, describeUploads } from '#server/http/api/describe-uploads.ts';
import { describeWebhooks } from '#server/http/api/describe-webhooks.ts';
import { KEY_SCHEME, toOperation } from '#server/http/open-api.ts';

/** The description of the API for programs, OpenAPI 3.1: the routes with `key`, and uploads. */
export interface ApiDescription {
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly properties?: object }>>;
    readonly [kind: string]: object;
  };
  readonly [field: string]: unknown;
}

const TAG_WORDS: Readonly<Record<ApiTag, string>> = {
  batches: 'Loturi: se citesc, se fac, se pornesc.',
  photos: 'Fotografii: se trimit cu protocolul tus 1.0, în bucăți, și se reiau de unde s-au oprit.',
  recipes: 'Rețete salvate, cu care începe un lot.',
  results: 'Fișiere gata.',
  credits: 'Credite.',
  webhooks: 'Adrese la care anunțăm cum s-au terminat loturile.',
};

const SCHEMAS_AT = '#/components/schemas/';

/** Returns the schemas that the contract names, which refer to each other. */
function describeSchemas(): Record<string, object> {
  const { schemas } = z.toJSONSchema(apiSchemas, {
    uri: (id) => `${SCHEMAS_AT}${id}`,
    io: 'input',
    // The format says it; the pattern is two lines long.
    override: ({ jsonSchema }) => {
      if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
    },
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]),
  );
}

const PROBLEM = {
  type: 'object',
  description: 'RFC 9457',
  required: ['type', 'title', 'status', 'detail', 'code', 'message', 'details'],
  properties: {
    type: { type: 'string', description: `${API_DOCS_PATH}#code` },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'message' },
    code: { type: 'string', enum: [...API_ERROR_CODES] },
    message: { type: 'string', description: 'O propoziție pentru oameni, în română.' },
    details: { type: 'object', additionalProperties: true },
  },
};

const REFUSED = { $ref: '#/components/responses/Refusal' };
const LIMIT_HEADERS = {
  RateLimit: { $ref: '#/components/headers/RateLimit' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimit-Policy' },
};
const LEFT = {
  description: 'Câte cereri mai au cheia și contul (r) și în câte secunde le au iar pe toate (t).',
};
const POLICY = { description: 'Câte cereri au cheia și contul (q) în câte secunde (w).' };

function toRef(schema: z.ZodMiniType): object {
  return { $ref: `${SCHEMAS_AT}${apiSchemas.get(schema)?.id}` };
}

function describeOperation(route: Route): ApiOperation {
  const { id = '', tag = 'batches' } = route.operation ?? {};
  const { responses, ...operation } = toOperation(route, toRef);
  return {
    operationId: id,
    tags: [tag],
    ...operation,
    responses: { 200: { ...responses[200], headers: LIMIT_HEADERS }, '4XX': REFUSED, '5XX': REFUSED },
  };
}

/** `url`: the address that programs use. */
export function describeApi(routes: readonly Route[], url: string): ApiDescription {
  const paths: Record<string, Record<string, ApiOperation>> = {};
  for (const route of routes.filter(({ access }) => access === 'key'))
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: describeOperation(route) };
  return {
    openapi: '3.1.1',
    info: {
      title: 'Fotolot',
      version: '1',
      summary: 'Loturi de fotografii pentru vânzare, din programele tale.',
      description: `Fiecare cerere poartă o cheie din Setări › Chei API: \`Authorization: Bearer fot_…\`. Pe înțeles: ${API_DOCS_PATH}`,
      license: { name: 'Pentru clienții Fotolot', url: `${url}/legal/terms` },
    },
    servers: [{ url }],
    tags: API_TAGS.map((name) => ({ name, description: TAG_WORDS[name] })),
    security: [{ key: [] }],
    paths: {
      ...paths,
      ...describeUploads({ responses: { '4XX': REFUSED, '5XX': REFUSED }, headers: LIMIT_HEADERS }),
    },
    webhooks: describeWebhooks(toRef),
    components: {
      securitySchemes: KEY_SCHEME,
      schemas: { ...describeSchemas(), Problem: PROBLEM },
      headers: {
        RateLimit: { ...LEFT, schema: { type: 'string' } },
        'RateLimit-Policy': { ...POLICY, schema: { type: 'string' } },
      },
      responses: {
        Refusal: {
          description: 'Refuz: codul pentru programe, propoziția pentru oameni.',
          content: { 'application/problem+json': { schema: { $ref: `${SCHEMAS_AT}Problem` } } },
        },
      },
    },
  };
}
