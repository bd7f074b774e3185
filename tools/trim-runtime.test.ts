import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '..');
const read = (name: string) => readFileSync(join(ROOT, name), 'utf8');

test('after an install the model runtime is there for this machine alone', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'fotolot-trim-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const programs = join(folder, 'node_modules/onnxruntime-node/bin/napi-v6');
  for (const system of ['other/x64', `${process.platform}/other`, `${process.platform}/${process.arch}`]) {
    mkdirSync(join(programs, system), { recursive: true });
    writeFileSync(join(programs, system, 'onnxruntime_binding.node'), '');
  }
  const trim = () => execFileSync(process.execPath, [join(ROOT, 'tools/trim-runtime.ts')], { cwd: folder });
  trim();
  const left = readdirSync(programs, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  assert.deepEqual(
    left.map(({ parentPath }) => parentPath),
    [join(programs, process.platform, process.arch)],
  );
  trim();
});

test('no package but Node’s own may run a script at its install, and the model runtime’s is stopped by every npm', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { hasInstallScript?: true }>;
  };
  const { allowScripts } = JSON.parse(read('package.json')) as { allowScripts: Record<string, boolean> };
  const scripted = Object.keys(packages).filter((path) => packages[path]?.hasInstallScript && path !== '');
  assert.deepEqual(
    scripted.map((path) => path.replace('node_modules/', '')).sort(),
    Object.keys(allowScripts).sort(),
  );
  assert.deepEqual(
    Object.keys(allowScripts).filter((name) => allowScripts[name]),
    ['node'],
  );
  assert.match(read('.npmrc'), /^onnxruntime-node-install=skip$/m);
});
