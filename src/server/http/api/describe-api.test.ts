import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { API_DESCRIPTION_PATH, API_DOCS_PATH, API_ERROR_CODES } from '#contract/api/v1.ts';
import { API_TAGS } from '#contract/route.ts';
import { type TestServer, testServer } from '#testing/server.ts';

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly parameters: readonly { name: string; in: string }[];
}

describe('the description of the API', () => {
  let server: TestServer;
  let description: {
    paths: Record<string, Record<string, Operation>>;
    webhooks: Record<
      string,
      { post: { requestBody: { content: Record<string, { schema: { $ref: string } }> } } }
    >;
    components: Record<string, Record<string, unknown>>;
    servers: { url: string }[];
    openapi: string;
  };
  let text: string;
  before(async () => {
    server = await testServer();
    text = await (await fetch(new URL(API_DESCRIPTION_PATH, server.url))).text();
    description = JSON.parse(text);
  });
  after(() => server.close());

  const listOperations = () =>
    Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
    );

  it('is OpenAPI 3.1 with this server’s address, and names each operation once, in a group that it describes', () => {
    match(description.openapi, /^3\.1\./);
    deepEqual(description.servers, [{ url: server.url }]);
    const operations = listOperations();
    equal(operations.length, 14);
    equal(new Set(operations.map(({ operationId }) => operationId)).size, operations.length);
    for (const { operationId, tags, summary } of operations) {
      match(operationId, /^[a-z][A-Za-z]+$/);
      ok(
        summary.length > 0 && tags.every((tag) => (API_TAGS as readonly string[]).includes(tag)),
        operationId,
      );
    }
  });

  it('refers to nothing that is not there, and has nothing to which nothing refers', () => {
    const named = new Set(
      Object.entries(description.components)
        .filter(([kind]) => kind !== 'securitySchemes')
        .flatMap(([kind, parts]) => Object.keys(parts).map((name) => `#/components/${kind}/${name}`)),
    );
    const used = new Set([...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref = '']) => ref));
    deepEqual([...used].sort(), [...named].sort());
  });

  it('has each message that programs are sent, as a named schema', () => {
    const schemas = Object.entries(description.webhooks).map(([event, { post }]) => [
      event,
      post.requestBody.content['application/json']?.schema.$ref.split('/').at(-1),
    ]);
    deepEqual(schemas, [
      ['lot.done', 'LotEnded'],
      ['lot.failed', 'LotEnded'],
      ['webhook.test', 'TestMessage'],
    ]);
  });

  it('says the parameters in each path, and the Idempotency-Key of a start', () => {
    for (const { path, parameters = [], operationId } of listOperations()) {
      const said = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
      deepEqual(
        said,
        [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
        operationId,
      );
    }
    const start = listOperations().find(({ operationId }) => operationId === 'startBatch');
    ok(start?.parameters.some(({ name }) => name === 'Idempotency-Key'));
  });

  it('is there in words, too: a page without a script that names every request, lots first and webhooks last, and explains every code', async () => {
    const answer = await fetch(new URL(API_DOCS_PATH, server.url));
    const page = await answer.text();
    equal(answer.status, 200);
    match(answer.headers.get('content-security-policy') ?? '', /^default-src 'none'; style-src 'self'/);
    ok(!page.includes('<script') && !page.includes('undefined'));
    const shown = [...page.matchAll(/<dt><code>([A-Z]+ \/api\/v1\/[^<]+)<\/code>/g)].map(
      ([, request]) => request,
    );
    const tagOf = new Map(
      listOperations().map(({ method, path, tags }) => [`${method.toUpperCase()} ${path}`, tags[0]]),
    );
    deepEqual([...shown].sort(), [...tagOf.keys()].sort());
    deepEqual([...new Set(shown.map((request) => tagOf.get(request ?? '')))], API_TAGS);
    for (const code of API_ERROR_CODES) ok(page.includes(`id="${code}"`), code);
    // A sentence without its figure would say 0.
    ok(!/\b0 (de )?[a-z]|„”/.test(page.split('<h2>Refuzuri').at(-1) ?? ''));
  });
});
