import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { measureComponents } from '#testing/components.ts';
import { DOORS } from '#testing/feature-doors.ts';
import { IMPORT_TABLE, PAYMENTS_ROOMS, WORDS } from '#testing/import-table.ts';

/** docs/architecture.md, "Rules", as a test: read the two together. */
const ROOT = join(import.meta.dirname, '..');

/** Shapes without code, which everything on the server may name in an `import type`. */
const SHAPES = /^src\/(server\/adapters\/[a-z-]+\/(port|schema|stored-json)|imaging\/messages)\.ts$/;
const TYPES_ONLY = /^src\/server\/(app|adapters\/[a-z-]+\/port)\.ts$/;

interface Import {
  from: string;
  /** A path from the root, or `npm:name`, or `node:name`. */
  to: string;
  typeOnly: boolean;
}

const files = globSync('{src,stand-ins,e2e,tools,lab}/**/*.{ts,tsx}', { cwd: ROOT })
  .map((path) => path.replaceAll('\\', '/'))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
const code = files.filter(({ path }) => !/\.(test|soak|storage)\.tsx?$/.test(path));
const imports = code.flatMap(({ path, text }) => importsOf(path, text));

function importsOf(from: string, text: string): Import[] {
  const found = text.matchAll(
    /^(?:import|export)\s+(type\s)?(?:[^;'"]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm,
  );
  return [...found].map(([, type, name, lazy]) => ({
    from,
    to: target(from, name ?? lazy ?? ''),
    typeOnly: type !== undefined,
  }));
}

function target(from: string, name: string): string {
  if (name.startsWith('#')) return `src/${name.slice(1)}`;
  if (name.startsWith('.')) return join(from, '..', name).replaceAll('\\', '/');
  return name.startsWith('node:') ? name : `npm:${name}`;
}

function mayImport({ from, to, typeOnly }: Import): boolean {
  if (typeOnly && from.startsWith('src/server/') && SHAPES.test(to)) return true;
  const row = IMPORT_TABLE.find(([area]) => new RegExp(`^${area}`).test(from));
  return row !== undefined && new RegExp(`^(${row[1]})`).test(to);
}

/** The part after `prefix`: the name of a word, a feature or an adapter. */
function part(path: string, prefix: string): string | undefined {
  return path.startsWith(prefix) ? path.slice(prefix.length).split('/')[0] : undefined;
}

/** Returns the imports in circles: drops, again and again, imports of files that are not imported or import nothing. */
function circles(all: readonly Import[]): readonly Import[] {
  const importers = new Set(all.map(({ from }) => from));
  const imported = new Set(all.map(({ to }) => to));
  const rest = all.filter(({ from, to }) => imported.has(from) && importers.has(to));
  return rest.length === all.length ? rest : circles(rest);
}

const show = ({ from, to }: Import) => `${from} → ${to}`;

describe('the architecture', () => {
  it('is looked at by this test: files and imports are found', () => {
    assert.ok(files.length > 50 && imports.length > 100, `${files.length} files, ${imports.length} imports`);
  });

  it('lets each area import only what its row of the table allows', () => {
    assert.deepEqual(imports.filter((each) => !mayImport(each)).map(show), []);
  });

  it('lets a word use only words to its right', () => {
    const rankOf = (path: string) => WORDS.indexOf(part(path, 'src/server/') ?? '');
    const backwards = imports.filter(
      ({ from, to }) => rankOf(from) >= 0 && rankOf(to) >= 0 && rankOf(to) < rankOf(from),
    );
    assert.deepEqual(backwards.map(show), []);
  });

  it('lets a room of payments use only rooms to its right, and knows every room', () => {
    const getRoom = (path: string) => part(path, 'src/server/payments/');
    const rooms = new Set(
      code.map(({ path }) => getRoom(path)).filter((room) => room && !room.endsWith('.ts')),
    );
    assert.deepEqual([...rooms].sort(), [...PAYMENTS_ROOMS].sort());
    const getRank = (path: string) => PAYMENTS_ROOMS.indexOf(getRoom(path) ?? '');
    const inside = imports.filter(({ from, to }) => getRank(from) >= 0 && getRoom(to));
    assert.ok(inside.length > 100, `${inside.length} imports`);
    const backwards = inside.filter(({ from, to }) => getRank(to) < getRank(from));
    assert.deepEqual(backwards.map(show), []);
  });

  it('lets features meet only in pages', () => {
    const feature = (path: string) => part(path, 'src/web/features/');
    const meetings = imports.filter(
      ({ from, to }) => feature(from) && feature(to) && feature(from) !== feature(to),
    );
    assert.deepEqual(meetings.map(show), []);
  });

  it('lets the editor and each feature be entered by its doors only, and has no unused door', () => {
    const used = new Map<string, Set<string>>(Object.keys(DOORS).map((name) => [name, new Set()]));
    const placed = (path: string) => {
      const [, editor, feature, file = ''] =
        /^src\/web\/(?:(editor)|features\/([^/]+))\/(.+)$/.exec(path) ?? [];
      return { name: editor ?? feature, file };
    };
    for (const { from, to } of imports) {
      const { name, file } = placed(to);
      if (name && placed(from).name !== name) used.set(name, (used.get(name) ?? new Set()).add(file));
    }
    assert.deepEqual(Object.fromEntries([...used].map(([name, doors]) => [name, [...doors].sort()])), DOORS);
  });

  it('keeps a component of the editor to 100 lines and 8 properties', () => {
    const components = measureComponents(code.filter(({ path }) => /^src\/web\/editor\/.*x$/.test(path)));
    assert.ok(components.length > 50 && components.some(({ lines, props }) => lines > 60 && props > 4));
    const large = components.filter(({ lines, props }) => lines > 100 || props > 8);
    assert.deepEqual(
      large.map(({ name, lines, props }) => `${name}: ${lines} lines, ${props} properties`),
      [],
    );
  });

  it('has no circle, imports of types included', () => {
    assert.deepEqual(circles(imports).map(show), []);
  });

  it('keeps folders to 20 source files, tests beside them not counted', () => {
    const folders = Map.groupBy(code, ({ path }) => dirname(path));
    const crowded = [...folders].filter(([, inside]) => inside.length > 20);
    assert.deepEqual(
      crowded.map(([folder, inside]) => `${folder}: ${inside.length}`),
      [],
    );
  });

  it('lets an adapter know another only by its port or the tables, and app.ts and ports be types', () => {
    const adapter = (path: string) => part(path, 'src/server/adapters/');
    // Running a stand-in's process, and what calls to services have in common, are shared by all of them.
    const shared = /\/(port|schema|stored-json|adapters\/(stand-in|outside-call|resolve-name))\.ts$/;
    const strangers = imports.filter(
      ({ from, to }) => adapter(from) && adapter(to) && adapter(from) !== adapter(to) && !shared.test(to),
    );
    const notTypes = imports.filter(({ from, typeOnly }) => TYPES_ONLY.test(from) && !typeOnly);
    assert.deepEqual([...strangers, ...notTypes].map(show), []);
  });

  it('keeps clock and chance out of the domain', () => {
    const impure = code.filter(
      ({ path, text }) => path.startsWith('src/domain/') && /Date\.now|new Date\(\)|Math\.random/.test(text),
    );
    assert.deepEqual(
      impure.map(({ path }) => path),
      [],
    );
  });

  it('climbs to no folder above: # names across folders', () => {
    const climbing = code.filter(
      ({ path, text }) => path.startsWith('src/') && /(from|import|import\()\s*['"]\.\.\//.test(text),
    );
    assert.deepEqual(
      climbing.map(({ path }) => path),
      [],
    );
  });

  it('keeps SQL to stores, views and adapters; a view never writes', () => {
    const write = /\b(insertInto|updateTable|deleteFrom|mergeInto)\(/;
    const query = new RegExp(`\\bselectFrom\\(|\\bsql(<[^\`;]*>)?\`|${write.source}`);
    const server = code.filter(({ path }) => /^src\/server\/(?!adapters\/)/.test(path));
    const isHome = (path: string) => /-(store|view)\.ts$/.test(path);
    assert.ok(server.filter(({ path, text }) => isHome(path) && query.test(text)).length > 50);
    const builders = imports.filter(({ to, typeOnly }) => to === 'npm:kysely' && !typeOnly);
    const strays = server.filter(
      ({ path, text }) => !isHome(path) && (query.test(text) || builders.some(({ from }) => from === path)),
    );
    const writers = server.filter(({ path, text }) => path.endsWith('-view.ts') && write.test(text));
    assert.deepEqual(
      [...strays, ...writers].map(({ path }) => path),
      [],
    );
  });

  it('leaves the credit tables to the stores of credits; views and checks only read them', () => {
    const sql = globSync('src/server/adapters/database/migrations/*.sql', { cwd: ROOT }).map((path) =>
      readFileSync(join(ROOT, path), 'utf8'),
    );
    const tables = [...sql.join('\n').matchAll(/CREATE TABLE (credit_(?!packages|purchases)\w+)/gi)].map(
      ([, name]) => name,
    );
    assert.ok(tables.length > 0);
    const mention = new RegExp(`\\b(${tables.join('|')})\\b`);
    const write = new RegExp(
      `(insertInto\\(|updateTable\\(|deleteFrom\\(|INSERT INTO|UPDATE|DELETE FROM)\\s*['"\`]?(${tables.join('|')})\\b`,
      'i',
    );
    const reader = /-view\.ts$|^src\/testing\//;
    const others = code.filter(
      ({ path }) =>
        path.startsWith('src/') && !/\/(credits\/[a-z]+-store|generated-tables|column-types)\.ts$/.test(path),
    );
    const wrong = others.filter(
      ({ path, text }) => mention.test(text) && (!reader.test(path) || write.test(text)),
    );
    assert.deepEqual(
      wrong.map(({ path }) => path),
      [],
    );
  });

  it('keeps what a test file does before and after each test to itself: in one process a hook outside of a describe runs for every file’s tests', () => {
    const wild = files.filter(
      ({ path, text }) =>
        /\.(test|soak|storage)\.ts$/.test(path) && /^(before|after|beforeEach|afterEach)\(/m.test(text),
    );
    assert.deepEqual(
      wild.map(({ path }) => path),
      [],
    );
  });

  it('keeps what starts whole processes of the product to the laboratory, which every day’s run leaves out', () => {
    const starts = files
      .filter(({ path }) => path.endsWith('.test.ts'))
      .flatMap(({ path, text }) => importsOf(path, text))
      .filter(({ to, typeOnly }) => !typeOnly && /^lab\/(cluster|upgrade)\//.test(to));
    assert.ok(starts.length > 3);
    assert.deepEqual(starts.filter(({ from }) => !from.endsWith('.lab.test.ts')).map(show), []);
  });

  it('lets nothing import the laboratory but itself, and the runner what starts the stores', () => {
    const all = files.flatMap(({ path, text }) => importsOf(path, text));
    const inside = all.filter(({ to }) => to.startsWith('lab/'));
    assert.ok(inside.length > 50);
    const others = inside.filter(({ from }) => !from.startsWith('lab/'));
    const isRunner = ({ from, to }: Import) => from === 'tools/test.ts' && to.startsWith('lab/stores/');
    assert.deepEqual(others.filter((each) => !isRunner(each)).map(show), []);
  });

  it('lets no read of the pages be left out of the journey in which each fails aloud', () => {
    /** Nothing is missing on the page when these fail. */
    const elsewhere = [
      '/api/auth/session', // the guard's: without an answer there is no user
      '/api/users/me', // comes with the session, and live
      '/api/analytics/config', // without an answer there are no statistics
      '/api/photos/{photoId}/cutout', // the tool that asks for it shows its own state
    ];
    const journey = readFileSync(join(ROOT, 'e2e/journeys/pages/failed-reads.lab.e2e.ts'), 'utf8');
    const pages = code
      .filter(({ path }) => path.startsWith('src/web/'))
      .map(({ text }) => text)
      .join('\n');
    const routes = code
      .filter(({ path }) => path.startsWith('src/contract/'))
      .flatMap(({ text }) => [...text.matchAll(/export const (\w+) = defineRoute\(\{([\s\S]*?)\n\}\)/g)])
      .filter(([, , facts = '']) => facts.includes("method: 'GET'") && facts.includes(' out:'))
      .map(([, name = '', facts = '']) => ({ name, path: /path: '([^']+)'/.exec(facts)?.[1] ?? name }));
    assert.ok(routes.length > 40);
    const read = routes.filter(({ name }) => new RegExp(`\\bcall(Raw)?\\(\\s*${name}\\b`).test(pages));
    const missing = read.filter(
      ({ path }) => !elsewhere.includes(path) && !journey.includes(`read: '${path}'`),
    );
    assert.deepEqual(
      missing.map(({ path }) => path),
      [],
    );
  });

  it('lets journeys that share a server make accounts with addresses that no other of them uses', () => {
    const shared = files.filter(({ path, text }) => /\.e2e\.ts$/.test(path) && /\bshared \}/.test(text));
    assert.ok(shared.length > 20);
    const used = shared.flatMap(({ path, text }) =>
      [...text.matchAll(/['`]([\w.${}-]+@fotolot\.example)['`]/g)].flatMap(([, address = '']) =>
        ['phone', 'desk'].map((device) => ({ path, address: address.replace(/\$\{device\}/, device) })),
      ),
    );
    const byAddress = Map.groupBy(used, ({ address }) => address);
    // A name that the file gives alone says nothing here.
    const twice = [...byAddress].filter(
      ([address, uses]) => !/\$\{/.test(address) && new Set(uses.map(({ path }) => path)).size > 1,
    );
    assert.deepEqual(
      twice.map(([address]) => address),
      [],
    );
  });

  it('keeps to plain English: no sentence is about an unnamed person', () => {
    // In two parts, so that this test does not find itself. Constants in capitals are code.
    const vague = new RegExp(`\\b(([nN]o|[sS]ome|[aA]ny)${'body'}|[wW]ho${'ever'})\\b`);
    const pages = globSync(['src/**/*.css', 'docs/**/*.md', 'README.md'], { cwd: ROOT }).map((path) => ({
      path: path.replaceAll('\\', '/'),
      text: readFileSync(join(ROOT, path), 'utf8'),
    }));
    const found = [...files.filter(({ path }) => path.startsWith('src/')), ...pages].flatMap(
      ({ path, text }) => text.split('\n').flatMap((line, n) => (vague.test(line) ? `${path}:${n + 1}` : [])),
    );
    assert.deepEqual(found, []);
  });

  it('keeps files to 400 lines', () => {
    const written = files.filter(({ path }) => !path.endsWith('/generated-tables.ts'));
    const long = written.filter(({ text }) => text.split('\n').length > 401);
    assert.deepEqual(
      long.map(({ path }) => path),
      [],
    );
  });

  it('names functions by a verb and its object: …Of stays below one in a hundred, single words below five', () => {
    const kinds = [
      /^ *(?:export )?(?:default )?(?:async )?function\*? ([a-z]\w*)/gm,
      /^(?:export )?const ([a-z]\w*)(?:: [^=\n]+)? = (?:async )?(?:\([^)]*\)|\w+)(?:: [^=\n]+)? =>/gm,
    ];
    const product = code.filter(({ path }) => path.startsWith('src/'));
    const names = product.flatMap(({ text }) =>
      kinds.flatMap((kind) => [...text.matchAll(kind)].map(([, name = '']) => name)),
    );
    assert.ok(names.length > 3000);
    const few = (kind: RegExp, share: number) => {
      const found = names.filter((name) => kind.test(name));
      assert.ok(found.length <= names.length * share, found.join(', '));
    };
    few(/[a-z\d]Of$/, 0.01);
    few(/^[a-z\d]+$/, 0.05);
  });

  it('no two migrations have one number', () => {
    const numbers = globSync('src/server/adapters/database/migrations/*.sql', { cwd: ROOT }).map(
      (path) => /(\d{4})-[^/]+$/.exec(path.replaceAll('\\', '/'))?.[1],
    );
    assert.deepEqual(numbers, [...new Set(numbers)]);
  });
});
