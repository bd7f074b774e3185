/**
 * Yards of vehicles, each with the outline of the one for sale: it stands whole in front, others behind it or beside it, partly hidden, their
 * outlines touching. Every other pair of seeds shows one vehicle alone on the same grounds.
 */
import sharp from 'sharp';
import { exposeLight } from '../../scenes/photo.ts';
import { between, pick, type Random, randomFrom } from '../../scenes/random.ts';
import {
  blur,
  centredAt,
  ellipse,
  group,
  path,
  rect,
  type SceneCanvas,
  svgDocument,
} from '../../scenes/svg.ts';
import { drawGround } from './grounds.ts';
import { CANVAS, groundFor, PAINTS, photographed, pixels, type Scene, SIZE } from './scenes.ts';
import { laid, outOfFocus, shade, UNIT } from './sellers.ts';
import { type Colours, drawThing, type Thing, wheel } from './things.ts';

interface Vehicle {
  readonly thing: Thing;
  /** Middle and foot on the canvas. */
  readonly x: number;
  readonly foot: number;
  readonly scale: number;
}

const VEHICLES = ['car', 'car', 'hatchback', 'van', 'car from behind'] as const;

export async function yardScene(seed: number): Promise<Scene> {
  const random = randomFrom(seed + 90_001);
  const isYard = Math.floor(seed / 2) % 2 === 0;
  const ground = groundFor('car', random);
  const canvas: SceneCanvas = { ...CANVAS, random };
  const behind = drawGround(ground, { ...canvas, like: null });
  const colours = pick(random, PAINTS);
  const front = placeFront(random, { thing: drawVehicle(random, colours), floor: behind.floor });
  const others = isYard ? placeOthers(random, { front, colours }) : [];
  const draw = (body: string, surfaces: typeof behind.surfaces = []) =>
    svgDocument({ defs: blur('hair', 6), body, surfaces }, canvas, SIZE);
  const drawCut = async (vehicles: readonly Vehicle[]) =>
    sharp(await draw(vehicles.map(drawPlaced).join('')))
      .ensureAlpha()
      .raw()
      .toBuffer();
  const [cut, cutOthers] = [await drawCut([front]), await drawCut(others)];
  const shadows = [front, ...others].map(drawShadow).join('');
  const place = (await pixels(await draw(behind.body + shadows, behind.surfaces))).data;
  const whole = await outOfFocus(place, behind.floor * SIZE.height, between(random, 1, 5));
  const light = { x: between(random, -0.7, 0.7), random };
  const alpha = readAlpha(cut);
  if (others.length > 0)
    await laid(whole, { colours: cutOthers, alpha: readAlpha(cutOthers) }, { light: light.x, random });
  await shade(whole, alpha, { x: light.x, strength: 0.4, base: front.foot / UNIT, stands: true });
  await laid(whole, { colours: cut, alpha }, { light: light.x, random });
  exposeLight({ data: whole, ...SIZE }, seed, random() < 0.3);
  return {
    name: `${seed} ${isYard ? `one of ${others.length + 1} vehicles` : 'one vehicle alone'}, ${ground}`,
    picture: await photographed({ data: whole, ...SIZE, channels: 3 }, random),
    alpha: Uint8Array.from(alpha, (share) => Math.round(255 * share)),
  };
}

function readAlpha(cut: Uint8Array): Float32Array {
  return Float32Array.from({ length: cut.length / 4 }, (_, i) => (cut[4 * i + 3] ?? 0) / 255);
}

function placeFront(random: Random, { thing, floor }: { thing: Thing; floor: number }): Vehicle {
  const [w, h] = thing.box;
  const most = Math.min((CANVAS.width * 0.86) / w, (CANVAS.height * 0.8) / h);
  return {
    thing,
    x: CANVAS.width / 2 + between(random, -90, 90),
    foot: CANVAS.height * floor,
    scale: most * between(random, 0.5, 0.95),
  };
}

