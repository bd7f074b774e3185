import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  BADGE_SHAPES,
  type Badge,
  DEFAULT_BADGE,
  DEFAULT_WATERMARK,
  type Watermark,
} from '#domain/recipes/overlays.ts';
import { type Bench, colourAt, isNearColour, openBench, PLAIN, toSharp } from '#imaging/fixtures/bench.ts';
import { drawScene } from '#imaging/fixtures/scene.ts';
import { createFilled, type Raw, type Rgb, type Size } from '#imaging/pixels/raw.ts';
import { textMask } from './mark-text.ts';
import { drawOverlays, NO_OVERLAYS, type Overlays } from './overlays.ts';

const GREY: Rgb = [120, 120, 120];

async function drawn(on: Raw, overlays: Partial<Overlays>): Promise<Raw> {
  const { width, height } = on;
  await drawOverlays(on, { x: 0, y: 0, width, height }, { overlays: { ...NO_OVERLAYS, ...overlays } });
  return on;
}

/** Returns the box of pixels that differ from plain grey, as shares of the sides. */
function touched({ data, width, height, channels }: Raw) {
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let i = 0, at = 0; at < data.length; i++, at += channels) {
    if (isNearColour([data[at] as number, data[at + 1] as number, data[at + 2] as number], GREY, 12))
      continue;
    const [x, y] = [i % width, Math.floor(i / width)];
    [left, right, top, bottom] = [
      Math.min(left, x),
      Math.max(right, x),
      Math.min(top, y),
      Math.max(bottom, y),
    ];
  }
  return { left: left / width, right: (right + 1) / width, top: top / height, bottom: (bottom + 1) / height };
}

