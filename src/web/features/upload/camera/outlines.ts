/** Outlines of the shots, in a field of 400 × 300: where the thing stands in the picture. */
type Size = readonly [number, number];

const circle = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
const oval = (x: number, y: number, [a, b]: Size) =>
  `M${x - a} ${y}a${a} ${b} 0 1 0 ${2 * a} 0a${a} ${b} 0 1 0 ${-2 * a} 0`;
const box = (x: number, y: number, [w, h]: Size) => `M${x} ${y}h${w}v${h}h${-w}z`;

const CAR_SIDE = `M78 215H42v-42q4-16 52-22l42-42q10-10 28-10h78q18 0 30 12l38 40q48 4 54 22v42h-42M258 215H142M148 150l26-34h68l30 34z${circle(110, 215, 31)}${circle(290, 215, 31)}`;
/** The same for a mirrored x: the front looks to the left. */
const CAR_SIDE_LEFT = `M322 215h36v-42q-4-16-52-22l-42-42q-10-10-28-10h-78q-18 0-30 12l-38 40q-48 4-54 22v42h42M142 215h116M252 150l-26-34h-68l-30 34z${circle(290, 215, 31)}${circle(110, 215, 31)}`;
const CAR_END =
  'M105 225v-60q2-16 18-22l20-44q5-10 22-10h70q17 0 22 10l20 44q16 6 18 22v60zM142 141l16-36h84l16 36zM118 225v18h28v-18M254 225v18h28v-18';
const CAR_CORNER = `M45 215v-50q2-16 18-20h92q14 4 16 20l4 55zM72 145l28-44q6-8 20-8h145q16 0 30 14l36 40q20 4 24 22l-4 32-22 4M171 165l160-18M175 220l20-2M240 214l64-8M152 145l22-42${oval(217, 214, [20, 30])}${oval(328, 202, [18, 27])}`;
const MAGNIFIER = `${circle(185, 135, 72)}M237 187l58 58`;
const CLOTH = `${box(90, 50, [220, 200])}M90 110q55-30 110 0t110 0M90 160q55-30 110 0t110 0M90 210q55-30 110 0t110 0`;
const SHIRT = 'L322 92l-24 54-30-14v118H132V132l-30 14-24-54z';
const SHOE = 'M70 215v-80q0-16 18-16 26 26 62 6l60 44q70 12 110 22 14 6 12 24zM70 215v16h262v-16';
const SOLE = 'M120 150q-8-50 40-54 40-2 70 22 40 26 78 18 26 4 26 36-2 32-46 34-50 4-90-10-70-2-78-46z';
const SLAB = 'M165 30h70q15 0 15 15v210q0 15-15 15h-70q-15 0-15-15V45q0-15 15-15z';

const OUTLINES: Readonly<Record<string, string>> = {
  'car-front-left': `${CAR_CORNER}${circle(66, 172, 9)}${circle(150, 174, 9)}`,
  'car-front': `${CAR_END}${circle(130, 172, 11)}${circle(270, 172, 11)}${box(170, 190, [60, 15])}`,
  'car-right': CAR_SIDE,
  'car-rear-right': `${CAR_CORNER}${box(52, 162, [16, 20])}${box(146, 164, [16, 20])}${box(85, 184, [46, 13])}`,
  'car-rear': `${CAR_END}${box(112, 160, [26, 18])}${box(262, 160, [26, 18])}${box(168, 172, [64, 15])}`,
  'car-left': CAR_SIDE_LEFT,
  'car-dashboard': `M25 130q175-60 350 0v60q-60 20-110 20v60M25 130v60${circle(125, 185, 62)}${circle(125, 185, 16)}M63 185h46M141 185h46M125 201v46${box(215, 128, [84, 50])}`,
  'car-front-seats':
    'M85 260v-50l-8-90q0-22 22-22h50q22 0 22 22l-8 90v50zM229 260v-50l-8-90q0-22 22-22h50q22 0 22 22l-8 90v50zM104 98V68h42v30M248 98V68h42v30',
  'car-rear-seats':
    'M50 250V120q0-24 24-24h252q24 0 24 24v130zM50 200h300M150 96v104M250 96v104M84 96V70h36v26M182 96V70h36v26M280 96V70h36v26',
  'car-boot': 'M75 95q125-40 250 0l28 130H47zM95 110q105-30 210 0l18 90H77zM47 225v25h306v-25',
  'car-mileage': `${circle(120, 150, 68)}${circle(280, 150, 68)}M120 150l-34-34M280 150l34-34${box(172, 190, [56, 26])}`,
  'car-engine': `M60 80q140-40 280 0l14 160H46z${box(130, 115, [130, 70])}${box(275, 120, [46, 50])}${circle(95, 150, 24)}M130 140h130M130 162h130`,
  'clothes-front': `M150 52q50 44 100 0${SHIRT}L150 52`,
  'clothes-back': `M150 52q50 14 100 0${SHIRT}L150 52`,
  'clothes-label': `${box(140, 80, [120, 140])}M140 80q60-40 120 0M165 120h70M165 150h70M165 180h44`,
  'clothes-fabric': CLOTH,
  'clothes-wear': MAGNIFIER,
  'shoes-pair':
    'M95 250q-20-70-6-140 10-62 50-62t46 62q4 70-10 140-40 22-80 0zM225 250q-14-70-10-140 6-62 46-62t50 62q14 70-6 140-40 22-80 0z',
  'shoes-side': SHOE,
  'shoes-toe': 'M120 240v-50q0-90 80-90t80 90v50zM120 205q80 40 160 0M165 110q35 26 70 0',
  'shoes-heel': 'M140 240V110q0-40 60-40t60 40v130zM140 215h120M200 70v60',
  'shoes-sole': SOLE,
  'shoes-size': `${box(120, 90, [160, 120])}M150 130h100M150 165h60`,
  'phone-screen': `${SLAB}M158 55h84v190h-84z`,
  'phone-back': `${SLAB}M160 42h36v44h-36z${circle(178, 54, 7)}${circle(178, 74, 7)}`,
  'phone-left': `${box(188, 30, [24, 240])}M188 80h-5v36h5M188 128h-5v36h5`,
  'phone-right': `${box(188, 30, [24, 240])}M212 100h5v44h-5`,
  'phone-scratches': `${SLAB}${circle(200, 150, 34)}M224 174l22 22`,
  'phone-box': `${box(70, 80, [130, 150])}M235 110h60v44h-60zM250 110V96M280 110V96M265 154v26q0 30 34 30t34 30`,
  'furniture-front': `${box(80, 60, [240, 160])}M200 60v160M100 220v26M300 220v26${circle(188, 140, 4)}${circle(212, 140, 4)}`,
  'furniture-corner':
    'M70 85l120 25v150L70 220zM190 110l140-35v140l-140 45M70 85l140-30 120 20M70 220v18M330 215v18M190 260v14',
  'furniture-side': `${box(130, 60, [140, 160])}M148 220v26M252 220v26`,
  'furniture-material': CLOTH,
  'furniture-wear': MAGNIFIER,
};

/** Returns the path of a shot's outline; own shots have none. */
export function findOutline(key: string): string | null {
  return OUTLINES[key] ?? null;
}
