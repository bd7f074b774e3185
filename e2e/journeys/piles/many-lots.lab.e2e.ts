import { deepEqual, equal, ok } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';
import sharp from 'sharp';
import { type ApiClient, runTool } from '../../support/api-client.ts';
import { visit } from '../../support/batches.ts';
import { leave, test } from '../../support/journey.ts';
import { PATIENCE } from '../../support/patience.ts';
import type { Shop } from '../../support/shop.ts';
import { type FileToPick, type Person, pickPhotos, press } from '../../support/steps.ts';
import { zipEntries } from '../../support/zip-entries.ts';

const LONGEST_WAIT = { timeout: 600_000 * PATIENCE };

/** A person with credits for so many lots, who counts presses and seconds. */
class Walk {
  readonly person: Person;
  readonly client: ApiClient;
  presses = 0;
  #since = Date.now();

  constructor({ person, client }: { person: Person; client: ApiClient }) {
    this.person = person;
    this.client = client;
  }

  get page(): Page {
    return this.person.page;
  }

  async pick(file: readonly FileToPick[]): Promise<void> {
    this.presses += 1;
    await this.page.goto('/upload');
    this.#since = Date.now();
    await pickPhotos(this.person, file);
  }

  async press(role: 'button' | 'link', name: string): Promise<void> {
    this.presses += 1;
    const target = this.page.getByRole(role, { name, exact: true });
    await target.waitFor(LONGEST_WAIT);
    this.say(name);
    await press(this.person, target);
  }

  say(what: string): void {
    console.log(`  ${((Date.now() - this.#since) / 1000).toFixed(1)} s, press ${this.presses}: ${what}`);
  }
}

async function begin({ app, browser }: Shop, email: string, credits: number): Promise<Walk> {
  const walk = new Walk(await visit(browser, app.url, { email }));
  const words = [email, '--plan', 'dealer', '--credits', String(credits)];
  const given = await runTool('tools/give-plan.ts', words, { dataDir: app.dataDir });
  equal(given.code, 0, given.output);
  return walk;
}

/** Draws a thing, seen from another side in each photo; the pictures of two things are as unlike as two cars on two grounds. */
async function drawPhoto(thing: number, side: number, takenAt?: string): Promise<Buffer> {
  const hue = (thing * 137) % 360;
  const [x, y] = [80 + ((thing * 61) % 200), 70 + ((thing * 43) % 120)];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480">
    <rect width="640" height="480" fill="hsl(${hue},40%,${35 + ((thing * 29) % 40)}%)"/>
    <rect x="${x + side * 4}" y="${y}" width="${220 + side * 3}" height="180" fill="hsl(${(hue + 180) % 360},70%,45%)"/>
    <circle cx="${x + 60 + side * 7}" cy="${y + 190}" r="${30 + side}" fill="hsl(${(hue + 90) % 360},80%,30%)"/></svg>`;
  const photo = sharp(Buffer.from(svg)).jpeg({ quality: 85 });
  if (takenAt !== undefined) photo.withExif({ IFD2: { DateTimeOriginal: takenAt } });
  return photo.toBuffer();
}

/** 120 photos of seven cars as one camera takes them: half a minute between two, ten minutes and more between two cars. */
async function drawDay(): Promise<FileToPick[]> {
  const counts = [17, 16, 18, 17, 17, 18, 17];
  const files: FileToPick[] = [];
  let at = Date.UTC(2026, 10, 21, 9, 0, 0);
  for (const [car, count] of counts.entries()) {
    for (let side = 0; side < count; side++) {
      const takenAt = new Date(at).toISOString().slice(0, 19).replaceAll('-', ':').replace('T', ' ');
      const name = `IMG_${String(files.length + 1).padStart(4, '0')}.jpg`;
      files.push({ name, mimeType: 'image/jpeg', buffer: await drawPhoto(car, side, takenAt) });
      at += (20 + ((side * 7) % 25)) * 1000;
    }
    at += (10 + car) * 60_000;
  }
  return files;
}

const PRODUCTS = Array.from({ length: 30 }, (_, i) => `Pantof ${String(i + 1).padStart(2, '0')}`);

async function makeShopArchive(): Promise<FileToPick> {
  const zip = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
  for (const [i, product] of PRODUCTS.entries())
    for (let n = 0; n < 3; n++)
      await zip.add(`${product}/${n + 1}.jpg`, new Uint8ArrayReader(await drawPhoto(i, n)));
  return { name: 'raft.zip', mimeType: 'application/zip', buffer: Buffer.from(await zip.close()) };
}

test.afterEach(({ shared }) => leave(shared));

test('120 photos of seven cars become seven finished lots and one ZIP by five presses', async ({
  shared,
}) => {
  const walk = await begin(shared, 'parc@fotolot.example', 7);
  await walk.pick(await drawDay());
  await walk.press('link', 'Vezi 7 loturi');
  await walk.press('button', 'Fă 7 loturi');
  await walk.press('button', 'Procesează 7 loturi – 7 credite');
  const download = walk.page.waitForEvent('download', LONGEST_WAIT);
  await walk.press('button', 'Descarcă 7 loturi (ZIP)');
  const entries = zipEntries(await readFile(await (await download).path()));
  walk.say('the ZIP is there');
  const { batches } = (await walk.client.call('GET', '/api/batches')).body;
  deepEqual(
    batches.map((lot: { photoCount: number; state: string }) => `${lot.photoCount} ${lot.state}`).reverse(),
    [17, 16, 18, 17, 17, 18, 17].map((count) => `${count} done`),
  );
  equal(entries.length, 121);
  ok(walk.presses <= 5, `${walk.presses} presses`);
});

test('a ZIP of thirty products of three photos becomes thirty lots and one ZIP with their list: twelve presses at most', async ({
  shared,
}) => {
  const walk = await begin(shared, 'raft@fotolot.example', 30);
  await walk.pick([await makeShopArchive()]);
  await walk.press('link', 'Vezi 30 de loturi');
  await walk.press('button', 'Fă 30 de loturi');
  await walk.press('button', 'Procesează 30 de loturi – 30 de credite');
  const download = walk.page.waitForEvent('download', LONGEST_WAIT);
  await walk.press('button', 'Descarcă 30 de loturi (ZIP)');
  const zip = await readFile(await (await download).path());
  walk.say('the ZIP is there');
  const entries = zipEntries(zip).map(({ name }) => name);
  deepEqual([...new Set(entries.slice(1).map((name) => name.split('/')[0]))].sort(), PRODUCTS);
  deepEqual([entries[0], entries.length], ['loturi.csv', 91]);
  const list = zip.toString('utf8');
  for (const product of PRODUCTS) ok(list.includes(`\r\n${product};${product};${product}/`), product);
  const { credits } = (await walk.client.call('GET', '/api/users/me')).body;
  console.log(`  ${credits.totalCredits} credits left`);
  ok(walk.presses <= 12, `${walk.presses} presses`);
});
