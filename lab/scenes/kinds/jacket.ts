import { between, pick } from '../random.ts';
import { blur, centredAt, type Drawing, line, linear, path, rect, type SceneCanvas } from '../svg.ts';

const CLOTHS = [
  ['#4c5b44', '#6d7d62', '#242d1f'],
  ['#7a4a2b', '#a56d45', '#3b2212'],
  ['#33405a', '#566585', '#171e2d'],
] as const;
const BODY =
  'M300 130C360 160 440 160 500 130C560 150 620 176 656 210C694 300 722 520 736 790L654 806L606 400C612 560 620 720 616 860Q400 890 184 860C180 720 188 560 194 400L146 806L64 790C78 520 106 300 144 210C180 176 240 150 300 130Z';

/** A jacket on a hanger against a plastered wall. */
export function drawJacket({ width, height, random }: SceneCanvas): Drawing {
  const [cloth, light, dark] = pick(random, CLOTHS);
  const defs = [
    linear('wall', 15, [
      [0, '#d9cfbf'],
      [1, '#a69b89'],
    ]),
    linear('body', 5, [
      [0, dark],
      [0.2, cloth],
      [0.4, light],
      [0.52, cloth],
      [0.75, cloth],
      [1, dark],
    ]),
    blur('soft', 26),
    blur('hair', 7),
  ].join('');
  const body = [
    rect({ x: 0, y: 0, w: width, h: height }, 'url(#wall)'),
    rect({ x: 0, y: 0, w: width, h: height }, 'url(#plaster)', 'opacity=".14"'),
    rect({ x: 0, y: height - 96, w: width, h: 96 }, '#e6dfd2'),
    rect({ x: 0, y: height - 104, w: width, h: 10 }, '#6d6455', 'opacity=".5" filter="url(#hair)"'),
    centredAt(
      {
        x: width / 2 + between(random, -60, 60),
        y: height * 0.5,
        scale: between(random, 1.05, 1.18),
        box: [800, 920],
      },
      jacket(cloth, light, dark),
    ),
  ].join('');
  return { defs, body, surfaces: ['plaster', 'cloth'] };
}

function jacket(cloth: string, light: string, dark: string): string {
  const folds = [
    'M250 300C230 460 236 640 226 840',
    'M560 300C580 470 560 660 582 840',
    'M330 420C310 560 330 700 300 850',
    'M130 330C160 420 90 560 110 720',
    'M672 330C640 420 710 560 690 720',
  ];
  return [
    path(BODY, '#1d150d', 'transform="translate(44 34)" opacity=".26" filter="url(#soft)"'),
    line('M400 96C400 60 440 66 436 36C430 6 384 10 382 36', { colour: '#8b8d90', width: 9 }),
    line('M250 150L400 96L550 150', { colour: '#6e4a2c', width: 18 }),
    path(BODY, 'url(#body)', `stroke="${dark}" stroke-width="6"`),
    path(BODY, 'url(#cloth)', 'opacity=".45"'),
    ...folds.map((d) => line(d, { colour: dark, width: 20 }, 'opacity=".5" filter="url(#hair)"')),
    ...folds.map((d) =>
      line(d, { colour: light, width: 10 }, 'opacity=".45" filter="url(#hair)" transform="translate(18 0)"'),
    ),
    path(
      'M300 130C340 170 380 180 400 250C420 180 460 170 500 130C520 170 500 230 400 290C300 230 280 170 300 130Z',
      cloth,
      `stroke="${dark}" stroke-width="5"`,
    ),
    line('M400 280V868', { colour: dark, width: 9 }),
    line('M407 290V866', { colour: '#c7b58a', width: 4 }, 'stroke-dasharray="3 5"'),
    line('M230 620L320 590M570 620L480 590', { colour: dark, width: 9 }),
    line('M184 838Q400 868 616 838', { colour: dark, width: 4 }, 'stroke-dasharray="9 6"'),
    line(
      'M606 300L654 800M194 300L146 800M729 730L650 744M71 730L150 744',
      { colour: dark, width: 8 },
      'opacity=".8"',
    ),
  ].join('');
}
