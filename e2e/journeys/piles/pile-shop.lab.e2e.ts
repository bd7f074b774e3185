import { deepEqual, equal, ok } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import type { ApiClient } from '../../support/api-client.ts';
import { visit } from '../../support/batches.ts';
import { giveCredits, leave, test } from '../../support/journey.ts';
import { looksRight } from '../../support/page-checks.ts';
import { SAMPLES } from '../../support/photo-files.ts';
import { becomes, type FileToPick, type Person, pickPhotos, press, sees } from '../../support/steps.ts';
import { zipEntries } from '../../support/zip-entries.ts';

const SKUS = Array.from({ length: 10 }, (_, i) => `SKU-${1001 + i}`);
const OWN = 'SKU-1005';
/** The counter comes as shops write it; one article's front is named, and comes first then. */
const ENDS = (sku: string) => (sku === 'SKU-1003' ? ['_1', '_2', '_față'] : ['_1', '_2', ' (3)']);
const IN_ORDER = (sku: string) => (sku === 'SKU-1003' ? ['_față', '_1', '_2'] : ENDS(sku));
const KEPT = '{original}';
const usually = (preset: string, own: string) => (sku: string) => (sku === OWN ? own : preset);
const places = (presetOf: (sku: string) => string, pattern: string) =>
  SKUS.map((sku) => `${sku} ${presetOf(sku)} ${pattern}`);

/** „SKU-1007_2” is too small for any place. */
const SMALL = 'SKU-1007_2';

async function drawFiles(): Promise<FileToPick[]> {
  const named = SKUS.flatMap((sku, i) => ENDS(sku).map((end, n) => ({ name: sku + end, i, n })));
  // A chooser gives them in no order of the shop's.
  return Promise.all(
    named.toReversed().map(async ({ name, i, n }) => {
      const picture = sharp(SAMPLES[(i + 3 * n) % SAMPLES.length])
        .rotate()
        .modulate({ brightness: 1 + i / 100 });
      const sized = name === SMALL ? picture.resize(400) : picture.resize(1400);
      return {
        name: `${name}.jpg`,
        mimeType: 'image/jpeg',
        buffer: await sized.jpeg({ quality: 90 }).toBuffer(),
      };
    }),
  );
}

test.describe('a shop with ten articles of three photos', () => {
  let person: Person;
  let client: ApiClient;
  let page: Page;
  let presses = 0;

  const pressed = async (role: 'button' | 'link' | 'switch', name: string) => {
    presses += 1;
    await press(person, page.getByRole(role, { name }));
  };
  /** Of each lot its name, its first output and the names of its files. */
  const readPlaces = async () => {
    const { batches } = (await client.call('GET', '/api/batches')).body;
    const read = await Promise.all(
      batches.map(({ id }: { id: string }) => client.call('GET', `/api/batches/${id}`)),
    );
    return read.map(({ body: lot }) => `${lot.name} ${lot.outputs[0].preset} ${lot.filePattern}`).sort();
  };
  const lotOf = (name: string) =>
    page.getByRole('list', { name: 'Loturi' }).getByRole('listitem').filter({ hasText: name });

  test.beforeAll(async ({ shared: { app, browser } }) => {
    ({ person, client } = await visit(browser, app.url, { email: 'articole@fotolot.example' }));
    page = person.page;
    await giveCredits(client, app.url, 20);
  });
  test.afterAll(({ shared }) => leave(shared));

  test('has them proposed by what their files are called, and gives all of them one recipe by one press', async () => {
    await page.goto('/upload');
    presses += 1;
    await pickPhotos(person, await drawFiles());
    await pressed('link', 'Vezi 10 loturi');
    await pressed('button', 'Fă 10 loturi');
    await page.getByRole('heading', { name: 'Aceeași rețetă pentru toate' }).waitFor();
    await becomes(() => page.getByRole('list', { name: 'Loturi' }).getByRole('listitem').count(), 10);
    // Another tab gives one article its own outputs.
    const { body } = await client.call('GET', '/api/batches');
    const own = body.batches.find(({ name }: { name: string }) => name === OWN).id;
    const outputs = [{ kind: 'preset', preset: 'instagram-postare' }];
    equal((await client.call('PATCH', `/api/batches/${own}`, { body: { outputs } })).status, 200);
    await sees(lotOf(OWN), 'Rețetă proprie');
    await pressed('button', 'Haine pentru Vinted');
    await sees(page, '„Haine pentru Vinted”: 9 loturi.');
    await pressed('switch', 'Păstrează numele fișierelor');
    await becomes(readPlaces, places(usually('vinted', 'instagram-postare'), KEPT));
    await looksRight(page, 'one recipe for lots');
  });

  test('takes a choice back, and puts one article’s own recipe on the others, without counting', async () => {
    const back = page.getByRole('button', { name: 'Înapoi', exact: true });
    await press(person, page.getByRole('button', { name: 'Anunț OLX' }));
    await becomes(readPlaces, places(usually('olx', 'instagram-postare'), KEPT));
    await press(person, back);
    await becomes(readPlaces, places(usually('vinted', 'instagram-postare'), KEPT));
    await press(person, lotOf(OWN).getByRole('button', { name: 'Pune-o la celelalte' }));
    await becomes(readPlaces, places(usually('instagram-postare', 'instagram-postare'), KEPT));
    await page.getByRole('heading', { name: 'Aceeași rețetă pentru toate' }).waitFor();
    await press(person, back);
    await becomes(readPlaces, places(usually('vinted', 'instagram-postare'), KEPT));
  });

  test('starts them by one press, sees what is to be seen to first, and has one ZIP: twelve presses at most', async () => {
    await pressed('button', 'Procesează 10 loturi – 10 credite');
    await page.getByRole('button', { name: 'Descarcă 10 loturi (ZIP)' }).waitFor();
    await becomes(
      async () =>
        (await client.call('GET', '/api/batches')).body.batches.every(
          ({ state }: { state: string }) => state === 'done',
        ),
      true,
    );
    await sees(page, /^1 lot din 10 are ceva de văzut: stă primul\.$/);
    const first = page.getByRole('list', { name: 'Loturi' }).getByRole('listitem').first();
    await sees(first, /^1 observație: /);
    ok(await first.getByText('SKU-1007').isVisible());
    await sees(lotOf('SKU-1001'), 'Gata de publicat');
    await looksRight(page, 'verdicts on lots');
    const download = page.waitForEvent('download');
    await pressed('button', 'Descarcă 10 loturi (ZIP)');
    console.log(`ten articles of three photos: ${presses} presses`);
    ok(presses <= 12, `${presses} presses`);
    const zip = await readFile(await (await download).path());
    const folderOf = (sku: string) => (sku === OWN ? 'Instagram postare' : 'Vinted');
    const files = SKUS.flatMap((sku) =>
      IN_ORDER(sku).map((end, i) => ({
        sku,
        place: i + 1,
        path: `${sku}/${folderOf(sku)}/${sku}${end}.jpg`,
      })),
    );
    deepEqual(
      zipEntries(zip).map(({ name }) => name),
      ['loturi.csv', ...files.map(({ path }) => path)],
    );
    const list = files.map(({ sku, path, place }) => [sku, sku, path, place].join(';'));
    ok(zip.toString('utf8').includes(['Lot;SKU;Fișier;Ordine', ...list, ''].join('\r\n')));
  });
});
