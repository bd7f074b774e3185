import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Background, DEFAULT_BACKGROUND, SCENES, type Scene } from '#domain/recipes/background.ts';
import { getBoxCorners } from '#domain/recipes/geometry.ts';
import { computePlacement } from '#domain/recipes/placement.ts';
import { inScene } from '#imaging/background/scenes/in-scene.ts';
import { LOOKS } from '#imaging/background/scenes/looks.ts';
import { onFloor } from '#imaging/background/scenes/on-floor.ts';
import { paintRoom } from '#imaging/background/scenes/room.ts';
import { computeSetting } from '#imaging/background/scenes/setting.ts';
import { measureStance } from '#imaging/background/scenes/stance.ts';
import { encodedMask } from '#imaging/cutout/mask-file.ts';
import { type Bench, colourAt, isNearColour, openBench, PLAIN, toSharp } from '#imaging/fixtures/bench.ts';
import { knownObject } from '#imaging/fixtures/objects.ts';
import type { Raw, Rgb } from '#imaging/pixels/raw.ts';
import { writeSynced } from '#imaging/pixels/write.ts';
import { countDraws } from '#testing/draws.ts';

const SIZE = { width: 1200, height: 900 };
const RED: Rgb = [230, 20, 20];
const RADIUS = 70;
/** The ground falls to the left, as under a car that is seen from its front corner. */
const WHEELS = [
  { x: 330, y: 560 },
  { x: 880, y: 520 },
];
const groundAt = (x: number) => 560 + RADIUS + ((x - 330) * (520 - 560)) / (880 - 330);
const SILL = 60;

/** Draws a car all in red, so that everything red beside it is its mirror image. */
function car(light: (x: number) => number = () => 1): Raw {
  const data = new Uint8Array(SIZE.width * SIZE.height * 4);
  for (let y = 0, at = 0; y < SIZE.height; y++) {
    for (let x = 0; x < SIZE.width; x++, at += 4) {
      const isBody = x > 180 && x < 1020 && y > 330 && y < groundAt(x) - SILL;
      const isWheel = WHEELS.some((wheel) => Math.hypot(x - wheel.x, y - wheel.y) <= RADIUS);
      if (!isBody && !isWheel) continue;
      data.set(
        RED.map((value) => value * light(x)),
        at,
      );
      data[at + 3] = 255;
    }
  }
  return { data, ...SIZE, channels: 4 };
}

/** Taller than wide, on two thin legs. */
function stool(): Raw {
  const data = new Uint8Array(SIZE.width * SIZE.height * 4);
  for (let y = 0, at = 0; y < SIZE.height; y++) {
    for (let x = 0; x < SIZE.width; x++, at += 4) {
      const isSeat = x > 450 && x < 750 && y > 150 && y < 500;
      const isLeg = (Math.abs(x - 480) < 15 || Math.abs(x - 720) < 15) && y >= 500 && y < 780;
      if (isSeat || isLeg) data.set([...RED, 255], at);
    }
  }
  return { data, ...SIZE, channels: 4 };
}

/** A box with a shelf of a hand's height that leads away from it, low over the floor. */
function boxWithShelf(): Raw {
  const data = new Uint8Array(SIZE.width * SIZE.height * 4);
  for (let y = 0, at = 0; y < SIZE.height; y++) {
    for (let x = 0; x < SIZE.width; x++, at += 4) {
      const isBox = x > 150 && x < 450 && y > 250 && y < 700;
      const isShelf = x >= 450 && x < 1000 && y > 630 && y < 640;
      const isLeg = x > 980 && x < 1000 && y >= 640 && y < 700;
      if (isBox || isShelf || isLeg) data.set([...RED, 255], at);
    }
  }
  return { data, ...SIZE, channels: 4 };
}

/** Returns every second pixel: enough where all scenes are tried. */
function halvePicture({ data, width, height }: Raw): Raw {
  const half = { data: new Uint8Array(data.length / 4), width: width / 2, height: height / 2 };
  for (let y = 0, at = 0; y < height; y += 2)
    for (let x = 0; x < width; x += 2, at += 4)
      half.data.set(data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4), at);
  return { ...half, channels: 4 };
}

