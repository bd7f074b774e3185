import fc from 'fast-check';
import * as z from 'zod/mini';
import type { Route } from '#contract/route.ts';

/** Values and requests that no browser sends, made from the contract: half right, so that they pass the first checks. */
interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema | false;
  readonly prefixItems?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

const NASTY = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udc00y',
  '\u202etxt.exe',
  '\ufeff',
  'NaN',
  'Infinity',
  '1e999',
  '-1',
  "' or 1=1 --",
  '#{7*7}',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  '..\\..\\x',
  '%00',
  '%',
  '%ff%fe',
  '__proto__',
  'constructor',
  'null',
  'undefined',
  '\r\nset-cookie: a=b',
  'ș'.repeat(200),
  '😀'.repeat(60),
  'a'.repeat(5000),
  '275760-09-13T00:00:00.000Z img_a',
  '0000-01-01T00:00:00.000Z img_a',
  'om@fotolot.example',
  'a\0@b.ro',
  '\ud800@b.ro',
];

export function hostileText(ids: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constantFrom(...NASTY),
    fc.constantFrom(...ids),
    fc.string({ maxLength: 60 }),
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc
      .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 })
      .map((codes) => String.fromCharCode(...codes)),
  );
}

const hostileNumber = fc.oneof(
  fc.constantFrom(0, -0, -1, 1, 0.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 5e-324),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

function hostileValue(ids: readonly string[]): fc.Arbitrary<unknown> {
  return fc.oneof(
    hostileText(ids),
    hostileNumber,
    fc.constantFrom(null, true, false, [], {}, [[]], [{}], { length: 3 }, { toString: null }),
    fc.constant({ constructor: { prototype: { admin: true } } }),
    fc.array(hostileText(ids), { maxLength: 5 }),
    fc.object({ maxDepth: 3 }),
  );
}

interface Draw {
  readonly ids: readonly string[];
  /** So many values fit for one that does not. */
  readonly calm: number;
}

/** Values of the schema, now and then with another in a part's place: the more parts, the more rarely. */
function nearTo(schema: Schema, ids: readonly string[]): fc.Arbitrary<unknown> {
  return buildFittingValues(schema, { ids, calm: Math.max(14, countParts(schema) / 2) });
}

function countParts(schema: Schema): number {
  const inside = [
    ...Object.values(schema.properties ?? {}),
    ...(schema.prefixItems ?? []),
    ...(schema.anyOf ?? schema.oneOf ?? []),
    ...(schema.items ? [schema.items] : []),
  ];
  return inside.reduce((sum, part) => sum + countParts(part), 1);
}

function fromSchema(schema: Schema, draw: Draw): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: Math.round(draw.calm), arbitrary: buildFittingValues(schema, draw) },
    hostileValue(draw.ids),
  );
}

function buildFittingValues(schema: Schema, draw: Draw): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => buildFittingValues(choice, draw)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  const { minimum = 0, maximum = 100 } = schema;
  switch (schema.type) {
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([name, property]) => [
            name,
            fromSchema(property, draw),
          ]),
        ),
        { requiredKeys: [...(schema.required ?? [])] },
      );
    case 'array':
      if (schema.prefixItems) return fc.tuple(...schema.prefixItems.map((item) => fromSchema(item, draw)));
      return fc.array(fromSchema(schema.items || {}, draw), { maxLength: 4 });
    case 'integer':
      return fc.oneof(fc.integer({ min: minimum, max: maximum }), fc.constantFrom(minimum, minimum + 1));
    case 'number':
      return fc.double({ min: minimum, max: maximum, noNaN: true });
    case 'string':
      return schema.pattern ? idLike(schema.pattern, draw.ids) : hostileText(draw.ids);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return hostileValue(draw.ids);
  }
}

function idLike(pattern: string, ids: readonly string[]): fc.Arbitrary<string> {
  const form = new RegExp(pattern);
  const own = ids.filter((id) => form.test(id));
  const prefix = /\^([a-z]+_)/.exec(pattern)?.[1];
  const stranger = prefix ? `${prefix}${'a'.repeat(26)}` : 'ffffff';
  if (own.length === 0 && !form.test(stranger)) return fc.stringMatching(form);
  return own.length > 0
    ? fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...own) }, fc.constant(stranger))
    : fc.constant(stranger);
}

/** A path part: an own id, another of the right form, or rubbish written as in a URL (or not). */
export function paramFor(name: string, ids: readonly string[]): fc.Arbitrary<string> {
  const prefix =
    {
      photoId: 'img_',
      batchId: 'lot_',
      runId: 'run_',
      resultId: 'res_',
      userId: 'usr_',
      packageId: 'pkg_',
      recipeId: 'rec_',
      sessionId: 'ses_',
      exportId: 'exp_',
    }[name] ?? name;
  const own = ids.filter((id) => id.startsWith(prefix));
  const stranger = `${prefix}${'z'.repeat(26)}`;
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(stranger, ...own) },
    fc.constantFrom(
      '%00',
      '%',
      '%ff',
      '..%2f..%2fsecret',
      '.',
      '..',
      'ÿ',
      `${prefix}${'a'.repeat(5000)}`,
      '%E0%A4%A',
    ),
    hostileText(ids).map((text) => encodeURIComponent(text.toWellFormed()) || '-'),
  );
}

