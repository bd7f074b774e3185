import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';

/** Returns the ids of the official rules that refuse each document; none for one that is taken. Needs Java 11 or later. */
export async function askJudge(
  folder: string,
  documents: readonly string[],
): Promise<readonly (readonly string[])[]> {
  const program = join(import.meta.dirname, 'Judge.java');
  const child = spawn('java', ['-cp', join(folder, 'saxon.jar'), program, folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((end) => child.once('close', end));
  Readable.from(documents.map((xml) => `${Buffer.from(xml).toString('base64')}\n`)).pipe(child.stdin);
  const verdicts: string[][] = [];
  for await (const line of createInterface(child.stdout)) verdicts.push(line.split(' ').filter(Boolean));
  const code = await ended;
  if (code !== 0 || verdicts.length !== documents.length)
    throw new Error(`the judge ended with ${code} after ${verdicts.length} of ${documents.length} documents`);
  return verdicts;
}
