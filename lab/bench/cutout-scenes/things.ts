/** Things for sale as drawings, each in a box of its own: what cut-outs are tried on, with a known outline. */
import { between, pick, type Random } from '../../scenes/random.ts';
import { ellipse, group, line, path, rect } from '../../scenes/svg.ts';

export interface Thing {
  readonly box: readonly [width: number, height: number];
  readonly body: string;
  /** How far above the box's lower side it stands on the ground; null: it hangs or lies. */
  readonly foot: number | null;
}

type Drawn = (random: Random, colours: Colours) => Thing;

export interface Colours {
  readonly main: string;
  readonly other: string;
  readonly dark: string;
  readonly light: string;
}

const folds = (dark: string, ...ds: string[]) =>
  ds.map((d) => line(d, { colour: dark, width: 9 }, 'opacity=".35"')).join('');

export const wheel = (x: number, y: number, r: number) =>
  group(
    `translate(${x} ${y})`,
    ellipse({ cx: 0, cy: 0, rx: r, ry: r }, '#161517'),
    ellipse({ cx: 0, cy: 0, rx: r * 0.64, ry: r * 0.64 }, '#a9abad'),
    ...Array.from({ length: 5 }, (_, n) =>
      group(`rotate(${n * 72})`, path(`M0 0L${-r * 0.2} ${-r * 0.5}L${r * 0.2} ${-r * 0.5}Z`, '#2b2b2d')),
    ),
    ellipse({ cx: 0, cy: 0, rx: r * 0.14, ry: r * 0.14 }, '#dddddb'),
  );

