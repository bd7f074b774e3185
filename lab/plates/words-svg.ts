/** Things with writing that are no plates: signs, books, labels, prices, screens, keys, shirts, street names. */
import { type Dice, pickRandom, randomBetween } from '#imaging/fixtures/scenery.ts';
import { board, colours, digits, LOWER, WORDS, words } from './board-svg.ts';
import type { Drawn } from './plate-svg.ts';

export const WRITING = [
  'sign',
  'book',
  'label',
  'price',
  'screen',
  'keyboard',
  'shirt',
  'street name',
  'shop front',
  'date',
  'serial',
  'poster',
  'box',
  'lettering',
] as const;
type Writing = (typeof WRITING)[number];

export function writingSvg(dice: Dice, kind: Writing, fonts: readonly string[]): Drawn {
  return KINDS[kind](dice, fonts);
}

const KINDS: Readonly<Record<Writing, (dice: Dice, fonts: readonly string[]) => Drawn>> = {
  sign: (dice, fonts) => {
    const [ground, ink] = colours(dice);
    const line = {
      text: words(dice, pickRandom(dice, [1, 1, 2])),
      size: 80,
      ink,
      font: pickRandom(dice, fonts),
      spacing: randomBetween(dice, 0, 14),
    };
    return board(dice, [line], { ground, margin: randomBetween(dice, 12, 60) });
  },
  book: (dice, fonts) => {
    const [ground, ink] = colours(dice);
    const font = pickRandom(dice, fonts);
    const lines = Array.from({ length: 4 }, () => ({
      text: words(dice, 1),
      size: randomBetween(dice, 40, 90),
      ink,
      font,
    }));
    return board(dice, lines, { ground, margin: 60 });
  },
  label: (dice, fonts) => {
    const font = pickRandom(dice, fonts);
    const lines = Array.from({ length: 7 }, (_, n) => ({
      text:
        n === 0
          ? words(dice, 1)
          : dice() < 0.5
            ? words(dice, 3, LOWER)
            : `${words(dice, 1)} ${digits(dice, 3)} g`,
      size: n === 0 ? 70 : randomBetween(dice, 24, 36),
      ink: '#1a1a1a',
      font,
    }));
    return board(dice, lines, { ground: pickRandom(dice, ['#fff', '#f1ead8', '#f4d23c']), margin: 30 });
  },
  price: (dice, fonts) => {
    const [ground, ink] = colours(dice);
    const price = `${digits(dice, pickRandom(dice, [2, 3]))},${digits(dice, 2)}`;
    const lines = [
      { text: words(dice, 2, LOWER), size: 34, ink, font: pickRandom(dice, fonts) },
      {
        text: pickRandom(dice, [`${price} LEI`, `${price} lei`, `${digits(dice, 4)} €`, price]),
        size: 90,
        ink,
        font: pickRandom(dice, fonts),
      },
    ];
    return board(dice, dice() < 0.5 ? lines : lines.slice(1), { ground, margin: 30 });
  },
  screen: (dice, fonts) => {
    const [ground, ink] = dice() < 0.5 ? ['#f7f7f8', '#22252a'] : ['#16181c', '#d8dade'];
    const lines = Array.from({ length: 12 }, () => ({
      text: words(dice, 5, dice() < 0.2 ? WORDS : LOWER),
      size: 30,
      ink,
      font: pickRandom(dice, fonts),
    }));
    return board(dice, lines, { ground, margin: 50 });
  },
  keyboard: (dice) => {
    const [cap, ink] = dice() < 0.7 ? ['#2a2a2c', '#e0e0e0'] : ['#e8e8e6', '#333'];
    const rows = ['1234567890', 'QWERTYUIOP', 'ASDFGHJKL', 'ZXCVBNM'].map((row, y) =>
      [...row]
        .map(
          (c, x) =>
            `<rect x="${30 + x * 84 + y * 20}" y="${30 + y * 84}" width="74" height="74" rx="8" fill="${cap}"/><text x="${50 + x * 84 + y * 20}" y="${78 + y * 84}" font-size="36" font-family="Liberation Sans" fill="${ink}">${c}</text>`,
        )
        .join(''),
    );
    return {
      svg: `<rect width="960" height="400" rx="16" fill="${pickRandom(dice, ['#0e0e10', '#b9bbbe'])}"/>${rows.join('')}`,
      width: 960,
      height: 400,
    };
  },
  shirt: (dice, fonts) => {
    const [ground, ink] = colours(dice);
    const font = pickRandom(dice, fonts);
    const lines = [
      { text: words(dice, 1), size: 90, ink, font },
      {
        text: pickRandom(dice, [`19${digits(dice, 2)}`, words(dice, 1), `${digits(dice, 2)}`]),
        size: randomBetween(dice, 50, 110),
        ink,
        font,
      },
    ];
    const { svg } = board(dice, lines, { ground, margin: 0 });
    return {
      svg: `<rect width="1100" height="1200" rx="120" fill="${ground}"/><g transform="translate(260 300)">${svg}</g>`,
      width: 1100,
      height: 1200,
    };
  },
  'street name': (dice, fonts) => {
    const [ground, ink] = pickRandom(dice, [
      ['#0f3f94', '#fff'],
      ['#f4f4f2', '#161616'],
      ['#1c6a3a', '#fff'],
      ['#f2d022', '#161616'],
    ] as const);
    return board(
      dice,
      [
        {
          text: `${pickRandom(dice, ['Str.', 'STR.', 'Bd.'])} ${words(dice, 1)} ${digits(dice, pickRandom(dice, [1, 2]))}`,
          size: 64,
          ink,
          font: pickRandom(dice, fonts),
        },
      ],
      { ground, margin: 24 },
    );
  },
  'shop front': (dice, fonts) => {
    const parts = Array.from({ length: 7 }, () => {
      const [ground, ink] = colours(dice);
      const { svg } = board(
        dice,
        [{ text: words(dice, 1), size: randomBetween(dice, 30, 80), ink, font: pickRandom(dice, fonts) }],
        { ground, margin: 14 },
      );
      return `<g transform="translate(${randomBetween(dice, 0, 900)} ${randomBetween(dice, 0, 700)})">${svg}</g>`;
    });
    return {
      svg: `<rect width="1500" height="900" fill="#8a8680"/>${parts.join('')}`,
      width: 1500,
      height: 900,
    };
  },
  date: (dice, fonts) => {
    const [ground, ink] = colours(dice);
    const text = pickRandom(dice, [
      `${digits(dice, 2)}.0${digits(dice, 1)}.20${digits(dice, 2)}`,
      `12:${digits(dice, 2)}`,
      `07${digits(dice, 2)} ${digits(dice, 3)} ${digits(dice, 3)}`,
      `${digits(dice, 2)} IUNIE 20${digits(dice, 2)}`,
    ]);
    return board(dice, [{ text, size: 80, ink, font: pickRandom(dice, fonts) }], {
      ground,
      margin: randomBetween(dice, 14, 40),
    });
  },
  serial: (dice, fonts) => {
    const text = pickRandom(dice, [
      `WH-${digits(dice, 4)}XM${digits(dice, 1)}`,
      `SN ${digits(dice, 3)}F${digits(dice, 3)}A`,
      `MSKU ${digits(dice, 6)} ${digits(dice, 1)}`,
      `ISO ${digits(dice, 4)}`,
      `GALAXY S${digits(dice, 2)}`,
    ]);
    const lines = [
      { text, size: 60, ink: '#1a1a1a', font: pickRandom(dice, fonts) },
      { text: words(dice, 4, LOWER), size: 30, ink: '#1a1a1a', font: pickRandom(dice, fonts) },
    ];
    return board(dice, lines, { ground: pickRandom(dice, ['#fff', '#e9e4d8', '#d0d2d4']), margin: 30 });
  },
  /** A saying in a frame on a wall. */
  poster: (dice, fonts) => {
    const [ground, ink] = pickRandom(dice, [
      ['#f4f2ec', '#1a1a1a'],
      ['#f8f8f6', '#2a2a2c'],
      ['#1b1b1d', '#f2f0ea'],
      ['#d9c7a8', '#3a2a1c'],
    ] as const);
    const text = pickRandom(dice, [
      'HOME',
      'LOVE',
      'KITCHEN',
      'COFFEE',
      'FAMILY',
      'BATH',
      'HELLO',
      'PARIS',
      'ACASA',
    ]);
    const { svg, width, height } = board(
      dice,
      [{ text, size: 90, ink, font: pickRandom(dice, fonts), spacing: randomBetween(dice, 0, 16) }],
      { ground, margin: randomBetween(dice, 14, 60) },
    );
    const rim = randomBetween(dice, 6, 22);
    const wood = pickRandom(dice, ['#141414', '#7a5a3a', '#f4f4f2', '#b9bbbe']);
    return {
      svg: `<rect width="${width + 2 * rim}" height="${height + 2 * rim}" fill="${wood}"/><g transform="translate(${rim} ${rim})">${svg}</g>`,
      width: width + 2 * rim,
      height: height + 2 * rim,
    };
  },
  /** A brand on a carton, with a strip of its colour. */
  box: (dice, fonts) => {
    const [ground, ink] = colours(dice);
    const { svg } = board(
      dice,
      [
        {
          text: words(dice, 1),
          size: 90,
          ink,
          font: pickRandom(dice, fonts),
          spacing: randomBetween(dice, 0, 10),
        },
      ],
      { ground: pickRandom(dice, [ground, '#f4f4f0']), margin: randomBetween(dice, 14, 40) },
    );
    return {
      svg: `<rect width="1000" height="620" rx="6" fill="${pickRandom(dice, ['#b98d5c', ground, '#e9e6df'])}"/><rect y="${randomBetween(dice, 380, 520)}" width="1000" height="60" fill="${ink}"/><g transform="translate(160 120)">${svg}</g>`,
      width: 1000,
      height: 620,
    };
  },
  /** A trade's or a maker's name on a vehicle's paint, without any edge around it. */
  lettering: (dice, fonts) => {
    const [ground, ink] = colours(dice);
    const text = pickRandom(dice, [
      'MERCEDES',
      'RANGE ROVER',
      'TRANSPORT',
      'TOYOTA',
      'INSTALATII',
      'DACIA',
      'MUSTANG',
      'SKODA',
      'FRAGIL',
      'TAXI',
    ]);
    const size = randomBetween(dice, 40, 110);
    return {
      svg: `<rect width="1100" height="700" rx="80" fill="${ground}"/><path d="M40 ${randomBetween(dice, 400, 520)}h1020" stroke="${ink}" stroke-width="${randomBetween(dice, 2, 8)}" opacity="0.5"/><text x="550" y="300" text-anchor="middle" font-size="${size}" letter-spacing="${randomBetween(dice, 0, 20)}" font-family="${pickRandom(dice, fonts)}" font-weight="700" fill="${ink}">${text}</text>`,
      width: 1100,
      height: 700,
    };
  },
};
