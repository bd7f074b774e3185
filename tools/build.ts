import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { getPageSource, SOURCE_NOTE } from './page/page-source.ts';
import { asTool } from './tool.ts';

/**
 * Builds the page into dist/web.
 *   node tools/build.ts               always
 *   node tools/build.ts --if-needed   where the page there is missing, unfinished, or of another source
 */
await asTool(async () => {
  if (process.argv.includes('--if-needed') && readNote() === getPageSource()) return;
  refuseReadOnly();
  // Where the page is built already, the packages that build it may be missing.
  const { build } = await import('vite');
  await build({ logLevel: 'warn', configLoader: 'native' });
});

function readNote(): string {
  return existsSync(SOURCE_NOTE) ? readFileSync(SOURCE_NOTE, 'utf8') : '';
}

/** Throws a sentence where this user may not write the page. */
function refuseReadOnly(): void {
  const folder = dirname(SOURCE_NOTE);
  try {
    accessSync(existsSync(folder) ? folder : dirname(folder), constants.W_OK);
  } catch (cause) {
    throw new Error(
      'The page in dist/ is missing or belongs to another source, and this user may not write there. Run “npm run build” as the user who owns the code.',
      { cause },
    );
  }
}
