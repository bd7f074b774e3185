import { asTool } from '../tool.ts';
import { packRelease } from './pack-release.ts';

/** Writes the files of the newest version's release into release/. */
await asTool(async () => {
  for (const path of packRelease(process.cwd())) console.log(path);
});