const THINGS = {
  car: (random, { main, dark }) => ({
    box: [1000, 420],
    foot: 4,
    body: [
      path('M110 260H900V350H110Z', '#15110f'),
      path(
        'M62 338C40 330 34 300 40 262C46 226 60 206 84 182C108 128 140 86 190 66C260 46 420 44 500 58C570 74 628 124 684 172C780 184 880 200 936 226C966 246 974 286 966 326C964 338 950 342 936 342L880 342A86 86 0 0 0 708 342L292 342A86 86 0 0 0 120 342Z',
        main,
      ),
      path('M40 262H970L966 326L936 342H62L38 330Z', '#000', 'opacity=".22"'),
      path('M84 190C300 176 600 172 930 228L926 244C600 194 300 194 78 208Z', '#fff', 'opacity=".35"'),
      path('M128 176C150 124 176 96 214 84L300 78L304 178Z', pick(random, ['#3a454c', '#8fa3ad', '#55626a'])),
      path('M326 178L322 78C400 72 460 76 500 88C552 108 596 140 632 176Z', '#46525a'),
      path('M350 170L420 80L470 82L400 172Z', '#cfd8dc', 'opacity=".5"'),
      line('M312 74C316 160 318 240 300 336M644 180C650 240 648 290 640 336', { colour: dark, width: 3 }),
      path('M884 214C920 220 946 232 956 252C930 256 902 246 884 214Z', '#f2efe6'),
      path('M48 236C60 214 72 204 86 200L96 250L46 262Z', '#8a1414'),
      wheel(206, 336, 80),
      wheel(794, 336, 80),
    ].join(''),
  }),
  'car from behind': (random, { main, dark }) => ({
    box: [620, 560],
    foot: 6,
    body: [
      rect({ x: 60, y: 440, w: 110, h: 116 }, '#171617', 'rx="20"'),
      rect({ x: 450, y: 440, w: 110, h: 116 }, '#171617', 'rx="20"'),
      path(
        'M40 500C20 420 24 320 44 260C60 180 110 60 160 40Q310 14 460 40C510 60 560 180 576 260C596 320 600 420 580 500Z',
        main,
      ),
      path(
        'M130 210C150 130 170 90 186 76Q310 56 434 76C450 90 470 130 490 210Z',
        pick(random, ['#2f3a42', '#90a4ae']),
      ),
      path('M180 200L240 70L300 66L240 202Z', '#fff', 'opacity=".25"'),
      rect({ x: 210, y: 340, w: 200, h: 46 }, '#f2f2ee', 'stroke="#222" stroke-width="4"'),
      path('M40 290L130 270L134 330L36 340Z', '#a11618'),
      path('M580 290L490 270L486 330L584 340Z', '#a11618'),
      path('M34 420H586L580 500H40Z', dark),
    ].join(''),
  }),
  'car with its boot open': (_random, { main, dark }) => ({
    box: [1040, 600],
    foot: 4,
    body: [
      line('M170 240L120 20', { colour: '#222', width: 8 }),
      path('M205 232L70 30Q96 0 132 16L320 226Z', main),
      path('M190 214L96 60L126 46L290 220Z', '#54626b'),
      path('M130 450H900V530H130Z', '#15110f'),
      path(
        'M62 518C40 510 34 480 40 442L90 300C120 240 190 230 300 228L500 238C570 254 628 304 684 352C780 364 880 380 936 406C966 426 974 466 966 506C964 518 950 522 936 522L880 522A86 86 0 0 0 708 522L292 522A86 86 0 0 0 120 522Z',
        main,
      ),
      path('M66 440L110 300L180 262L196 420Z', '#1b1a1b'),
      path('M90 420L150 330L190 350L192 420Z', '#7d6a50'),
      path('M210 356L214 258L410 258C470 266 560 300 632 356Z', '#46525a'),
      line('M312 254C316 340 318 420 300 516M644 360C650 420 648 470 640 516', { colour: dark, width: 3 }),
      wheel(206, 516, 80),
      wheel(794, 516, 80),
    ].join(''),
  }),
  'dress of two colours': (_random, { main, other, dark }) => ({
    box: [440, 900],
    foot: null,
    body: [
      path('M150 20L180 16Q220 60 260 16L290 20L340 150L300 190L306 400H134L140 190L100 150Z', other),
      path('M134 396H306C330 560 380 720 420 860Q220 900 20 860C60 720 110 560 134 396Z', main),
      rect({ x: 130, y: 380, w: 180, h: 34 }, dark),
      folds(dark, 'M180 430C170 560 140 720 120 850', 'M250 430C262 560 300 720 320 850', 'M220 110V360'),
    ].join(''),
  }),
  'coat over trousers': (_random, { main, other, dark }) => ({
    box: [520, 1000],
    foot: 2,
    body: [
      path('M150 520H370L380 960H290L262 620L236 960H140Z', other),
      path('M136 950H244V996H110Q110 966 136 950ZM282 950H384Q412 966 412 996H282Z', '#2a2320'),
      path(
        'M180 120Q260 160 340 120L430 190L500 520L430 540L390 330L396 640H124L130 330L90 540L20 520L90 190Z',
        main,
      ),
      ellipse({ cx: 260, cy: 76, rx: 62, ry: 76 }, '#d9a684'),
      path('M196 80Q200 0 260 0Q322 0 324 80Q300 36 260 36Q220 36 196 80Z', '#3b2a1e'),
      folds(dark, 'M260 160V630', 'M160 340C150 420 160 520 150 620', 'M360 340C370 420 350 520 372 620'),
      ellipse({ cx: 36, cy: 540, rx: 30, ry: 34 }, '#d9a684'),
      ellipse({ cx: 484, cy: 540, rx: 30, ry: 34 }, '#d9a684'),
    ].join(''),
  }),
  'cat of two colours': (_random, { other }) => ({
    box: [640, 720],
    foot: 10,
    body: [
      path('M480 640C600 640 640 560 610 470Q600 440 580 450Q590 560 470 590Z', '#4a3a2c'),
      path('M160 700C120 520 170 330 320 310C470 330 520 520 480 700Z', '#5b4837'),
      path('M240 700C230 540 250 420 320 400C390 420 410 540 400 700Z', other),
      ellipse({ cx: 320, cy: 210, rx: 140, ry: 122 }, '#5b4837'),
      path('M200 160L196 30L290 104ZM440 160L444 30L350 104Z', '#4a3a2c'),
      ellipse({ cx: 320, cy: 256, rx: 62, ry: 50 }, other),
      ellipse({ cx: 268, cy: 196, rx: 22, ry: 18 }, '#c9b63e'),
      ellipse({ cx: 372, cy: 196, rx: 22, ry: 18 }, '#c9b63e'),
      ellipse({ cx: 268, cy: 196, rx: 7, ry: 17 }, '#111'),
      ellipse({ cx: 372, cy: 196, rx: 7, ry: 17 }, '#111'),
      path('M304 236H336L320 254Z', '#b0605a'),
      folds(
        '#2a2018',
        'M190 430C230 440 240 460 246 480',
        'M450 430C410 440 400 460 394 480',
        'M180 520L240 540',
      ),
    ].join(''),
  }),
  bicycle: (_random, { main }) => {
    const spokes = (x: number) =>
      Array.from({ length: 12 }, (_, n) => {
        const [s, c] = [Math.sin((n * Math.PI) / 6), Math.cos((n * Math.PI) / 6)];
        return `M${x} 400L${(x + 150 * c).toFixed(1)} ${(400 + 150 * s).toFixed(1)}`;
      }).join('');
    const tyre = (x: number) =>
      `<circle cx="${x}" cy="400" r="156" fill="none" stroke="#1b1b1c" stroke-width="16"/>` +
      `<circle cx="${x}" cy="400" r="144" fill="none" stroke="#b5b7b9" stroke-width="6"/>` +
      line(spokes(x), { colour: '#8d8f91', width: 3.5 });
    return {
      box: [940, 570],
      foot: 6,
      body: [
        tyre(180),
        tyre(760),
        line('M180 400L330 170L640 160L760 400M330 170L440 400L640 170M180 400H440', {
          colour: main,
          width: 17,
        }),
        line('M640 160L620 80L690 70', { colour: '#333', width: 12 }),
        line('M330 170L316 110', { colour: '#555', width: 10 }),
        path('M250 84Q320 70 390 100Q330 124 262 112Z', '#231f1d'),
        ellipse({ cx: 440, cy: 400, rx: 36, ry: 36 }, '#4b4c4e'),
        line('M440 400L480 470', { colour: '#333', width: 9 }),
      ].join(''),
    };
  },
  plant: (random, { main, dark }) => ({
    box: [620, 900],
    foot: 4,
    body: [
      ...Array.from({ length: 13 }, (_, n) => {
        const angle = -80 + n * 13.3 + between(random, -5, 5);
        const long = between(random, 300, 520);
        const wide = between(random, 16, 34);
        const green = pick(random, ['#2f6b34', '#3f8243', '#5a9a4a', '#24562c']);
        return group(
          `translate(310 620) rotate(${angle.toFixed(1)})`,
          path(`M0 0Q${-wide} ${-long * 0.6} 0 ${-long}Q${wide} ${-long * 0.6} 0 0Z`, green),
        );
      }),
      path('M180 610H440L410 890H210Z', main),
      rect({ x: 166, y: 590, w: 288, h: 50 }, dark),
    ].join(''),
  }),
  lamp: (_random, { main, dark }) => ({
    box: [360, 980],
    foot: 4,
    body: [
      rect({ x: 172, y: 240, w: 15, h: 700 }, dark),
      ellipse({ cx: 180, cy: 948, rx: 120, ry: 26 }, dark),
      path('M100 20H260L340 260H20Z', main),
      path('M100 20H180V260H20Z', '#fff', 'opacity=".18"'),
    ].join(''),
  }),
  'bag with a strap': (_random, { main, dark }) => ({
    box: [640, 740],
    foot: 6,
    body: [
      `<path d="M110 380C90 40 550 40 530 380" fill="none" stroke="${dark}" stroke-width="20"/>`,
      path(
        'M60 360H580Q606 360 610 400L626 690Q626 730 590 730H50Q14 730 14 690L30 400Q34 360 60 360Z',
        main,
      ),
      path('M30 400H610L614 470Q320 570 26 470Z', '#000', 'opacity=".18"'),
      rect({ x: 290, y: 490, w: 60, h: 60 }, '#c8a54a', 'rx="8"'),
    ].join(''),
  }),
  mug: (_random, { main, light }) => ({
    box: [560, 500],
    foot: 6,
    body: [
      `<path d="M400 130C540 110 560 350 390 360" fill="none" stroke="${main}" stroke-width="44"/>`,
      path('M40 50H420L390 470Q380 494 350 494H110Q80 494 70 470Z', main),
      ellipse({ cx: 230, cy: 52, rx: 190, ry: 44 }, light),
      ellipse({ cx: 230, cy: 58, rx: 168, ry: 34 }, '#3a2416'),
      path('M80 110L110 470H150L130 110Z', '#fff', 'opacity=".3"'),
    ].join(''),
  }),
  shoes: (_random, { main, light }) => {
    const shoe = path(
      'M20 250Q10 120 60 110Q110 150 160 110Q220 170 330 190Q420 206 424 270L420 300H24Z',
      main,
    );
    const sole = path('M16 280H428Q440 320 410 326H40Q10 326 16 280Z', light);
    const laces = line('M150 130L210 150M170 160L226 176M196 186L250 196', { colour: light, width: 9 });
    return {
      box: [640, 420],
      foot: 6,
      body: group('translate(180 0)', shoe, sole, laces) + group('translate(0 86)', shoe, sole, laces),
    };
  },
  chair: (_random, { main, dark }) => ({
    box: [500, 900],
    foot: 4,
    body: [
      line('M90 470L60 890M410 470L440 890M140 460L130 800M360 460L370 800', { colour: dark, width: 22 }),
      path('M100 20Q250 -10 400 20L420 400H80Z', main),
      path('M150 90H350V330H150Z', '#000', 'opacity=".14"'),
      path('M60 400H440L460 480H40Z', main),
      path('M40 478H460V500H40Z', dark),
    ].join(''),
  }),
  phone: (random, { dark }) => ({
    box: [360, 740],
    foot: null,
    body: [
      rect({ x: 10, y: 10, w: 340, h: 720 }, dark, 'rx="46"'),
      rect({ x: 28, y: 28, w: 304, h: 684 }, pick(random, ['#16324f', '#7a3b69', '#d9dde0']), 'rx="34"'),
      path('M28 400L332 120V500L28 700Z', '#fff', 'opacity=".16"'),
      rect({ x: 130, y: 44, w: 100, h: 22 }, '#0b0b0c', 'rx="11"'),
    ].join(''),
  }),
  box: (_random, { main, dark }) => ({
    box: [700, 560],
    foot: 6,
    body: [
      path('M20 150L420 210V550L20 450Z', main),
      path('M420 210L680 130V440L420 550Z', dark),
      path('M20 150L290 80L680 130L420 210Z', main),
      path('M20 150L290 80L680 130L420 210Z', '#fff', 'opacity=".25"'),
      path('M190 176L450 104L500 110L244 184Z', '#d8c391'),
    ].join(''),
  }),
  guitar: (_random, { main, dark }) => ({
    box: [400, 1040],
    foot: 4,
    body: [
      rect({ x: 178, y: 90, w: 44, h: 560 }, dark),
      path('M160 10H240L230 110H170Z', '#1f1712'),
      path(
        'M200 520C320 520 350 600 310 690C290 740 390 780 380 890C370 1010 290 1036 200 1036C110 1036 30 1010 20 890C10 780 110 740 90 690C50 600 80 520 200 520Z',
        main,
      ),
      ellipse({ cx: 200, cy: 730, rx: 58, ry: 58 }, '#1b120c'),
      rect({ x: 140, y: 890, w: 120, h: 22 }, '#2b1a10'),
      line('M188 60V890M200 60V890M212 60V890', { colour: '#d8d8d2', width: 2 }),
    ].join(''),
  }),
} satisfies Readonly<Record<string, Drawn>>;

export type ThingName = keyof typeof THINGS;
export const THING_NAMES = Object.keys(THINGS) as ThingName[];

export function drawThing(name: ThingName, random: Random, colours: Colours): Thing {
  return THINGS[name](random, colours);
}
