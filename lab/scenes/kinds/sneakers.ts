import { between, pick, type Random } from '../random.ts';
import {
  blur,
  centredAt,
  type Drawing,
  ellipse,
  line,
  linear,
  path,
  rect,
  type SceneCanvas,
} from '../svg.ts';

const UPPERS = [
  ['#e9e4da', '#a59d8f'],
  ['#2f4f7a', '#172a45'],
  ['#8f2f2a', '#4d1413'],
  ['#4d5a45', '#252e20'],
] as const;

/** A pair of sneakers on a wooden floor. */
export function drawSneakers({ width, height, random }: SceneCanvas): Drawing {
  const [light, dark] = pick(random, UPPERS);
  const defs = [
    linear('upper', 80, [
      [0, light],
      [0.6, light],
      [1, dark],
    ]),
    linear('sole', 90, [
      [0, '#f4f0e7'],
      [0.6, '#d8d1c3'],
      [1, '#8f887b'],
    ]),
    linear('depth', 90, [
      [0, '#000', 0.35],
      [0.5, '#000', 0],
      [1, '#fff', 0.12],
    ]),
    blur('soft', 16),
    blur('hair', 4),
  ].join('');
  const scale = Math.min(width / 1500, 1) * between(random, 1, 1.15);
  const x = width * between(random, 0.46, 0.54);
  const body = [
    ...planks(width, height, random),
    rect({ x: 0, y: 0, w: width, h: height }, 'url(#wood)', 'opacity=".5"'),
    rect({ x: 0, y: 0, w: width, h: height }, 'url(#depth)'),
    centredAt({ x: x + 80 * scale, y: height * 0.42, scale, box: [1000, 520] }, shoe(dark, true)),
    centredAt(
      { x: x - 70 * scale, y: height * 0.6, scale: scale * 1.12, box: [1000, 520] },
      shoe(dark, false),
    ),
  ].join('');
  return { defs, body, surfaces: ['wood', 'cloth'] };
}

function planks(width: number, height: number, random: Random): string[] {
  const rows: string[] = [];
  let y = 0;
  for (let n = 0; y < height; n += 1) {
    const tall = 70 + n * 16;
    let x = -between(random, 0, 700);
    while (x < width) {
      const long = between(random, 600, 1100);
      rows.push(
        rect({ x, y, w: long, h: tall }, pick(random, ['#a97b4f', '#9b6f46', '#b38458', '#a1754b'] as const)),
      );
      rows.push(line(`M${x + long} ${y}V${y + tall}`, { colour: '#3a2413', width: 3 }));
      x += long;
    }
    rows.push(
      line(`M0 ${y}H${width}`, { colour: '#3a2413', width: 3.5 }),
      line(`M0 ${y + 4}H${width}`, { colour: '#dbb387', width: 2 }, 'opacity=".5"'),
    );
    y += tall;
  }
  return rows;
}

const UPPER =
  'M96 400C84 300 96 200 112 130C150 100 210 104 250 132C300 150 352 150 392 118L430 140C500 210 590 262 700 286C810 304 900 330 930 400L920 424H100Z';

function shoe(dark: string, far: boolean): string {
  const laces = Array.from({ length: 6 }, (_, n) =>
    line(`M${410 + n * 42} ${176 + n * 23}q34 -6 60 26`, { colour: '#fbf8f1', width: 12 }),
  );
  return [
    path('M60 470H980L900 520H30Z', '#150b04', 'opacity=".7" filter="url(#soft)"'),
    ellipse({ cx: 510, cy: 476, rx: 440, ry: 16 }, '#0d0703', 'opacity=".8" filter="url(#hair)"'),
    path(UPPER, 'url(#upper)'),
    path(UPPER, 'url(#cloth)', 'opacity=".3"'),
    path('M112 130C150 100 210 104 250 132C230 170 150 176 116 160Z', dark),
    path('M700 286C810 304 900 330 930 400L922 418H740C720 370 706 330 700 286Z', '#fff', 'opacity=".18"'),
    line(
      'M392 118C430 220 560 290 700 300M250 132C260 240 220 330 130 392M300 400C330 320 400 270 500 250M360 402C390 330 450 290 540 276',
      { colour: dark, width: 5 },
      'opacity=".75"',
    ),
    ...laces,
    path(
      'M80 396C300 410 700 414 936 392C962 420 964 450 946 474Q520 490 92 474C74 450 72 420 80 396Z',
      'url(#sole)',
    ),
    line('M84 424C300 436 700 438 950 420', { colour: dark, width: 7 }, 'opacity=".6"'),
    far ? path(`${UPPER}M80 396H936V474H92Z`, '#000', 'opacity=".14"') : '',
  ].join('');
}
