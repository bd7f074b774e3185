import { deepEqual, ok } from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob } from 'node:path';
import { describe, it } from 'node:test';

const PAGES = ['*.md', 'lab/*.md', 'docs/**/*.md'];
const TREE = ['*.*', '{.ci,deploy,docs,e2e,lab,src,stand-ins,tools}/**/*.*'];
/** A code file by its name, or any file by a path with at least one folder; `*` and `{a,b}` stand for several. */
const FILE = /^(?![./])(?:[\w.*{},-]+\.tsx?|(?:[\w.*@{},-]+\/)+[\w.*{},-]+\.\w+)$/;
/** A folder by its path from the root. */
const FOLDER = /^(?:deploy|docs|e2e|lab|src|stand-ins|tools)\/[\w/-]+$/;
/** A key of stored files has a part in braces, which is no choice. */
const KEY = /\{[^,}]*\}/;

/** Returns the words that stand in code spans, commands word by word. */
function listCodeWords(page: string): string[] {
  const text = readFileSync(page, 'utf8').replaceAll(/^```.*?^```/gms, '');
  return [...text.matchAll(/`([^`]+)`/g)].flatMap(([, span = '']) => span.split(/\s+/));
}

const pages = globSync(PAGES);
const tree = globSync(TREE).map((path) => `/${path.replaceAll('\\', '/')}`);

/** A page about one part of the tree writes its paths from there. */
function isInTree(name: string): boolean {
  const end = `/${name.replace(/\/$/, '')}`;
  if (FOLDER.test(name)) return tree.some((path) => path.startsWith(`${end}/`));
  if (/[*{]/.test(name)) return tree.some((path) => matchesGlob(path, `/**${end}`));
  return tree.some((path) => path.endsWith(end));
}

describe('a page of the documents', () => {
  it('names between backticks no file or folder of the project that is not there', () => {
    const named = pages.flatMap((page) =>
      listCodeWords(page)
        .filter((word) => (FILE.test(word) || FOLDER.test(word)) && !KEY.test(word))
        .map((word) => ({ page, word })),
    );
    ok(named.length > 300, `${named.length} names`);
    const dead = named.filter(({ word }) => !isInTree(word));
    deepEqual(
      dead.map(({ page, word }) => `${page}: ${word}`),
      [],
    );
  });

  it('links to no file that is not there', () => {
    const links = pages.flatMap((page) =>
      [...readFileSync(page, 'utf8').matchAll(/\]\(([\w./-]+)(?:#[\w-]+)?\)/g)].map(([, to = '']) => ({
        page,
        to,
      })),
    );
    ok(links.length > 200, `${links.length} links`);
    const dead = links.filter(({ page, to }) => !existsSync(join(dirname(page), to)));
    deepEqual(
      dead.map(({ page, to }) => `${page}: ${to}`),
      [],
    );
  });
});
