import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Seconds that as many bare processes as there are cores need for the photos. */
export async function bareSharp(mode: 'plain' | 'same', paths: readonly string[]): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'fotolot-bare-'));
  const cores = availableParallelism();
  const start = performance.now();
  await Promise.all(
    Array.from({ length: cores }, async (_, core) => {
      const list = join(folder, `list-${core}`);
      await writeFile(list, paths.filter((_path, n) => n % cores === core).join('\n'));
      const program = join(import.meta.dirname, 'bare-sharp.ts');
      const child = spawn(process.execPath, [program, mode, folder, list], { stdio: 'inherit' });
      const [code] = await once(child, 'exit');
      if (code !== 0) throw new Error(`bare sharp ended with ${code}`);
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  await rm(folder, { recursive: true, force: true });
  return seconds;
}
