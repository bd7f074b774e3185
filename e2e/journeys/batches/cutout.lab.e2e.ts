import { equal, notEqual, ok } from 'node:assert/strict';
import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import { drawRows } from '#testing/draws.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { fillBatch, readBatch, visit } from '../../support/batches.ts';
import { leave, test } from '../../support/journey.ts';
import {
  accessibilityFindings,
  findingsInTheme,
  isOnTop,
  sidewaysScrollers,
} from '../../support/page-checks.ts';
import { renderScenes, type Scenes } from '../../support/photo-files.ts';
import type { RunningApp } from '../../support/start-app.ts';
import { becomes, openSection, type Person, press, pressStart, sees, until } from '../../support/steps.ts';

/** Another background: chosen, cut out by itself, corrected by a box and a brush, taken, delivered. */
let app: RunningApp;
let browser: Browser;
/** A chair before a wall, which is found without a model. */
let scenes: Scenes;

test.beforeAll(async ({ shared }) => {
  ({ app, browser } = shared);
  scenes = await renderScenes(1, 2, 'chair');
});

test.afterAll(async ({ shared }) => {
  await scenes?.remove();
  await leave(shared);
});

for (const device of drawRows(['desk', 'phone'] as const, 1)) {
  test.describe(`another background on a ${device}`, () => {
    test.describe.configure({ mode: 'serial' });
    let person: Person;
    let client: ApiClient;
    let page: Page;
    let batchId: string;
    let photoId: string;

    test.beforeAll(async () => {
      ({ person, client } = await visit(browser, app.url, {
        email: `cutout-${device}@fotolot.example`,
        device,
      }));
      batchId = await fillBatch(client, 'Fundal', scenes.paths);
      page = person.page;
      [photoId] = (await readBatch(client, batchId)).photoIds;
      await page.goto(`/process/${batchId}`);
      await page.getByRole('region', { name: 'Previzualizare' }).getByRole('img').first().waitFor();
    });
    test.afterAll(() => person.context.close());

    const readCut = async () => (await client.call('GET', `/api/photos/${photoId}/cutout`)).body;
    const cutout = async () => (await readCut()).cutout;
    const drawn = async () => {
      const { box, strokes } = await cutout();
      return [box !== null, strokes.length];
    };
    const mode = (name: string) => page.getByRole('radio', { name, exact: true }).check({ force: true });
    const picture = async () => {
      const box = await page.getByRole('application').boundingBox();
      ok(box);
      return box;
    };

    test('is chosen by its look, and the object is found by itself', async () => {
      await openSection(person, 'Fundal');
      await mode('Alb');
      await until(cutout, (found) => found !== null);
      await press(person, page.getByRole('button', { name: /^(Decupează|Vezi decuparea)$/ }));
      await page.getByRole('button', { name: 'E bine așa' }).waitFor();
      await becomes(drawn, [false, 0]);
    });

    test('is corrected by a box, dragged by its corner or moved by the arrows', async () => {
      await mode('Cadru');
      const corner = page.getByRole('button', { name: 'Colțul din dreapta jos' });
      if (device === 'desk') {
        const handle = await corner.boundingBox();
        ok(handle && handle.width >= 44 && handle.height >= 44);
        await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
        await page.mouse.down();
        await page.mouse.move(handle.x - 10, handle.y - 6, { steps: 4 });
        await page.mouse.up();
        await becomes(drawn, [true, 0]);
      }
      const before = (await cutout()).box;
      await corner.focus();
      await page.keyboard.press('ArrowLeft');
      await until(cutout, ({ box }) => box !== null && JSON.stringify(box) !== JSON.stringify(before));
      const { box } = await cutout();
      if (before) ok(Math.abs(before.width - box.width - 0.01) < 1e-6);
    });

    test('leaves the good one in use until it is taken, one press away', async () => {
      await becomes(async () => (await readBatch(client, batchId)).photos[photoId].cutout.sure, true);
      await page.getByRole('button', { name: 'Colțul din dreapta jos' }).focus();
      await page.keyboard.press('ArrowUp');
      const { kept } = await until(readCut, (read) => read.kept !== null);
      await press(person, page.getByRole('button', { name: 'Înapoi la decuparea dinainte' }));
      await becomes(async () => (await cutout()).id, kept.id);
      equal((await readBatch(client, batchId)).photos[photoId].cutout.id, kept.id);
      await press(person, page.getByRole('button', { name: 'Înapoi cu un pas' }));
      await becomes(drawn, [true, 0]);
    });

    test('is corrected by a brush: drawn, or moved by the arrows between two presses of Space', async () => {
      await mode('Scoate');
      const { x, y, width, height } = await picture();
      if (person.onPhone) await page.touchscreen.tap(x + width * 0.05, y + height * 0.05);
      else {
        await page.mouse.move(x + width * 0.04, y + height * 0.04);
        await page.mouse.down();
        await page.mouse.move(x + width * 0.3, y + height * 0.04, { steps: 6 });
        await page.mouse.up();
      }
      await becomes(drawn, [true, 1]);
      await mode('Păstrează');
      const brush = page.getByRole('application');
      await brush.focus();
      await page.keyboard.press(' ');
      for (let n = 0; n < 6; n++) await page.keyboard.press('ArrowRight');
      await page.keyboard.press(' ');
      await becomes(drawn, [true, 2]);
      const [, kept] = (await cutout()).strokes;
      equal(kept.kind, 'keep');
      ok(kept.points.length > 2);
    });

    test('takes strokes back and makes them again, by the buttons of the stage or the keys', async () => {
      if (person.onPhone) await press(person, page.getByRole('button', { name: 'Înapoi cu un pas' }));
      else await page.keyboard.press('Control+z');
      await becomes(drawn, [true, 1]);
      await press(person, page.getByRole('button', { name: 'Înainte cu un pas' }));
      await becomes(drawn, [true, 2]);
      equal((await readBatch(client, batchId)).recipe.background.kind, 'white');
    });

    test('is accessible with the box and with the brush, light and dark', async () => {
      for (const colorScheme of drawRows(['light', 'dark'] as const, 1)) {
        await page.emulateMedia({ colorScheme });
        for (const name of ['Cadru', 'Păstrează']) {
          await mode(name);
          equal((await findingsInTheme(page, colorScheme)).join('\n'), '');
          equal((await sidewaysScrollers(page)).join('\n'), '');
        }
      }
    });

    test('can be a scene, chosen by its picture or the arrows, which the preview shows', async () => {
      await press(person, page.getByRole('button', { name: 'Închide' }));
      const preview = page.getByRole('region', { name: 'Previzualizare' }).getByRole('img').first();
      const scene = async () => (await readBatch(client, batchId)).recipe.background.scene;
      await mode('Decor');
      for (const colorScheme of drawRows(['light', 'dark'] as const, 1)) {
        await page.emulateMedia({ colorScheme });
        const first = page.locator('label', {
          has: page.getByRole('radio', { name: 'Podea de showroom, deschisă' }),
        });
        await becomes(() => first.evaluate(isOnTop), true);
        equal((await findingsInTheme(page, colorScheme)).join('\n'), '');
        equal((await sidewaysScrollers(page)).join('\n'), '');
      }
      const before = await preview.getAttribute('src');
      const stone = page.getByRole('radio', { name: 'Piedestal, piatră' });
      await press(person, page.locator('label', { has: stone }));
      await becomes(scene, 'pedestal-stone');
      await until(
        () => preview.getAttribute('src'),
        (src) => src !== before,
      );
      await page.getByRole('radio', { name: 'Piedestal, piatră' }).focus();
      await page.keyboard.press('ArrowRight');
      await becomes(scene, 'pedestal-paper');
      const wall = page.getByRole('switch', { name: 'Pe perete, fără podea' });
      equal(await wall.getAttribute('aria-checked'), 'false');
      await press(person, wall);
      await becomes(async () => (await readBatch(client, batchId)).recipe.background.onWall, true);
      await page.getByRole('slider', { name: 'Umbră pe perete' }).waitFor();
      const windows = page.getByRole('switch', { name: 'Geamurile în tonul decorului' });
      equal(await windows.getAttribute('aria-checked'), 'true');
      await press(person, windows);
      await becomes(async () => (await readBatch(client, batchId)).recipe.background.windows, false);
      equal(await windows.getAttribute('aria-checked'), 'false');
      await mode('Alb');
      await press(person, page.getByRole('button', { name: 'Vezi decuparea' }));
    });

    test('is taken as it looks, and delivered: white behind the object, which is there', async () => {
      await press(person, page.getByRole('button', { name: /^(E bine așa|Păstreaz-o așa)$/ }));
      await becomes(async () => (await cutout()).approved, true);
      await page.getByRole('button', { name: 'Vezi decuparea' }).waitFor();
      const wipe = page.getByRole('slider', { name: 'Compară înainte și după' });
      await becomes(() => wipe.getAttribute('aria-valuetext'), '0% înainte');
      const { subject } = await cutout();
      await pressStart(person, /^Procesează 1 fotografie/);
      const batch = await until(
        () => readBatch(client, batchId),
        ({ state }) => state === 'done',
      );
      const [result] = Object.values<{ id: string; warnings: string[] }>(batch.results);
      ok(result);
      equal(result.warnings.includes('background-kept'), false);
      const file = await (await client.send(`/api/results/${result.id}/file`, {})).arrayBuffer();
      const { data, info } = await sharp(Buffer.from(file))
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      const at = (shareX: number, shareY: number) => {
        const offset =
          (Math.floor(shareY * info.height) * info.width + Math.floor(shareX * info.width)) * info.channels;
        return [...data.subarray(offset, offset + 3)];
      };
      ok(
        at(0.01, 0.01).every((value) => value > 250),
        at(0.01, 0.01).join(),
      );
      const inside = at(subject.x + subject.width / 2, subject.y + subject.height / 2);
      notEqual(
        inside.every((value) => value > 250),
        true,
      );
    });
  });
}

