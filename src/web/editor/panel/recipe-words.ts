import { DEFAULT_PATTERN, KEPT_NAMES } from '#domain/batches/file-names.ts';
import { tidyLine } from '#domain/language/visible-text.ts';
import type { Background } from '#domain/recipes/background.ts';
import type { CutAway } from '#domain/recipes/crop-fit.ts';
import type { Size } from '#domain/recipes/geometry.ts';
import type { Badge } from '#domain/recipes/overlays.ts';
import type { PhotoOverrides } from '#domain/recipes/photo-overrides.ts';
import type { CropRatio, Light, Recipe, Sharpen } from '#domain/recipes/recipe.ts';
import { formatPercent, POSITION_WORDS } from '#web/shared/recipes/mark-words.ts';

/** Names of the recipe's options, and the summaries of closed rows. */
export const CROP_WORDS: Record<CropRatio, string> = {
  original: 'Întreagă',
  '4:3': '4:3',
  '3:2': '3:2',
  '1:1': 'Pătrat',
  '3:4': '3:4',
  '4:5': '4:5',
  '16:9': '16:9',
};

/** Describes the part that a ratio cuts off a photo (`cut`, null for nothing). `isOwn`: its frame was drawn by hand. */
export function cutWords(cut: CutAway | null, { crop, cropBy }: Recipe, isOwn: boolean): string {
  const shape = crop === '1:1' ? 'pătrat' : crop;
  if (cropBy === 'margins' && !isOwn)
    return `Fotografia rămâne întreagă; cât lipsește până la ${shape} e fond estompat. Unde publici cu altă formă, rămâne forma aceea.`;
  if (cut?.isByGround)
    return `Obiectul rămâne întreg: fundalul nou continuă în jurul lui până la ${shape}. Unde publici cu altă formă, rămâne forma aceea.`;
  if (cut === null) return isOwn ? 'Fotografia asta rămâne întreagă.' : `Fotografia are deja forma ${shape}.`;
  if (cut.object) return `În ${shape} obiectul nu încape întreg: se taie o parte din el.`;
  const cutAway = `${isOwn ? 'Cu cadrul tău s' : 'S'}e taie ${lostWords(cut.left)}`;
  return cut.object === false
    ? `Obiectul încape. ${cutAway}.`
    : `${cutAway}. Verifică să nu lipsească nimic.`;
}

/** Returns „11% din lățime”. */
export function lostWords({ width, height }: Size): string {
  return [
    ...(width < 0.995 ? [`${formatShare(1 - width)} din lățime`] : []),
    ...(height < 0.995 ? [`${formatShare(1 - height)} din înălțime`] : []),
  ].join(' și ');
}

function formatShare(share: number): string {
  return `${Math.max(1, Math.round(share * 100))}%`;
}

export const SHARPEN_WORDS: Record<Sharpen, string> = { off: 'Fără', soft: 'Fină', normal: 'Normală' };

export const BADGE_SHAPE_WORDS: Record<Badge['shape'], string> = {
  pill: 'Pastilă',
  bar: 'Bandă',
  corner: 'Colț',
};

export const BACKGROUND_WORDS: Record<Background['kind'], string> = {
  keep: 'Păstrat',
  white: 'Alb',
  colour: 'Culoare',
  gradient: 'Degradé',
  scene: 'Decor',
  photo: 'Poza mea',
  transparent: 'Transparent',
};

export function formatSigned(value: number): string {
  return value > 0 ? `+${value}` : String(value).replace('-', '−');
}

export function lightSummary(light: Light): string {
  const parts = [String(light.levels)];
  if (light.whiteBalance === 'careful') parts.push(light.sameForLot ? 'tentă pe lot' : 'tentă automată');
  if (light.noise === 'light') parts.push('fără zgomot');
  if (light.saturation !== 0) parts.push(`saturație ${formatSigned(light.saturation)}`);
  return parts.join(' · ');
}

/** Returns „1,2° la dreapta”, the angle by which a picture is turned. */
export function formatAngle(angle: number): string {
  if (angle === 0) return '0°';
  return `${Math.abs(angle).toFixed(1).replace('.', ',')}° la ${angle > 0 ? 'dreapta' : 'stânga'}`;
}

export function framingSummary(
  { crop, cropBy, rotate, sharpen }: Recipe,
  own: Pick<PhotoOverrides, 'rotate' | 'angle' | 'crop'>,
): string {
  const shape = CROP_WORDS[crop].toLowerCase();
  const parts = [own.crop === null ? shape : 'tăiată'];
  if (own.crop === null && crop !== 'original' && cropBy === 'margins') parts[0] = `${shape}, cu fond`;
  const turn = own.rotate ?? rotate;
  if (turn !== 0) parts.push(`rotită ${turn}°`);
  if (own.angle !== null && own.angle !== 0) parts.push(formatAngle(own.angle));
  if (sharpen !== 'off') parts.push(`claritate ${SHARPEN_WORDS[sharpen].toLowerCase()}`);
  return parts.join(' · ');
}

/** Describes the effect of one balance (gains R, G, B) for all photos, or why there is none. */
export function batchBalanceWords(balance: readonly [number, number, number] | null): string {
  if (balance === null) return 'Pozele nu arată o tentă comună; culorile rămân cum sunt.';
  const [red, , blue] = balance;
  const how = red < blue ? 'gălbuie' : 'albăstruie';
  return `Lumina lotului e ${how}; toate pozele se corectează la fel.`;
}

export function watermarkSummary({ watermark }: Recipe): string {
  if (watermark === null) return 'fără';
  const mark = watermark.kind === 'logo' ? 'siglă' : `„${tidyLine(watermark.text) || '…'}”`;
  return `${mark} · ${POSITION_WORDS[watermark.position]}`;
}

export function badgeSummary({ badge, frame }: Pick<Recipe, 'badge' | 'frame'>): string {
  const parts = badge === null ? [] : [`„${tidyLine(badge.text) || '…'}”`];
  if (frame !== null) parts.push(`ramă ${formatPercent(frame.width)}`);
  return parts.join(' · ') || 'fără';
}

/** Returns „cum au venit”, the summary of the files' names. */
export function namesSummary(pattern: string): string {
  if (pattern === KEPT_NAMES) return 'cum au venit';
  return pattern === DEFAULT_PATTERN ? 'lot și număr' : pattern;
}