export interface HostileBody {
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array | string;
}

export function hostileBytes(): fc.Arbitrary<Uint8Array> {
  return fc.oneof(fc.uint8Array({ maxLength: 5, minLength: 5 }), fc.uint8Array({ maxLength: 300 }));
}

const JSON_TYPE = { 'content-type': 'application/json' };
const DEEP = 60_000;
const BROKEN = [
  '',
  '{',
  '[',
  'nul',
  '{"a":1,}',
  '{"__proto__":{"role":"admin"}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '"\\ud800"',
  '{"name":"\\u0000"}',
  '{"email":NaN}',
  '1e999',
  '[]',
  'null',
  '""',
  '{"name":"a","name":"b"}',
  '\ufeff{}',
  '['.repeat(DEEP),
  '{"a":'.repeat(DEEP / 2),
  `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`,
  JSON.stringify({ name: 'x'.repeat(300_000) }),
];

function schemaOf(type: z.ZodMiniType | undefined): Schema {
  return type ? (z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as Schema) : {};
}

/** A query with its question mark, or none: near to what the route takes, of other names, broken. */
export function queryFor(route: Route, ids: readonly string[]): fc.Arbitrary<string> {
  const near = nearTo({ ...schemaOf(route.query), type: 'object' }, ids).map((query) =>
    Object.entries(query as object).map(([name, value]): [string, string] => [name, asText(value)]),
  );
  const others = fc.dictionary(
    fc.constantFrom('trash', 'cursor', 'download', '__proto__', 'x'),
    hostileText(ids),
  );
  return fc.oneof(
    { weight: 3, arbitrary: near.map((pairs) => (pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '')) },
    others.map((query) => `?${new URLSearchParams(query)}`),
    fc.constantFrom('?trash=1&trash=0', '?cursor[]=1', '?cursor=%00', '?%', '?cursor=%ff', '?=&&=;'),
    fc.constantFrom(
      '?cursor=-271821-04-20T00:00:00.000Z%20img_a',
      '?cursor=0000-00-00T00:00:00.000Z%20img_a',
    ),
  );
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value.toWellFormed() : (JSON.stringify(value) ?? '');
}

/** Mostly near to what the route takes; then broken, too large, in another type, not even text. */
export function bodyFor(route: Route, ids: readonly string[]): fc.Arbitrary<HostileBody | undefined> {
  const near = nearTo(schemaOf(route.body), ids);
  const json = (value: unknown): HostileBody => ({ headers: JSON_TYPE, bytes: JSON.stringify(value) ?? '' });
  const types = [
    'text/plain',
    'application/xml',
    'multipart/form-data',
    'application/x-www-form-urlencoded',
    '',
    'a',
  ];
  return fc.oneof(
    { weight: 20, arbitrary: near.map(json) },
    { weight: 3, arbitrary: hostileValue(ids).map(json) },
    fc.constantFrom(...BROKEN).map((bytes) => ({ headers: JSON_TYPE, bytes })),
    hostileBytes().map((bytes) => ({ headers: JSON_TYPE, bytes })),
    fc
      .tuple(near, fc.constantFrom(...types))
      .map(([value, type]) => ({ ...json(value), headers: { 'content-type': type } })),
    near.map((value) => ({
      headers: { 'content-type': 'application/json; charset=utf-16' },
      bytes: Buffer.from(JSON.stringify(value) ?? '', 'utf16le'),
    })),
    fc.constant(undefined),
  );
}

/** Headers on top of the right ones, or in their place. */
export function hostileHeaders(): fc.Arbitrary<Record<string, string>> {
  return fc.oneof(
    { weight: 6, arbitrary: fc.uuid().map((key) => ({ 'idempotency-key': key })) },
    fc.constantFrom<Record<string, string>>(
      {},
      { 'idempotency-key': '' },
      { 'idempotency-key': 'aaaaaaaa-aaaa-aaaa' },
      { 'idempotency-key': `${'k'.repeat(4000)}` },
      { 'idempotency-key': "';drop table runs;--" },
      { 'idempotency-key': '\xff\xfe' },
      { 'last-event-id': '9007199254740993' },
      { 'last-event-id': '-1' },
      { 'last-event-id': 'NaN' },
      { 'last-event-id': '1e400' },
      { 'accept-encoding': 'identity;q=0, *;q=0' },
      { 'accept-encoding': 'x' },
      { 'accept-version': '99' },
      { accept: '\xff' },
      { range: 'bytes=999999999-' },
      { 'if-none-match': '*' },
      { 'x-forwarded-for': '\xff, 1.2.3' },
      { 'x-http-method-override': 'DELETE' },
      { 'user-agent': '\xff'.repeat(2000) },
      { cookie: 'sid=%00; sid=a' },
      { cookie: `sid=${'a'.repeat(6000)}` },
      { cookie: 'sid=%E0%A4%A;;=;__proto__=1' },
    ),
  );
}
