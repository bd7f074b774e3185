import { join } from 'node:path';
import { makeTemporaryFolder } from '#testing/temporary-folder.ts';
import { makeGoldenSet } from './golden-set.ts';
import { shippedPresets } from './shipped-presets.ts';
import { listDifferences, readGoldenSet, writeGoldenSet } from './stored.ts';

/**
 * node tools/golden/write.ts [FOLDER]: golden.json anew, by the engine and the presets as they are now, and what of it differs from
 * before. With a folder, the drawn photos and all their files stay there to be looked at.
 */
const scratch = await makeTemporaryFolder();
try {
  const presets = await shippedPresets(join(scratch.path, 'data'));
  const made = await makeGoldenSet(presets, process.argv[2] ?? scratch.path);
  const before = await readGoldenSet().catch(() => ({}));
  await writeGoldenSet(made);
  const changed = listDifferences(before, made);
  const count = Object.values(made).reduce((sum, files) => sum + Object.keys(files).length, 0);
  console.log([...changed, `${count} files, of which ${changed.length} differ from before`].join('\n'));
} finally {
  await scratch.remove();
}
