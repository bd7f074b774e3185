import { equal } from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { findBuiltFile } from './built-file.ts';

test('a built file is told from those whose names begin alike', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fotolot-built-'));
  try {
    await mkdir(join(folder, 'assets'));
    for (const name of ['phone-button-BPcNqhcr.js', 'phone-links-D4RylIyR.js', 'phone-nMi_f-X2.js'])
      await writeFile(join(folder, 'assets', name), '');
    equal(await findBuiltFile(folder, { name: 'phone', type: 'js' }), '/assets/phone-nMi_f-X2.js');
    equal(await findBuiltFile(folder, { name: 'phone', type: 'css' }), null);
    equal(await findBuiltFile(join(folder, 'none'), { name: 'phone', type: 'js' }), null);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