const HALF = { width: SIZE.width / 2, height: SIZE.height / 2 };
const WHOLE_HALF = computePlacement(HALF, { ...HALF, fit: 'inside', pad: 'white' });
const WHOLE = computePlacement(SIZE, { ...SIZE, fit: 'inside', pad: 'white' });
const background = (scene: Scene, shadow = 35): Background => ({
  ...DEFAULT_BACKGROUND,
  kind: 'scene',
  scene,
  shadow,
});
const light = ({ data, width }: Raw, x: number, y: number) => data[(y * width + x) * 3 + 1] as number;
const redness = ({ data, width }: Raw, x: number, y: number) => {
  const at = (y * width + x) * 3;
  return (data[at] as number) - (data[at + 1] as number);
};

/** Locally each test tries a fifth of the scenes, another one each. */
const EVERY = countDraws({ local: 5, ci: 1 });
const listScenes = (from: number) => SCENES.filter((_, i) => i % EVERY === from % EVERY);

describe('an object in a scene', () => {
  test('is the same bytes each time, and itself unchanged', async () => {
    const object = halvePicture(car());
    for (const scene of listScenes(0)) {
      const [one, two] = [
        await inScene(object, background(scene), WHOLE_HALF),
        await inScene(halvePicture(car()), background(scene), WHOLE_HALF),
      ];
      assert.ok(Buffer.from(one.data).equals(Buffer.from(two.data)), scene);
      assert.deepEqual([one.width, one.height, one.channels], [600, 450, 3]);
      let changed = 0;
      for (let i = 0; i < object.data.length / 4; i++) {
        if (object.data[i * 4 + 3] !== 255) continue;
        for (let c = 0; c < 3; c++) if (one.data[i * 3 + c] !== RED[c]) changed++;
      }
      assert.equal(changed, 0, scene);
    }
  });

  test('has shadows that begin in no line, whatever their depth', async () => {
    const stance = await measureStance(stool(), WHOLE);
    assert.ok(stance?.stands);
    for (const scene of SCENES) {
      const { top, shadow } = await onFloor(stance, LOOKS[scene], 1);
      const { width } = stance.small;
      assert.ok(Math.max(...shadow.subarray(0, width)) < 0.01, `${scene}: begins at once in row ${top}`);
      assert.ok(shadow.reduce((a, b) => Math.max(a, b)) > 0.3, `${scene}: is a shadow`);
      for (let i = width; i < 4 * width; i++) {
        const step = (shadow[i] as number) - (shadow[i - width] as number);
        assert.ok(step < 0.03, `${scene}: a step of ${step} in row ${top + Math.floor(i / width)}`);
      }
    }
  });

  test('touches its mirror image under each wheel on a slope, and its body is as far below the ground as above', async () => {
    const made = await inScene(car(), background('showroom-dark'), WHOLE);
    for (const { x, y } of WHEELS) {
      const first = [...Array(40).keys()].findIndex((n) => redness(made, x, y + RADIUS + 1 + n) > 12);
      assert.ok(first >= 0 && first <= 4, `begins ${first} pixels under the wheel at ${x}`);
    }
    for (const x of [480, 600, 720]) {
      const ground = Math.round(groundAt(x));
      const strongest = redness(made, x, ground + SILL + 30);
      const rows = [...Array(2 * SILL).keys()];
      const begins = rows.find((n) => redness(made, x, ground + n) > strongest / 2) as number;
      assert.ok(Math.abs(begins - SILL) <= 6, `at ${x} it begins ${begins} pixels under the ground`);
    }
  });

  test('darkens the ground where it stands, and only below and beside it', async () => {
    const made = await inScene(car(), background('room-light'), WHOLE);
    const bare = await inScene(car(), background('room-light', 1), WHOLE);
    for (const { x, y } of WHEELS) {
      const [under, without] = [made, bare].map((each) => light(each, x, y + RADIUS + 4)) as [number, number];
      assert.ok(under < 0.75 * without, `${under} of ${without} under the wheel at ${x}`);
    }
    for (const [x, y] of [
      [40, 200],
      [1160, 200],
      [600, 880],
    ] as const)
      assert.ok(Math.abs(light(made, x, y) - light(bare, x, y)) <= 3, `${x} ${y}`);
  });

  test('leaves little light to the floor under its body, also where that hangs over beyond its wheels', async () => {
    const made = await inScene(car(), background('room-light'), WHOLE);
    const bare = await inScene(car(), background('room-light', 1), WHOLE);
    for (const x of [215, 450, 600, 750, 985]) {
      const y = Math.round(groundAt(x)) - SILL + 6;
      const [under, without] = [made, bare].map((each) => light(each, x, y)) as [number, number];
      assert.ok(under < 0.65 * without, `${under} of ${without} at ${x}`);
    }
  });

  test('has no dark over a part that is too thin to hide it', async () => {
    const made = await inScene(boxWithShelf(), background('room-light'), WHOLE);
    const bare = await inScene(boxWithShelf(), background('room-light', 1), WHOLE);
    for (const x of [600, 750, 900]) {
      const shareAt = (y: number) => light(made, x, y) / light(bare, x, y);
      assert.ok(shareAt(655) < 0.6, `under it at ${x}: ${shareAt(655)}`);
      assert.ok(shareAt(590) > 0.93, `over it at ${x}: ${shareAt(590)}`);
    }
  });

  test('stands before the end of the floor, which is seen between its feet and its roof', async () => {
    const stance = await measureStance(car(), WHOLE);
    assert.ok(stance !== null);
    const { edge, horizon, ground } = computeSetting(stance, LOOKS['showroom-light'], SIZE);
    assert.ok(Math.abs(ground - (560 + RADIUS)) <= 4, `${ground}`);
    assert.ok(edge > 330 && edge < 520 + RADIUS - 20, `${edge}`);
    assert.ok(horizon < edge && horizon > 0, `${horizon}`);
  });

  test('is lit from the side that the photo has it from, and from above where the photo does not say', async () => {
    const lightOf = async (object: Raw) => (await measureStance(object, WHOLE))?.light ?? null;
    assert.ok(Math.abs((await lightOf(car())) as number) < 0.01);
    assert.ok(((await lightOf(car((x) => 0.4 + x / 2000))) as number) > 0.2);
    assert.ok(((await lightOf(car((x) => 1 - x / 2000))) as number) < -0.2);
  });

  test('that the photo cut off below, or that is to cast no shadow, is before a wall: no floor shows it', async () => {
    const isRedOutside = (made: Raw, object: Raw) => {
      let most = 0;
      for (let y = 0; y < SIZE.height; y++)
        for (let x = 0; x < SIZE.width; x++)
          if (object.data[(y * SIZE.width + x) * 4 + 3] === 0) most = Math.max(most, redness(made, x, y));
      return most > 12;
    };
    const whole = car();
    assert.equal(isRedOutside(await inScene(whole, background('showroom-dark'), WHOLE), whole), true);
    assert.equal(isRedOutside(await inScene(whole, background('showroom-dark', 0), WHOLE), whole), false);
    const height = 500;
    const cut = { ...whole, data: whole.data.slice(0, SIZE.width * height * 4), height };
    const above = { ...WHOLE, photo: { width: SIZE.width, height }, y: SIZE.height - height };
    const made = await inScene(cut, background('showroom-dark'), above);
    for (const x of [330, 600, 880]) assert.ok(redness(made, x, SIZE.height - height - 20) < 8);
    const placed = new Uint8Array(SIZE.width * SIZE.height * 4);
    placed.set(cut.data, SIZE.width * (SIZE.height - height) * 4);
    assert.equal(isRedOutside(made, { ...SIZE, data: placed, channels: 4 }), false);
  });

  test('whose tyres alone reach the photo’s edge stands on its floor, also where that ends with the file; on a plinth it does not', async () => {
    const whole = car();
    const cutAt = (height: number) => ({
      ...whole,
      data: whole.data.slice(0, SIZE.width * height * 4),
      height,
    });
    // The front tyre is cut by a hair.
    const touching = { ...WHOLE, photo: { width: SIZE.width, height: 622 }, y: 100 };
    const [made, bare] = await Promise.all(
      [35, 1].map((shadow) => inScene(cutAt(622), background('room-light', shadow), touching)),
    );
    assert.ok(made !== undefined && bare !== undefined);
    const under = 100 + Math.round(groundAt(600)) - SILL + 8;
    const share = light(made, 600, under) / light(bare, 600, under);
    assert.ok(share < 0.65, `${share} of the light is left under its body`);
    // It is cut through its middle.
    const through = { ...WHOLE, photo: { width: SIZE.width, height: 590 }, y: SIZE.height - 590 };
    const stance = await measureStance(cutAt(590), through);
    assert.deepEqual([stance?.stands, stance?.isCutThrough], [true, true]);
    const plinths = [background('pedestal-white', 1), background('pedestal-white', 0)];
    const [onIt, onWall] = await Promise.all(plinths.map((on) => inScene(cutAt(590), on, through)));
    assert.ok(onIt !== undefined && onWall !== undefined);
    assert.ok(Buffer.from(onIt.data).equals(Buffer.from(onWall.data)));
  });

  test('that hangs on the wall has its outline’s shadow there, lower than itself, and no floor', async () => {
    const shirt = halvePicture(car());
    for (const scene of listScenes(1)) {
      const [made, bare] = await Promise.all(
        [35, 0].map((shadow) => inScene(shirt, { ...background(scene, shadow), onWall: true }, WHOLE_HALF)),
      );
      assert.ok(made !== undefined && bare !== undefined);
      const shareAt = (x: number, y: number) => light(made, x, y) / light(bare, x, y);
      for (const x of [165, 300, 440]) {
        const lowest = Math.round((groundAt(2 * x) - (x === 300 ? SILL : 0)) / 2);
        assert.ok(shareAt(x, lowest + 3) < 0.9, `${scene}, under it at ${x}: ${shareAt(x, lowest + 3)}`);
        assert.ok(shareAt(x, 160) > 0.93, `${scene}, over it at ${x}: ${shareAt(x, 160)}`);
        assert.ok(shareAt(x, 400) > 0.98, `${scene}, on the wall far below at ${x}`);
        const [red, own] = [made, bare].map((each) => redness(each, x, lowest + 15)) as [number, number];
        assert.ok(red <= own + 2, `${scene}: is mirrored at ${x}`);
      }
    }
  });

  test('has a ground without bands: no tone goes on unbroken', async () => {
    const stance = await measureStance(car(), WHOLE);
    assert.ok(stance !== null);
    for (const scene of SCENES) {
      const { data, width, height } = paintRoom(LOOKS[scene], computeSetting(stance, LOOKS[scene], SIZE));
      let longest = 0;
      for (const x of [3, 300, 601, 1100]) {
        for (let y = 1, run = 1; y < height; y++) {
          const same = data[(y * width + x) * 3 + 1] === data[((y - 1) * width + x) * 3 + 1];
          run = same ? run + 1 : 1;
          longest = Math.max(longest, run);
        }
      }
      assert.ok(longest < 30, `${scene}: ${longest} alike in a column`);
    }
  });
});

