import { deepEqual, equal } from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { webKey } from '#server/photos/file-keys.ts';
import { oldestBuild } from '#server/photos/stored-files/web-build-store.ts';
import type { Presence } from '#server/wiring/presence.ts';
import { readBuild } from '#server/wiring/web-build.ts';
import { WebVersions } from '#server/wiring/web-versions.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '#testing/temporary-folder.ts';

describe('pages of other builds', () => {
  let t: TestApp;
  let folder: TemporaryFolder;
  const problems: string[] = [];

  before(async () => {
    t = await testApp();
    folder = await makeTemporaryFolder();
  });
  after(async () => {
    await folder.remove();
    await t.close();
  });
  /** A web process whose page is called so, once it has stored its files. */
  async function newProcess(name: string): Promise<WebVersions> {
    const path = join(folder.path, name);
    await mkdir(join(path, 'assets'), { recursive: true });
    await writeFile(join(path, 'index.html'), name);
    await writeFile(join(path, 'assets', `${name}-x.js`), `'${name}'`);
    const build = await readBuild(path);
    if (!build) throw new Error('no page was built');
    const presence: Presence = {
      id: `prc_${name}`,
      role: 'web',
      build: build.id,
      isAlone: false,
      migration: '0083',
    };
    const log = { ...t.app.log, error: (_: object, message: string) => void problems.push(message) };
    const versions = new WebVersions({ ...t.app, log }, build, presence);
    await (await versions.startSyncing()).end();
    // As if it lived on for as long as the test may take.
    const seenAt = new Date(Date.now() + 3_600_000);
    await t.app.db.updateTable('web_builds').set({ seen_at: seenAt }).where('id', '=', build.id).execute();
    return versions;
  }
  const pageOf = (versions: WebVersions) => versions.getPage('index.html')?.toString() ?? 'own';
  const assetOf = async (versions: WebVersions, name: string) =>
    (await versions.readAsset(name))?.toString() ?? null;
  const forge = (file: string) => t.app.files.write(webKey(file), Readable.from(['alert(1)']));

  it('come out of the storage only as the row names them; a forged script is not there, a forged page is not shown', async () => {
    await newProcess('older');
    const newer = await newProcess('newer');
    deepEqual([pageOf(newer), await assetOf(newer, 'older-x.js')], ['older', "'older'"]);
    await forge('assets/older-x.js');
    await forge(`${(await oldestBuild(t.app.db))?.id}/index.html`);
    deepEqual([pageOf(await newProcess('newest')), await assetOf(newer, 'older-x.js')], ['own', null]);
    equal(await assetOf(newer, 'newer-x.js'), "'newer'");
    equal(problems.length, 2);
  });

  it('whose files no row describes count while a process of that build lives', async () => {
    await t.app.db.deleteFrom('web_builds').execute();
    await newProcess('unnamed');
    await t.app.db.updateTable('web_builds').set({ sha256s: null }).execute();
    const later = await newProcess('later');
    deepEqual([pageOf(later), await assetOf(later, 'unnamed-x.js')], ['unnamed', "'unnamed'"]);
    await t.app.db
      .updateTable('web_builds')
      .set({ seen_at: new Date(Date.now() - 120_000) })
      .where('sha256s', 'is', null)
      .execute();
    deepEqual([pageOf(await newProcess('last')), await assetOf(later, 'unnamed-x.js')], ['later', null]);
  });
});
