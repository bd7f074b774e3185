import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const PAGE = join(import.meta.dirname, '..', '..', 'docs', 'install.md');
/** A block of lines that the lab runs; its name stands behind `sh`. Blocks without a language are for a reader's own machine, or untried. */
const BLOCK = /^```sh (?<name>[\w-]+)\n(?<lines>.*?)^```$/gms;

/** Returns the blocks of docs/install.md by name, in the order of the page. */
export function readInstallPage(): ReadonlyMap<string, string> {
  const found = [...readFileSync(PAGE, 'utf8').matchAll(BLOCK)].map(
    ({ groups }) => [groups?.name ?? '', groups?.lines ?? ''] as const,
  );
  const blocks = new Map(found);
  if (blocks.size !== found.length) throw new Error('Two blocks of docs/install.md have the same name.');
  return blocks;
}
