import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Bench, colourAt, isNearColour, openBench, PLAIN, toSharp } from '#imaging/fixtures/bench.ts';
import { drawScene, noiseFrom } from '#imaging/fixtures/scene.ts';
import { createFilled, type Rgb } from '#imaging/pixels/raw.ts';

const GREEN: Rgb = [30, 200, 40];

describe('the margins of a form that pads', () => {
  let bench: Bench;
  before(async () => {
    bench = await openBench();
  });
  after(() => bench.remove());

  test('padding takes the asked colour, or goes on as the photo ends, also where a ratio is reached by margins', async () => {
    const source = await bench.save(
      'pad.png',
      toSharp(createFilled({ width: 400, height: 200 }, GREEN)).png(),
    );
    const form = { width: 300, height: 300, fit: 'contain' } as const;
    const colour = await bench.deliver(source, { ...form, pad: 'colour', padColour: '102030' });
    assert.ok(isNearColour(colourAt(colour.pixels, 0.5, 0.02), [16, 32, 48], 1));
    const blur = await bench.deliver(source, { ...form, pad: 'blur' });
    assert.ok(isNearColour(colourAt(blur.pixels, 0.5, 0.02), GREEN, 3));
    const margins = { ...PLAIN, crop: '1:1', cropBy: 'margins' } as const;
    const whole = await bench.deliver(source, { width: 400, height: 300 }, { recipe: margins });
    assert.deepEqual([whole.pixels.width, whole.pixels.height], [300, 300]);
    assert.ok(isNearColour(colourAt(whole.pixels, 0.5, 0.02), GREEN, 3));
  });

  test('soft margins do not show the photo again, blurred', async () => {
    const noise = noiseFrom(2);
    const yard = createFilled({ width: 400, height: 300 }, [0, 0, 0]);
    for (let y = 0, at = 0; y < 300; y++) {
      for (let x = 0; x < 400; x++, at += 3) {
        const isCar = x > 90 && x < 310 && y > 60 && y < 240;
        yard.data.set(isCar ? [200, 20, 20] : [50 + 60 * noise(), 80 + 60 * noise(), 60], at);
      }
    }
    const source = await bench.save('yard.png', toSharp(yard).png());
    const { pixels } = await bench.deliver(source, { width: 270, height: 480, fit: 'contain', pad: 'blur' });
    for (const x of [0.05, 0.5, 0.95]) {
      for (const y of [0.02, 0.15, 0.25, 0.75, 0.85, 0.98]) {
        const [r, g] = colourAt(pixels, x, y);
        assert.ok(r < g, `${x} ${y}: ${r} ${g}`);
      }
    }
  });

  test('goods on a plain ground get more of it, without a seam and without a second shadow', async () => {
    const goods = createFilled({ width: 400, height: 300 }, [0, 0, 0]);
    for (let y = 0, at = 0; y < 300; y++) {
      for (let x = 0; x < 400; x++, at += 3) {
        const wall = 214 + (x / 400) * 24;
        const inside = x > 130 && x < 270 && y > 60 && y < 250;
        const shade = inside ? 0.2 : y > 255 && y < 285 ? 0.6 : 1;
        goods.data.set([wall * shade, wall * shade, wall * 0.97 * shade], at);
      }
    }
    const source = await bench.save('goods.png', toSharp(goods).png());
    const { pixels } = await bench.deliver(source, { width: 300, height: 400, fit: 'contain', pad: 'blur' });
    assert.deepEqual([pixels.width, pixels.height], [300, 400]);
    for (const x of [0.1, 0.5, 0.9]) {
      for (const y of [0.01, 0.1, 0.2, 0.22, 0.77, 0.79, 0.9, 0.99]) {
        const wall = 214 + 24 * x;
        assert.ok(
          isNearColour(colourAt(pixels, x, y), [wall, wall, wall * 0.97], 3),
          `${x} ${y}: ${colourAt(pixels, x, y)}`,
        );
      }
    }
  });

  test('no seam shows where a plain wall ends, also where its rim has a line of its own', async () => {
    const wall = createFilled({ width: 400, height: 300 }, [0, 0, 0]);
    for (let y = 0, at = 0; y < 300; y++) {
      for (let x = 0; x < 400; x++, at += 3) {
        const tone = 160 + 12 * Math.sin(x / 60) - y / 20;
        wall.data.set(y === 0 || y === 299 ? [255, 255, 255] : [tone, tone * 0.8, 230 - tone], at);
      }
    }
    const source = await bench.save('wall.png', toSharp(wall).png());
    const { pixels } = await bench.deliver(source, { width: 400, height: 500, fit: 'contain', pad: 'blur' });
    const { data, width } = pixels;
    const step = (x: number, y: number) =>
      Math.abs((data[(y * width + x) * 3] as number) - (data[((y - 1) * width + x) * 3] as number));
    const across = Array.from(Array(400).keys());
    for (let y = 90; y < 411; y++) {
      const mean = across.reduce((sum, x) => sum + step(x, y), 0) / 400;
      assert.ok(mean < 4, `row ${y}: ${mean}`);
    }
  });

  test('things that the photo cuts off are not drawn out into its margins, which are even', async () => {
    const cut = createFilled({ width: 300, height: 400 }, [214, 226, 232]);
    for (let y = 0, at = 0; y < 400; y++) {
      for (let x = 0; x < 300; x++, at += 3) {
        if (x > 130 && x < 170 && y < 90) cut.data.set([224, 150, 124], at);
        if ((x > 100 && x < 140) || (x > 160 && x < 200)) if (y > 300) cut.data.set([90, 60, 50], at);
      }
    }
    const source = await bench.save('cut.png', toSharp(cut).png());
    const { pixels } = await bench.deliver(source, { width: 300, height: 560, fit: 'contain', pad: 'blur' });
    for (const rows of [
      [0.01, 0.07, 0.13],
      [0.87, 0.93, 0.99],
    ]) {
      const colours = rows.map((y) => colourAt(pixels, 0.5, y));
      for (const colour of colours)
        assert.ok(isNearColour(colour, colours[0] as Rgb, 12), `${rows}: ${colours}`);
      for (let x = 0.02; x < 0.96; x += 0.04) {
        const [one, next] = [x, x + 0.04].map((at) => colourAt(pixels, at, rows[0] as number)) as [Rgb, Rgb];
        assert.ok(isNearColour(one, next, 12), `${x}: ${one} ${next}`);
      }
    }
  });

  test('margins beside any other rim have its colour: no edge stands between them, and none goes grey far out', async () => {
    const sand = createFilled({ width: 300, height: 400 }, [0, 0, 0]);
    for (let y = 0, at = 0; y < 400; y++) {
      for (let x = 0; x < 300; x++, at += 3) {
        const isShoe = x > 30 && x < 270 && y > 40 && y < 360;
        const speck = Math.floor(x / 75) % 2 === 0 ? 40 : 0;
        sand.data.set(isShoe ? [30, 30, 36] : [205 - speck, 190 - speck, 160 - speck], at);
      }
    }
    const source = await bench.save('sand.png', toSharp(sand).png());
    const { pixels } = await bench.deliver(source, { width: 300, height: 534, fit: 'contain', pad: 'blur' });
    // The photo begins at row 67.
    const toneOf = (from: number, to: number) => {
      let sum = 0;
      for (let y = from; y < to; y++)
        for (let x = 0; x < 300; x++) sum += pixels.data[(y * 300 + x) * 3 + 1] as number;
      return sum / (to - from) / 300;
    };
    assert.ok(Math.abs(toneOf(60, 66) - toneOf(69, 79)) < 6, `${toneOf(60, 66)} ${toneOf(69, 79)}`);
    assert.ok(toneOf(0, 6) > 0.8 * toneOf(69, 79), `${toneOf(0, 6)} ${toneOf(69, 79)}`);
  });

  test('beside a white ground margins stay white, whatever leg or table’s edge the photo cuts there', async () => {
    const sheet = createFilled({ width: 400, height: 300 }, [248, 248, 248]);
    for (let y = 0, at = 0; y < 300; y++)
      for (let x = 0; x < 400; x++, at += 3) {
        const isLeg = x > 180 && x < 204 && y > 120;
        if (isLeg || (x > 120 && x < 280 && y > 60 && y < 150)) sheet.data.set([70, 44, 40], at);
        if (y < 6 && x > 150) sheet.data.set([60, 58, 50], at);
      }
    const source = await bench.save('sheet.png', toSharp(sheet).png());
    const { pixels } = await bench.deliver(source, { width: 300, height: 534, fit: 'contain', pad: 'blur' });
    for (const x of [0.05, 0.3, 0.5, 0.7, 0.95])
      for (const y of [0.02, 0.2, 0.28, 0.72, 0.8, 0.98]) {
        const colour = colourAt(pixels, x, y);
        assert.ok(Math.min(...colour) > 232, `${x} ${y}: ${colour}`);
      }
  });

  test('margins beside a rim of many things are smooth both ways: no stripes', async () => {
    const fence = createFilled({ width: 400, height: 300 }, [90, 120, 70]);
    for (let y = 0, at = 0; y < 300; y++)
      for (let x = 0; x < 400; x++, at += 3)
        if (x % 60 < 24) fence.data.set(x % 120 < 24 ? [230, 225, 215] : [40, 30, 60], at);
    const source = await bench.save('fence.png', toSharp(fence).png());
    const { pixels } = await bench.deliver(source, { width: 400, height: 800, fit: 'contain', pad: 'blur' });
    const { data, width } = pixels;
    for (const y of [4, 60, 120, 180, 240, 560, 640, 790]) {
      const tones = Array.from({ length: width }, (_, x) => data[(y * width + x) * 3] as number);
      const steps = tones.slice(1).map((tone, x) => Math.abs(tone - (tones[x] as number)));
      assert.ok(Math.max(...steps) <= 2, `row ${y}: ${Math.max(...steps)}`);
      assert.ok(
        Math.max(...tones) - Math.min(...tones) <= 40,
        `row ${y}: ${Math.max(...tones) - Math.min(...tones)}`,
      );
    }
  });

  test('the grain of a road is not drawn out into its margins', async () => {
    const noise = noiseFrom(4);
    const road = createFilled({ width: 400, height: 300 }, [0, 0, 0]);
    for (let at = 0; at < road.data.length; at += 3) {
      const tone = 80 + 100 * noise();
      road.data.set([tone, tone, tone + 6], at);
    }
    const source = await bench.save('road.png', toSharp(road).png());
    const { pixels } = await bench.deliver(source, { width: 400, height: 600, fit: 'contain', pad: 'blur' });
    const { data, width } = pixels;
    for (const y of [20, 100, 140, 146, 455, 470, 580]) {
      const tones = Array.from({ length: width }, (_, x) => data[(y * width + x) * 3] as number);
      assert.ok(Math.max(...tones) - Math.min(...tones) <= 16, `row ${y}: ${tones}`);
    }
  });

  test('margins are soft in every format, also beside a clear photo', async () => {
    const source = await bench.save('room.png', toSharp(drawScene(300, 600)).ensureAlpha(0.5).png());
    for (const format of ['jpeg', 'webp', 'png', 'avif'] as const) {
      const { file } = await bench.deliver(source, {
        width: 300,
        height: 200,
        fit: 'cover',
        pad: 'blur',
        format,
      });
      assert.deepEqual([file.width, file.height], [300, 200]);
    }
  });
});
