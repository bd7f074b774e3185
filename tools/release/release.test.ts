import { deepEqual, equal, match, ok, throws } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, it } from 'node:test';
import { makeTemporaryFolder } from '#testing/temporary-folder.ts';
import { cutVersion, readChanges } from './changelog.ts';
import { packRelease } from './pack-release.ts';

const ROOT = join(import.meta.dirname, '../..');
const CHANGES = '# Changes\n\n## Unreleased\n\n- A new thing.\n\n## 0.1.0 (2026-11-21)\n\n- The first.\n';

describe('a release', () => {
  it('is the newest version of the changelog, which is that of the package', () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    const [, newest] =
      /^## (\d\S+) \(\d{4}-\d\d-\d\d\)$/m.exec(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8')) ?? [];
    equal(newest, version);
  });

  it('takes what is unreleased, once, and leaves room for what comes', () => {
    const cut = cutVersion(CHANGES, '0.2.0', '2026-11-29');
    equal(readChanges(cut, '0.2.0'), '- A new thing.\n');
    equal(readChanges(cut, '0.1.0'), '- The first.\n');
    match(cut, /^## Unreleased\n\n## 0\.2\.0 \(2026-11-29\)\n/m);
    throws(() => cutVersion(cut, '0.3.0', '2026-11-30'), /nothing to release/);
    throws(() => cutVersion(CHANGES, '0.1.0', '2026-11-30'), /has 0\.1\.0 already/);
  });

  it('is packed from its tag alone: the code, what changed, and sums of both', async () => {
    const { path, remove } = await makeTemporaryFolder();
    const git = (...words: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@fotolot.example', ...words], {
        cwd: path,
      });
    try {
      writeFileSync(join(path, 'package.json'), '{"version":"0.2.0"}');
      writeFileSync(join(path, 'CHANGELOG.md'), cutVersion(CHANGES, '0.2.0', '2026-11-29'));
      git('init', '--quiet');
      git('add', '.');
      git('commit', '--quiet', '--message', 'release');
      throws(() => packRelease(path), /no tag v0\.2\.0/);
      git('tag', 'v0.2.0');
      writeFileSync(join(path, 'later.txt'), 'not of the release');
      const files = packRelease(path);
      deepEqual(
        files.map((file) => basename(file)),
        ['fotolot-0.2.0.tar', 'fotolot-0.2.0.md', 'fotolot-0.2.0.sha256'],
      );
      const names = execFileSync('tar', ['-t', '-f', files[0] ?? ''], { encoding: 'utf8' });
      ok(names.includes('CHANGELOG.md') && !names.includes('later.txt'));
      execFileSync('sha256sum', ['--check', '--quiet', basename(files[2] ?? '')], {
        cwd: join(path, 'release'),
      });
    } finally {
      await remove();
    }
  });
});