describe('a picture with overlays', () => {
  let bench: Bench;
  before(async () => {
    bench = await openBench();
  });
  after(() => bench.remove());

  it('has Romanian letters of its own, whatever fonts the machine has; cedillas become commas', async () => {
    const bytes = async (text: string) => Buffer.from((await textMask(text))?.data ?? []).toString('base64');
    const empty = await bytes('\u{10fffd}');
    for (const [letter, plain] of ['șs', 'țt', 'ăa', 'âa', 'îi', 'ȘS', 'ȚT', 'ĂA', 'ÂA', 'ÎI'].map((two) => [
      ...two,
    ])) {
      const own = await bytes(letter ?? '');
      assert.notEqual(own, await bytes(plain ?? ''), letter);
      assert.notEqual(own, empty, letter);
    }
    assert.notEqual(await bytes('ă'), await bytes('â'));
    assert.equal(await bytes('ş'), await bytes('ș'));
    assert.equal(await bytes('ţ'), await bytes('ț'));
    const tall = async (text: string) => (await textMask(text))?.height ?? 0;
    assert.ok((await tall('Ș')) > 1.1 * (await tall('S')), 'the comma stands under the letter');
  });

  it('has a frame of the asked width and colour along every edge, and nothing of it inside', async () => {
    const withFrame = await drawn(createFilled({ width: 400, height: 300 }, GREY), {
      frame: { width: 5, colour: '102030' },
    });
    const ink: Rgb = [16, 32, 48];
    const at = (x: number, y: number) => colourAt(withFrame, x / 399, y / 299);
    for (const [x, y] of [
      [0, 0],
      [19, 150],
      [200, 19],
      [380, 150],
      [200, 280],
      [399, 299],
    ] as const)
      assert.deepEqual(at(x, y), ink, `${x} ${y}`);
    for (const [x, y] of [
      [20, 20],
      [379, 150],
      [200, 279],
      [200, 150],
    ] as const)
      assert.deepEqual(at(x, y), GREY, `${x} ${y}`);
  });

  const badge = (change: Partial<Badge>): Badge => ({
    ...DEFAULT_BADGE,
    text: 'Garanție 12 luni',
    ...change,
  });

  it('has a badge that keeps its place and its share of the width at every size', async () => {
    for (const shape of BADGE_SHAPES) {
      const own = badge({ shape, position: 'se', size: 4 });
      const large = touched(await drawn(createFilled({ width: 1200, height: 900 }, GREY), { badge: own }));
      const small = touched(await drawn(createFilled({ width: 400, height: 300 }, GREY), { badge: own }));
      for (const side of ['left', 'right', 'top', 'bottom'] as const)
        assert.ok(
          Math.abs(large[side] - small[side]) < 0.012,
          `${shape} ${side} ${large[side]} ${small[side]}`,
        );
    }
  });

  it('has a pill off the edges, a corner glued to them, a bar from side to side', async () => {
    const look = async (change: Partial<Badge>) =>
      touched(await drawn(createFilled({ width: 800, height: 600 }, GREY), { badge: badge(change) }));
    const pill = await look({ shape: 'pill', position: 'nw' });
    assert.ok(pill.left > 0.02 && pill.top > 0.02 && pill.right < 0.6 && pill.bottom < 0.2);
    const corner = await look({ shape: 'corner', position: 'ne' });
    assert.ok(corner.right === 1 && corner.top === 0 && corner.left > 0.4);
    const bar = await look({ shape: 'bar', position: 's' });
    assert.ok(bar.left === 0 && bar.right === 1 && bar.bottom === 1 && bar.top > 0.8);
  });

  it('keeps a text out from under a bar on the same side', async () => {
    const watermark = { ...DEFAULT_WATERMARK, text: '0722 123 456', position: 'se', opacity: 100 } as const;
    for (const position of ['s', 'n'] as const) {
      const bar = badge({ shape: 'bar', position });
      const own = { ...watermark, position: position === 's' ? 'se' : 'ne' } as const;
      const ground = () => createFilled({ width: 800, height: 600 }, GREY);
      const { top, bottom } = touched(await drawn(ground(), { badge: bar }));
      const both = await drawn(ground(), { badge: bar, watermark: own });
      const clearRows = position === 's' ? [0, Math.floor(top * 600)] : [Math.ceil(bottom * 600), 600];
      const beside = both.data.subarray((clearRows[0] as number) * 2400, (clearRows[1] as number) * 2400);
      assert.ok(
        beside.filter((value) => value > 240).length > 1500,
        `all of the letters beside the bar ${position}`,
      );
    }
  });

  it('keeps a long badge inside the picture', async () => {
    const long = badge({ text: 'Mașină adusă din Țara Bârsei, primul rând', size: 8, position: 'n' });
    const { left, right } = touched(
      await drawn(createFilled({ width: 600, height: 450 }, GREY), { badge: long }),
    );
    assert.ok(left >= 0.01 && right <= 0.99, `${left} ${right}`);
  });

  it('writes black on a light badge and white on a dark one', async () => {
    const tones = async (colour: string) => {
      const { data } = await drawn(createFilled({ width: 800, height: 600 }, GREY), {
        badge: badge({ shape: 'bar', colour, size: 8 }),
      });
      const reds = Array.from({ length: data.length / 3 }, (_, i) => data[i * 3] as number);
      return { least: reds.reduce((a, b) => Math.min(a, b)), most: reds.reduce((a, b) => Math.max(a, b)) };
    };
    assert.ok((await tones('ffd54a')).least < 40);
    assert.ok((await tones('1b3a6b')).most > 240);
  });

  const logo = (change: Partial<Watermark> = {}): Watermark => ({
    ...DEFAULT_WATERMARK,
    kind: 'logo',
    position: 'c',
    size: 40,
    opacity: 100,
    ...change,
  });

  /** Writes a bar of one colour on nothing. */
  async function logoFile(name: string, [r, g, b]: Rgb, second: Rgb = [r, g, b]): Promise<string> {
    const data = new Uint8Array(80 * 40 * 4);
    for (let y = 12; y < 28; y++)
      for (let x = 8; x < 72; x++) data.set(x < 40 ? [r, g, b, 255] : [...second, 255], (y * 80 + x) * 4);
    return bench.save(name, toSharp({ data, width: 80, height: 40, channels: 4 }).png());
  }

  it('turns a logo of one tone over where it would drown in its ground, and leaves it where it stands out', async () => {
    const size: Size = { width: 400, height: 300 };
    const logoPath = await logoFile('dark.png', [20, 20, 24]);
    const middle = async (ground: Rgb) =>
      colourAt(await drawn(createFilled(size, ground), { watermark: logo(), logoPath }), 0.5, 0.5);
    assert.ok(isNearColour(await middle([30, 30, 30]), [250, 250, 250], 6));
    assert.ok(isNearColour(await middle([240, 240, 240]), [20, 20, 24], 6));
  });

  it('keeps the colours of a coloured logo and gives it a glow on a ground like its own', async () => {
    const logoPath = await logoFile('colours.png', [170, 30, 30], [30, 40, 150]);
    const dark = createFilled({ width: 400, height: 300 }, [60, 40, 70]);
    const picture = await drawn(dark, { watermark: logo(), logoPath });
    assert.ok(isNearColour(colourAt(picture, 0.45, 0.5), [170, 30, 30], 10));
    const around = [0.4, 0.45, 0.55, 0.6].map((y) => colourAt(picture, 0.4, y)[1]);
    assert.ok(Math.max(...around) > 90, `lighter around it: ${around}`);
  });

  it('stands in nine places and all over, sized by the picture', async () => {
    const logoPath = await logoFile('mark.png', [0, 90, 200]);
    const spot = async (position: Watermark['position'], size: Size) =>
      touched(
        await drawn(createFilled(size, GREY), {
          watermark: logo({ position, size: 20, margin: 5 }),
          logoPath,
        }),
      );
    for (const size of [
      { width: 900, height: 600 },
      { width: 300, height: 200 },
    ]) {
      const nw = await spot('nw', size);
      assert.ok(nw.left > 0.05 && nw.right < 0.26, JSON.stringify(nw));
      const e = await spot('e', size);
      assert.ok(e.right < 0.95 && e.left > 0.74 && Math.abs(e.top + e.bottom - 1) < 0.02, JSON.stringify(e));
      const tile = await spot('tile', size);
      assert.ok(tile.left < 0.1 && tile.right > 0.8 && tile.bottom > 0.75, JSON.stringify(tile));
    }
  });

  it('writes a text dark on bright ground and light on dark, in each of its places', async () => {
    const halves = createFilled({ width: 800, height: 400 }, [255, 255, 255]);
    for (let i = 0; i < halves.data.length; i += 3) if ((i / 3) % 800 < 400) halves.data.fill(40, i, i + 3);
    const text = { ...DEFAULT_WATERMARK, text: 'Mașini', size: 20, opacity: 100 };
    /** Returns tones 0–255 of a half, darkest and brightest. */
    const tones = ({ data }: Raw, isLeft: boolean) => {
      const own = data.filter((_, i) => Math.floor(i / 3) % 800 < 400 === isLeft);
      return [own.reduce((a, b) => Math.min(a, b)), own.reduce((a, b) => Math.max(a, b))] as const;
    };
    for (const position of ['e', 'w'] as const) {
      const mark = await drawn(
        { ...halves, data: Uint8Array.from(halves.data) },
        { watermark: { ...text, position } },
      );
      const [darkest, brightest] = tones(mark, position === 'w');
      if (position === 'e') assert.ok(darkest < 30, `${darkest} on white`);
      else assert.ok(brightest > 245, `${brightest} on dark grey`);
    }
    const tiled = await drawn(halves, { watermark: { ...text, position: 'tile' } });
    assert.ok(tones(tiled, false)[0] < 30 && tones(tiled, true)[1] > 245);
  });

  it('has a shadow around a text that grows with it', async () => {
    const shares = await Promise.all(
      [1500, 3000].map(async (width) => {
        const ground = createFilled({ width, height: width / 2 }, GREY);
        const { data } = await drawn(ground, {
          watermark: { ...DEFAULT_WATERMARK, text: 'Mașini', size: 20, opacity: 100 },
        });
        const letters = data.filter((tone) => tone > 200).length;
        return data.filter((tone) => tone < 100).length / letters;
      }),
    );
    const [small = 0, large = 0] = shares;
    assert.ok(small > 0.05 && Math.abs(large / small - 1) < 0.3, `${shares}`);
  });

  it('draws nothing where its text has only invisible characters', async () => {
    const plain = createFilled({ width: 200, height: 150 }, GREY);
    for (const text of ['\u200b\u200b', '\u3164', '\ufe0f', ' \u2060 ', '\u2800']) {
      const watermark = { ...DEFAULT_WATERMARK, text };
      const bare = await drawn(plain, { watermark, badge: badge({ text }) });
      assert.deepEqual(bare.data, createFilled({ width: 200, height: 150 }, GREY).data);
    }
  });

  it('is as large on a standing photo as on the lying ones of its set, within that photo', async () => {
    const recipe = {
      ...PLAIN,
      badge: badge({ shape: 'bar', position: 's', colour: 'ff0000', text: 'Redus', size: 4 }),
    };
    const barOf = async (width: number, height: number, form: object) => {
      const source = await bench.save(`${width}.png`, toSharp(createFilled({ width, height }, GREY)).png());
      const { pixels } = await bench.deliver(source, form, { recipe });
      const red = (x: number, y: number) => isNearColour(colourAt(pixels, x, y), [255, 0, 0], 10);
      const rows = Array.from(Array(pixels.height).keys()).filter((y) => red(0.36, y / pixels.height)).length;
      return { rows, isBeside: red(0.02, 0.98) };
    };
    for (const form of [
      { width: 800, height: 600, fit: 'contain', pad: 'white' },
      { width: 800, height: 600, fit: 'cover', pad: 'blur' },
    ]) {
      const [lying, standing] = [await barOf(1000, 750, form), await barOf(750, 1000, form)];
      assert.ok(
        lying.rows > 40 && Math.abs(lying.rows - standing.rows) <= 1,
        JSON.stringify([lying, standing]),
      );
      assert.deepEqual([lying.isBeside, standing.isBeside], [true, false]);
    }
  });

  it('is dropped altogether where the marketplace forbids it', async () => {
    const source = await bench.save('goods.png', toSharp(drawScene(600, 450)).png());
    const recipe = { frame: { width: 4, colour: 'ff0000' }, badge: badge({}) };
    const bare = await bench.deliver(source, {}, { recipe: PLAIN });
    const forbidden = await bench.deliver(source, {}, { recipe: { ...PLAIN, ...recipe }, overlays: false });
    const allowed = await bench.deliver(source, {}, { recipe: { ...PLAIN, ...recipe } });
    assert.equal(forbidden.file.sha256, bare.file.sha256);
    assert.notEqual(allowed.file.sha256, bare.file.sha256);
  });
});