describe('a file with a scene', () => {
  const photo = { width: 450, height: 600 };
  let bench: Bench;
  let source: string;
  let edits: { maskPath: string; subject: ReturnType<typeof getBoxCorners> };
  before(async () => {
    bench = await openBench();
    const known = knownObject('crate', 'green', { size: photo });
    source = await bench.save('upright.png', toSharp(known.picture).png());
    const maskPath = bench.path('mask.png');
    const small = toSharp({ data: known.alpha, ...photo, channels: 1 as 3 }).resize(420, 560, {
      fit: 'fill',
    });
    const data = await small.extractChannel(0).raw().toBuffer();
    await writeSynced(
      maskPath,
      await encodedMask({ data: data.map((share) => (share > 127 ? 255 : 0)), width: 420, height: 560 }),
    );
    edits = { maskPath, subject: getBoxCorners({ x: 0.05, y: 0.3, width: 0.9, height: 0.45 }) };
  });
  after(() => bench.remove());

  test('has the asked size and the scene up to its edges, also where a photo taken upright fills a lying form', async () => {
    const form = { width: 400, height: 300, fit: 'cover', pad: 'blur', format: 'jpeg' } as const;
    for (const scene of listScenes(2)) {
      const { file, pixels } = await bench.deliver(source, form, {
        recipe: { ...PLAIN, background: background(scene) },
        edits,
      });
      assert.deepEqual([file.width, file.height, file.warnings], [400, 300, []], scene);
      for (let y = 0.02; y < 1; y += 0.06) {
        for (const [from, to] of [
          [0.005, 0.03],
          [0.97, 0.995],
        ] as const) {
          const [one, other] = [colourAt(pixels, from, y), colourAt(pixels, to, y)];
          assert.ok(isNearColour(one, other, 12), `${scene} ${from} ${y}: ${one} ${other}`);
          assert.ok(one[1] - Math.max(one[0], one[2]) < 6, `${scene}: nothing green of the old ground`);
        }
      }
    }
  });
});
