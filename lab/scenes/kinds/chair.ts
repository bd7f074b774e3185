import { between, pick } from '../random.ts';
import { blur, centredAt, type Drawing, linear, path, rect, type SceneCanvas } from '../svg.ts';

const SHELLS = [
  ['#2f6f73', '#4d9497', '#1b4649'],
  ['#b4462f', '#d8694e', '#742a1b'],
  ['#3b4f7c', '#5d73a6', '#232f4d'],
] as const;

/** A shell chair on wooden legs against a light wall. */
export function drawChair({ width, height, random }: SceneCanvas): Drawing {
  const [shell, light, dark] = pick(random, SHELLS);
  const floor = height * between(random, 0.66, 0.7);
  const defs = [
    linear('wall', 90, [
      [0, '#dcd8d0'],
      [1, '#cfcac1'],
    ]),
    linear('floor', 90, [
      [0, '#c2bcb1'],
      [1, '#cbc6bc'],
    ]),
    linear('leg', 0, [
      [0, '#7a5230'],
      [0.4, '#61401f'],
      [1, '#3c2612'],
    ]),
    linear('back', 8, [
      [0, light],
      [0.35, shell],
      [1, dark],
    ]),
    linear('seat', 80, [
      [0, shell],
      [0.5, light],
      [1, shell],
    ]),
    blur('soft', 22),
    blur('hair', 6),
  ].join('');
  const body = [
    rect({ x: 0, y: 0, w: width, h: floor }, 'url(#wall)'),
    rect({ x: 0, y: 0, w: width, h: floor }, 'url(#plaster)', 'opacity=".06"'),
    rect({ x: 0, y: floor, w: width, h: height - floor }, 'url(#floor)'),
    rect({ x: 0, y: floor - 6, w: width, h: 12 }, '#bdb7ac', 'filter="url(#hair)"'),
    centredAt(
      {
        x: width * between(random, 0.44, 0.56),
        y: height * 0.52,
        scale: between(random, 0.98, 1.1),
        box: [560, 960],
      },
      chair(dark),
    ),
  ].join('');
  return { defs, body, surfaces: ['plaster'] };
}

const leg = (
  { x1, y1 }: { x1: number; y1: number },
  { x2, y2 }: { x2: number; y2: number },
  thick: number,
): string =>
  path(`M${x1} ${y1}L${x1 + thick} ${y1}L${x2 + thick * 0.7} ${y2}L${x2 + thick * 0.1} ${y2}Z`, 'url(#leg)');

function chair(dark: string): string {
  const back =
    'M96 60C96 14 180 -6 280 -6C380 -6 464 14 464 60C470 220 456 380 440 520L120 520C104 380 90 220 96 60Z';
  const seat =
    'M84 500C120 476 440 476 476 500C512 540 530 580 524 616C440 660 120 660 36 616C30 580 48 540 84 500Z';
  return [
    path('M60 944Q280 982 520 944Q300 914 60 944Z', '#57503f', 'opacity=".4" filter="url(#soft)"'),
    leg({ x1: 150, y1: 620 }, { x2: 132, y2: 900 }, 38),
    leg({ x1: 372, y1: 620 }, { x2: 396, y2: 900 }, 38),
    leg({ x1: 76, y1: 620 }, { x2: 28, y2: 950 }, 46),
    leg({ x1: 438, y1: 620 }, { x2: 494, y2: 950 }, 46),
    path(back, 'url(#back)'),
    path(
      'M130 80C132 50 200 30 280 30C360 30 428 50 430 80C434 220 424 360 412 470L148 470C136 360 126 220 130 80Z',
      dark,
      'opacity=".18" filter="url(#hair)"',
    ),
    path(seat, 'url(#seat)'),
    path('M36 606C120 652 440 652 524 606L524 622C440 670 120 670 36 622Z', dark),
    path(
      'M100 500C150 484 410 484 460 500L452 522C400 508 160 508 108 522Z',
      dark,
      'opacity=".45" filter="url(#hair)"',
    ),
  ].join('');
}
