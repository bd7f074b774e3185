import { between, pick } from '../random.ts';
import { blur, type Drawing, type Frame, linear, path, place, rect } from '../svg.ts';

const WOODS = [
  ['#8f5f38', '#b98554', '#50301a'],
  ['#a9784a', '#d5a876', '#684323'],
  ['#5d3a24', '#84583a', '#2c1a0e'],
] as const;

/** A wooden chair in a room corner. */
export function drawChair({ width, height, random }: Frame): Drawing {
  const [wood, light, dark] = pick(random, WOODS);
  const floor = height * between(random, 0.6, 0.66);
  const defs = [
    linear('wall', 10, [
      [0, '#d3cabb'],
      [0.55, '#c4baa9'],
      [1, '#91887a'],
    ]),
    linear('floor', 90, [
      [0, '#6f5c49'],
      [1, '#94795d'],
    ]),
    linear('leg', 0, [
      [0, light],
      [0.4, wood],
      [1, dark],
    ]),
    linear('seat', 20, [
      [0, light],
      [1, wood],
    ]),
    blur('soft', 20),
    blur('hair', 5),
  ].join('');
  const body = [
    rect(0, 0, width, floor, 'url(#wall)'),
    rect(0, 0, width, floor, 'url(#plaster)', 'opacity=".25"'),
    rect(0, floor, width, height - floor, 'url(#floor)'),
    rect(0, floor, width, height - floor, 'url(#wood)', 'opacity=".5"'),
    rect(0, floor - 54, width, 54, '#ece6da'),
    rect(0, floor - 4, width, 14, '#2b2017', 'opacity=".6" filter="url(#hair)"'),
    place(
      width * between(random, 0.44, 0.56),
      height * 0.52,
      between(random, 0.98, 1.1),
      [560, 960],
      chair(dark),
    ),
  ].join('');
  return { defs, body, surfaces: ['plaster', 'wood'] };
}

const bar = (x1: number, y1: number, x2: number, y2: number, thick: number): string =>
  path(`M${x1} ${y1}L${x1 + thick} ${y1}L${x2 + thick} ${y2}L${x2} ${y2}Z`, 'url(#leg)');

function chair(dark: string): string {
  const spindles = [150, 214, 278, 342].map((x) => bar(x, 110, x + 6, 480, 22));
  return [
    path('M40 930L520 960L760 900L520 830L160 830Z', '#120a05', 'opacity=".55" filter="url(#soft)"'),
    bar(110, 500, 124, 850, 30),
    bar(430, 500, 436, 850, 30),
    bar(84, 30, 112, 500, 36),
    bar(420, 30, 424, 500, 36),
    ...spindles,
    path('M70 30Q270 -30 470 30L466 118Q270 66 82 118Z', 'url(#seat)'),
    path('M74 106Q270 54 468 106L466 118Q270 66 82 118Z', dark, 'opacity=".5"'),
    path('M96 470H452L520 566Q280 600 40 566Z', 'url(#seat)'),
    path('M96 470H452L520 566Q280 600 40 566Z', 'url(#wood)', 'opacity=".5"'),
    path('M40 566Q280 600 520 566L516 604Q280 636 44 604Z', dark),
    path('M60 610Q280 640 500 610L490 660Q280 650 70 660Z', '#000', 'opacity=".3" filter="url(#hair)"'),
    bar(52, 596, 40, 940, 42),
    bar(470, 596, 486, 940, 42),
    path('M62 760L500 760V786L62 786Z', 'url(#leg)'),
    path('M92 470H456L462 484H88Z', '#000', 'opacity=".3" filter="url(#hair)"'),
  ].join('');
}