/** Returns 1–5 more, the farthest first: in a second row behind, or beside, from bumper at bumper to half hidden. */
function placeOthers(random: Random, { front, colours }: { front: Vehicle; colours: Colours }): Vehicle[] {
  const count = 1 + Math.floor(random() ** 1.5 * 5);
  const isSameColour = random() < 0.25;
  const others = Array.from({ length: count }, (_, n) => {
    const thing = drawVehicle(random, isSameColour ? colours : pick(random, PAINTS));
    const isBehind = random() < 0.6;
    const near = isBehind ? between(random, 0.7, 0.95) : between(random, 0.92, 1.02);
    // Vehicles are of one length; what is drawn from behind is as wide as high.
    const scale = (front.scale * near * 1000) / Math.max(1000, thing.box[0]);
    const apart = (front.thing.box[0] * front.scale + thing.box[0] * scale) / 2;
    const side = n % 2 === 0 ? 1 : -1;
    const aside = apart * (isBehind ? between(random, 0.1, 0.8) : between(random, 0.7, 1.01));
    return {
      thing,
      scale,
      x: front.x + side * aside * (1 + Math.floor(n / 2)),
      foot: front.foot - (isBehind ? between(random, 40, 170) : between(random, -2, 25)),
    };
  });
  return others.sort((one, other) => one.foot - other.foot);
}

function drawPlaced({ thing, x, foot, scale }: Vehicle): string {
  return centredAt({ x, y: foot - (thing.box[1] * scale) / 2, scale, box: thing.box }, thing.body);
}

function drawShadow({ thing, x, foot, scale }: Vehicle): string {
  const wide = thing.box[0] * scale;
  return ellipse(
    { cx: x, cy: foot - 4, rx: wide * 0.46, ry: 14 },
    '#000',
    'opacity=".6" filter="url(#hair)"',
  );
}

function drawVehicle(random: Random, colours: Colours): Thing {
  const name = pick(random, VEHICLES);
  const thing =
    name === 'van'
      ? drawVan(colours)
      : name === 'hatchback'
        ? drawHatchback(colours)
        : drawThing(name, random, colours);
  if (random() < 0.5) return thing;
  return { ...thing, body: group(`translate(${thing.box[0]} 0) scale(-1 1)`, thing.body) };
}

function drawVan({ main, dark }: Colours): Thing {
  return {
    box: [1060, 520],
    foot: 4,
    body: [
      path('M110 360H960V446H110Z', '#15110f'),
      path(
        'M40 436C30 400 28 120 44 60Q52 34 90 30L640 26C720 28 760 60 800 120L862 214C930 232 1000 262 1022 300C1034 350 1034 400 1024 436L1000 442L960 442A84 84 0 0 0 792 442L312 442A84 84 0 0 0 144 442L60 442Z',
        main,
      ),
      path('M36 350H1030L1024 436L1000 442H60L40 436Z', '#000', 'opacity=".22"'),
      path('M640 70L720 74C744 84 770 130 806 208L640 206Z', '#46525a'),
      path('M820 210L770 120L790 112L850 206Z', '#2c363d'),
      drawDoors(dark),
      path('M966 280C1000 284 1018 304 1022 330C996 330 976 312 966 280Z', '#f2efe6'),
      rect({ x: 34, y: 200, w: 16, h: 110 }, '#8a1414'),
      wheel(228, 438, 78),
      wheel(876, 438, 78),
    ].join(''),
  };
}

function drawDoors(dark: string): string {
  return path('M620 60H624V430H620ZM330 90H334V430H330ZM334 240H620V244H334Z', dark);
}

function drawHatchback({ main, dark }: Colours): Thing {
  return {
    box: [820, 420],
    foot: 4,
    body: [
      path('M90 270H740V350H90Z', '#15110f'),
      path(
        'M40 336C28 300 34 230 56 180C84 110 130 56 190 46C280 34 400 36 460 54C520 80 560 130 604 176C680 188 760 206 782 240C796 270 796 312 786 336L760 342L720 342A80 80 0 0 0 560 342L270 342A80 80 0 0 0 110 342L60 342Z',
        main,
      ),
      path('M34 262H794L786 336L760 342H60L40 336Z', '#000', 'opacity=".22"'),
      path('M96 170C120 110 150 84 196 76L300 72L306 176Z', '#3a454c'),
      path('M324 176L318 72C400 70 440 78 470 96C510 124 530 150 556 180Z', '#46525a'),
      path('M312 72H318L312 336H306Z', dark),
      path('M720 206C752 212 774 226 782 244C756 246 734 236 720 206Z', '#f2efe6'),
      path('M44 210C56 180 66 170 80 168L84 236L36 244Z', '#8a1414'),
      wheel(190, 338, 76),
      wheel(640, 338, 76),
    ].join(''),
  };
}
