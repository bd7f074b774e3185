import type { Browser } from '@playwright/test';
import sharp from 'sharp';
import { ApiClient } from './api-client.ts';
import { enter } from './batches.ts';
import { SAMPLES } from './photo-files.ts';
import { inDatabase } from './seeded-photos.ts';
import { openSlowConnection } from './slow-connection.ts';
import type { RunningApp } from './start-app.ts';
import { type FileToPick, newPerson, PASSWORD, type Person, pickPhotos, press } from './steps.ts';

export interface Way {
  readonly photos: number;
  readonly device: 'phone' | 'desk';
  /** Null: as fast as the machine. */
  readonly bytesPerSecond: number | null;
}

export interface Walked extends Way {
  readonly clicks: number;
  /** From the first picked file: until the start can be pressed, and until the ZIP can. */
  readonly startableMs: number;
  readonly resultsMs: number;
}

const EIGHT_MBIT = 1_000_000;
/** More photos in a batch need a plan. */
const MOST_FREE = 20;

export const WAYS: readonly Way[] = [3, 8, 30].flatMap((photos) =>
  [null, EIGHT_MBIT].flatMap((bytesPerSecond) =>
    (['phone', 'desk'] as const).map((device) => ({ photos, device, bytesPerSecond })),
  ),
);

/** So many pictures, no two alike. */
async function pictures(count: number): Promise<FileToPick[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const path = SAMPLES[n % SAMPLES.length] as string;
      const buffer = await sharp(path)
        .rotate()
        .modulate({ brightness: 1 + n / 200 })
        .jpeg({ quality: 90 })
        .toBuffer();
      return { name: `IMG_${1000 + n}.jpg`, mimeType: 'image/jpeg', buffer };
    }),
  );
}

/** From the empty dashboard to the ZIP, pressing as soon as something can be pressed: how often, and when. */
export async function walk(browser: Browser, app: RunningApp, way: Way): Promise<Walked> {
  const { photos, device, bytesPerSecond } = way;
  const email = `${device}-${photos}-${bytesPerSecond ?? 'local'}@fotolot.example`;
  await new ApiClient(app.url).call('POST', '/api/auth/register', { body: { email, password: PASSWORD } });
  if (photos > MOST_FREE)
    await inDatabase(app.dataDir, "update users set plan = 'dealer' where email = $1", [email]);
  const connection = await openSlowConnection(app.url);
  const person = await newPerson(browser, connection.url, { device });
  try {
    await enter(person, email);
    connection.limit(bytesPerSecond);
    return { ...way, ...(await measured(person, await pictures(photos))) };
  } finally {
    await person.context.close();
    await connection.close();
  }
}

async function measured(person: Person, files: FileToPick[]): Promise<Omit<Walked, keyof Way>> {
  const { page } = person;
  await page.goto('/dashboard');
  let clicks = 1;
  await press(person, page.getByRole('link', { name: 'Adaugă primele fotografii' }));
  await page.getByRole('heading', { name: 'Lot nou' }).waitFor();
  // The press that opens the chooser; choosing itself is the system's.
  clicks += 1;
  await pickPhotos(person, files);
  const picked = performance.now();
  const start = page.getByRole('button', { name: new RegExp(`^Procesează ${files.length} .*(când|–)`) });
  await start.waitFor();
  const startableMs = performance.now() - picked;
  clicks += 1;
  await press(person, start);
  await page.getByRole('link', { name: /^Descarcă tot/ }).waitFor();
  const resultsMs = performance.now() - picked;
  const download = page.waitForEvent('download');
  clicks += 1;
  await press(person, page.getByRole('link', { name: /^Descarcă tot/ }));
  await (await download).path();
  return { clicks, startableMs, resultsMs };
}

/** „| 3 photos, phone, local | 4 | 0.4 s | 6.1 s |” */
export function formatRow({
  photos,
  device,
  bytesPerSecond,
  clicks,
  startableMs,
  resultsMs,
}: Walked): string {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  const line = bytesPerSecond === null ? 'local' : `${(bytesPerSecond * 8) / 1_000_000} Mbit/s`;
  return `| ${photos} photos, ${device}, ${line} | ${clicks} | ${seconds(startableMs)} | ${seconds(resultsMs)} |`;
}
