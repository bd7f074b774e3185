/** A board of written lines, the words on it and its colours. */
import { type Dice, pickRandom, randomBetween } from '#imaging/fixtures/scenery.ts';
import type { Drawn } from './plate-svg.ts';

export const WORDS =
  'FARMACIE REDUCERI DESCHIS PARCARE ALIMENTARA COVRIGI STOP PRIMARIA AMANET FLORI HOTEL MAGAZIN PATISERIE COAFOR ADIDAS SAMSUNG CASIO BOSCH MAKITA VODAFONE ORANGE KAUFLAND BRUTARIA CAFENEA BAZAR OPTICA DENTIST NOTAR EXCHANGE POLITIA SCOALA MUZEUL TEATRU RESTAURANT PIZZA KEBAB SALE OPEN EXIT PULL LEVIS NIRVANA CHICAGO BROOKLYN VINTAGE ORIGINAL'.split(
    ' ',
  );
export const LOWER =
  'lapte proaspat din gospodarie cafea boabe lemn masiv stare buna telefon nou cutie originala garantie livrare rapida pret negociabil bucata marime culoare'.split(
    ' ',
  );
const INKS = ['#161616', '#b3151c', '#123d84', '#1c6a3a', '#f2f2f0', '#ffffff', '#f0c81e', '#5a3a20'];
const GROUNDS = [
  '#f4f4f0',
  '#ffffff',
  '#efe6d0',
  '#c9161d',
  '#0f4a96',
  '#1a1a1c',
  '#f2c71a',
  '#1d6e3f',
  '#d8d8d4',
  '#e4d8c0',
];

export function colours(dice: Dice): readonly [string, string] {
  for (;;) {
    const [ground, ink] = [pickRandom(dice, GROUNDS), pickRandom(dice, INKS)];
    const light = (colour: string) => Number.parseInt(colour.slice(3, 5), 16);
    if (Math.abs(light(ground) - light(ink)) > 90) return [ground, ink];
  }
}

export const words = (dice: Dice, count: number, from = WORDS) =>
  Array.from({ length: count }, () => pickRandom(dice, from)).join(' ');
export const digits = (dice: Dice, count: number) =>
  Array.from({ length: count }, () => Math.floor(dice() * 10)).join('');

interface Line {
  readonly text: string;
  readonly size: number;
  readonly ink: string;
  readonly font: string;
  readonly spacing?: number;
}

/** Lines under one another on a board of their own size. */
export function board(
  dice: Dice,
  lines: readonly Line[],
  { ground, margin }: { ground: string; margin: number },
): Drawn {
  const inner = Math.max(
    ...lines.map(({ text, size, spacing = 0 }) => text.length * (size * 0.66 + spacing)),
  );
  let y = margin;
  const texts = lines.map(({ text, size, ink, font, spacing = 0 }) => {
    y += size;
    const drawn = `<text x="${margin}" y="${y}" font-size="${size}" font-family="${font}" font-weight="${pickRandom(dice, [400, 700])}" letter-spacing="${spacing}" fill="${ink}">${text}</text>`;
    y += size * 0.35;
    return drawn;
  });
  const [width, height] = [inner + 2 * margin, y + margin * 0.8];
  const rim =
    dice() < 0.4
      ? `<rect x="4" y="4" width="${width - 8}" height="${height - 8}" fill="none" stroke="${lines[0]?.ink}" stroke-width="4"/>`
      : '';
  return {
    svg: `<rect width="${width}" height="${height}" rx="${randomBetween(dice, 0, 14)}" fill="${ground}"/>${rim}${texts.join('')}`,
    width,
    height,
  };
}
