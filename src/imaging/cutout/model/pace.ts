/** Notes beside a model's manifest what a look costs on this machine: the server decides by it which model pays. */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { formatPaceNote, PACE_NOTE, parsePaceNote } from '#domain/photos/model-pace.ts';

/** A busy machine makes a look dearer and never cheaper, so the least counts. Smaller differences are noise. */
const WORTH_NOTING = 0.95;
const MACHINE = { arch: process.arch, processor: cpus()[0]?.model };

/** Notes what one look of the folder's model took. A folder that cannot be written to gets no note. */
export async function notePace(folder: string, { user, system }: NodeJS.CpuUsage): Promise<void> {
  const seconds = (user + system) / 1_000_000;
  const note = join(folder, PACE_NOTE);
  const known = parsePaceNote(await readFile(note, 'utf8').catch(() => null), MACHINE);
  if (known !== null && seconds > WORTH_NOTING * known) return;
  const part = `${note}.${process.pid}`;
  await writeFile(part, formatPaceNote(MACHINE, seconds))
    .then(() => rename(part, note))
    .catch(() => {});
}