test.describe('a photo whose object cannot be told', () => {
  test('asks for a look in the strip, keeps its background, and the results lead to the tool', async () => {
    const { person, client } = await visit(browser, app.url, {
      email: 'unsure@fotolot.example',
      device: 'phone',
    });
    const { page } = person;
    const { body: batch } = await client.call('POST', '/api/batches', { body: { name: 'Gol' } });
    const grey = { width: 900, height: 600, channels: 3, background: '#8a8378' } as const;
    const photoId = await client.upload(
      new Uint8Array(await sharp({ create: grey }).jpeg().toBuffer()),
      'gol.jpg',
      batch.id,
    );
    await until(
      async () => (await readBatch(client, batch.id)).photos[photoId].state,
      (state) => state === 'ready',
    );
    const { recipe } = await readBatch(client, batch.id);
    const background = { ...recipe.background, kind: 'white' };
    await client.call('PATCH', `/api/batches/${batch.id}`, { body: { recipe: { ...recipe, background } } });
    await page.goto(`/process/${batch.id}`);
    const frame = page.getByRole('list', { name: 'Fotografii, prima e coperta' }).getByRole('button');
    await becomes(
      async () => /De verificat/.test((await frame.getAttribute('aria-description')) ?? ''),
      true,
    );
    await sees(page, /^Nu suntem siguri de contur: fundalul rămâne/);
    const way = page.getByRole('button', { name: 'Marchează obiectul' });
    equal(await way.evaluate(isOnTop), true);
    equal((await accessibilityFindings(page)).join('\n'), '');
    await press(person, way);
    await page.getByRole('button', { name: 'Lasă poza cum e' }).waitFor();
    await way.waitFor({ state: 'detached' });
    await press(person, page.getByRole('button', { name: 'Închide' }));
    await press(person, page.getByRole('button', { name: 'Vezi toate pe o pagină' }));
    const sheet = page.getByRole('dialog', { name: 'Toate pe o pagină' });
    await sees(sheet, /nu s-a găsit obiectul; fundalul rămâne/);
    equal((await accessibilityFindings(page)).join('\n'), '');
    await press(person, sheet.getByRole('button', { name: 'Corectează' }));
    await page.getByRole('button', { name: 'Lasă poza cum e' }).waitFor();
    const row = page.getByRole('button', { name: /^Fundal/, expanded: true });
    await becomes(() => row.evaluate(isOnTop), true);
    await press(person, page.getByRole('button', { name: 'Închide' }));
    await becomes(() => row.evaluate(isOnTop), true);
    await press(person, page.getByRole('button', { name: /^Procesează 1 fotografie/ }));
    await sees(page, /1 fotografie și-a păstrat fundalul: 01/);
    equal((await accessibilityFindings(page)).join('\n'), '');
    await press(person, page.getByRole('button', { name: 'Decupează fotografia' }));
    await page.getByRole('button', { name: 'Lasă poza cum e' }).waitFor();
    await press(person, page.getByRole('button', { name: 'Închide' }));
    const toSee = page.getByRole('button', { name: /^De verificat\s*1 decupare/ });
    await toSee.waitFor();

    const own = async () => (await readBatch(client, batch.id)).exceptions[photoId]?.background?.kind ?? null;
    const choose = (name: string) => press(person, page.getByText(name, { exact: true }));
    await choose('Doar aceasta, 01');
    await choose('Păstrat');
    await toSee.waitFor({ state: 'detached' });
    await becomes(own, 'keep');
    await choose('Degradé');
    await becomes(own, 'gradient');
    equal((await accessibilityFindings(page)).join('\n'), '');
    await choose('Ca în rețetă');
    await becomes(own, null);
    await person.context.close();
  });
});
