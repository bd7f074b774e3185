import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { reapedSeconds } from '../processor.ts';
import type { Taken } from './contestant.ts';
import { type Job, OUTPUTS, TEXT } from './jobs.ts';

/** A program of others that does the same, driven as its manual advises; known only where it is installed. */
export interface Peer {
  readonly name: string;
  /** Null: it cannot do this job. */
  run(job: Job, paths: readonly string[], folder: string): Promise<Taken | null>;
}

const FONT = fileURLToPath(
  import.meta.resolve('@expo-google-fonts/instrument-sans/600SemiBold/InstrumentSans_600SemiBold.ttf'),
);

export async function installedPeers(): Promise<Peer[]> {
  const peers: Peer[] = [];
  for (const command of ['magick', 'convert-im6.q16', 'convert']) {
    const said = await outputOf(command, ['-version']);
    if (!said?.includes('ImageMagick')) continue;
    peers.push({ name: /ImageMagick [\d.]+/.exec(said)?.[0] ?? 'ImageMagick', run: magick(command) });
    break;
  }
  const said = await outputOf('vipsthumbnail', ['--vips-version']);
  if (said) peers.push({ name: `vipsthumbnail ${/\d+\.\d+/.exec(said)?.[0] ?? ''}`, run: vipsthumbnail });
  return peers;
}

/** With the size hint that lets libjpeg do half of the work; one thread, for its others only wait for each other. Converts no profile. */
function magick(command: string): Peer['run'] {
  return async (job, paths, folder) => {
    const [output, ...more] = OUTPUTS[job];
    if (!output || more.length > 0) return null;
    const { width, height, format, quality } = output;
    const size = `${width}x${height}`;
    const light = ['-channel', 'RGB', '-contrast-stretch', '0.5%x0.5%', '-sharpen', '0x0.8'];
    const text = ['-gravity', 'SouthEast', '-font', FONT, '-pointsize', '34', '-fill', 'white'];
    const steps = job === 'improve' ? [...light, ...text, '-annotate', '+20+20', TEXT] : [];
    const pad = ['-background', 'white', '-gravity', 'center', '-extent', size];
    return timed(paths, command, (path) => [
      ...['-limit', 'thread', '1', '-define', `jpeg:size=${size}`, path],
      ...['-auto-orient', '-resize', `${size}>`, ...steps, ...(output.fit === 'contain' ? pad : [])],
      ...['-sampling-factor', '4:2:0', '-define', 'webp:method=2', '-quality', String(quality)],
      join(folder, `magick-${job}-${basename(path)}.${format}`),
    ]);
  };
}

const vipsthumbnail: Peer['run'] = async (job, paths, folder) => {
  if (job !== 'resize') return null;
  const out = join(folder, 'vips-%s.jpg[Q=82,strip]');
  const args = ['-s', '1600x1600', '--eprofile', 'srgb', '-o', out];
  const one = await timed([''], 'vipsthumbnail', () => [...args, ...paths]);
  return one;
};

/** Null where the system does not tell processor times. */
async function timed(
  paths: readonly string[],
  command: string,
  argsFor: (path: string) => string[],
): Promise<Taken | null> {
  const begin = performance.now();
  const before = reapedSeconds();
  for (const path of paths) {
    const child = spawn(command, argsFor(path), {
      env: { ...process.env, VIPS_CONCURRENCY: '1' },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`${command} ended with ${code}`);
  }
  const after = reapedSeconds();
  if (before === null || after === null) return null;
  return { processor: after - before, clock: (performance.now() - begin) / 1000 };
}

/** Null: not installed. */
async function outputOf(command: string, args: string[]): Promise<string | null> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  let text = '';
  child.stdout.on('data', (part) => {
    text += part;
  });
  return new Promise((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', (code) => resolve(code === 0 ? text : null));
  });
}
