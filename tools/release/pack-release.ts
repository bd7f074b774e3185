import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readChanges } from './changelog.ts';

/**
 * Writes the files of a release into release/ of a repository: the code of the version's tag, what changed, and sums. The same tag gives
 * the same bytes. Returns their paths. Throws where the tag is missing or CHANGELOG.md at the tag does not know the version.
 */
export function packRelease(repository: string): string[] {
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: repository, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
    version: string;
  };
  const tag = `v${version}`;
  if (git('tag', '--list', tag).trim() === '')
    throw new Error(`There is no tag ${tag}: npm version makes it.`);
  const changes = readChanges(git('show', `${tag}:CHANGELOG.md`), version);
  if (changes === null) throw new Error(`CHANGELOG.md of ${tag} says nothing of ${version}.`);
  const folder = join(repository, 'release');
  mkdirSync(folder, { recursive: true });
  const code = join(folder, `fotolot-${version}.tar`);
  const notes = join(folder, `fotolot-${version}.md`);
  git('archive', `--output=${code}`, tag);
  writeFileSync(notes, changes);
  const sums = join(folder, `fotolot-${version}.sha256`);
  const buildLine = (path: string) =>
    `${createHash('sha256').update(readFileSync(path)).digest('hex')}  ${path.slice(folder.length + 1)}\n`;
  writeFileSync(sums, [code, notes].map(buildLine).join(''));
  return [code, notes, sums];
}
