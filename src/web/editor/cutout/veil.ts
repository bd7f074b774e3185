import type { Stroke } from '#domain/recipes/cutout.ts';
import type { Size } from '#domain/recipes/geometry.ts';

/** A mask as the browser paints it: opaque where the object is. */
export type MaskPicture = HTMLCanvasElement;

const VEIL = 'rgb(28 20 14 / 0.62)';
const LINES = 'rgb(255 250 240 / 0.65)';
const LINE_EVERY = 9;

export async function fetchMask(url: string): Promise<MaskPicture> {
  const response = await fetch(url, { credentials: 'same-origin' });
  if (response.status !== 200) throw new Error(`mask ${response.status}`);
  const picture = await createImageBitmap(await response.blob());
  const canvas = document.createElement('canvas');
  canvas.width = picture.width;
  canvas.height = picture.height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) return canvas;
  context.drawImage(picture, 0, 0);
  const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
  for (let i = 0; i < pixels.data.length; i += 4) pixels.data[i + 3] = pixels.data[i] as number;
  context.putImageData(pixels, 0, 0);
  return canvas;
}

interface Veil {
  readonly mask: MaskPicture | null;
  readonly strokes: readonly Stroke[];
}

/** Paints the rest dimmed and hatched, the object clear, and strokes that the mask does not know yet in the same way. */
export function paintVeil(canvas: HTMLCanvasElement, size: Size, { mask, strokes }: Veil): void {
  const ratio = Math.min(2, window.devicePixelRatio);
  const [width, height] = [Math.round(size.width * ratio), Math.round(size.height * ratio)];
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.globalCompositeOperation = 'source-over';
  context.clearRect(0, 0, width, height);
  if (mask === null) return;
  const veil = veilPattern(context, ratio);
  context.fillStyle = veil;
  context.fillRect(0, 0, width, height);
  context.globalCompositeOperation = 'destination-out';
  context.drawImage(mask, 0, 0, width, height);
  for (const stroke of strokes) {
    context.globalCompositeOperation = 'destination-out';
    drawStroke(context, stroke, { width, height, paint: '#000' });
    if (stroke.kind === 'keep') continue;
    context.globalCompositeOperation = 'source-over';
    drawStroke(context, stroke, { width, height, paint: veil });
  }
}

function drawStroke(
  context: CanvasRenderingContext2D,
  { points, radius }: Stroke,
  { width, height, paint }: Size & { readonly paint: string | CanvasPattern },
): void {
  context.strokeStyle = paint;
  context.lineWidth = Math.max(2, 2 * radius * Math.max(width, height));
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.beginPath();
  points.forEach(({ x, y }, i) => {
    if (i === 0) context.moveTo(x * width, y * height);
    context.lineTo(x * width, y * height);
  });
  context.stroke();
}

function veilPattern(context: CanvasRenderingContext2D, ratio: number): string | CanvasPattern {
  const tile = document.createElement('canvas');
  const side = Math.round(LINE_EVERY * ratio);
  Object.assign(tile, { width: side, height: side });
  const pen = tile.getContext('2d');
  if (pen === null) return VEIL;
  pen.fillStyle = VEIL;
  pen.fillRect(0, 0, side, side);
  pen.strokeStyle = LINES;
  pen.lineWidth = ratio;
  for (const shift of [-side, 0, side]) {
    pen.beginPath();
    pen.moveTo(shift, side);
    pen.lineTo(shift + side, 0);
    pen.stroke();
  }
  return context.createPattern(tile, 'repeat') ?? VEIL;
}

/** True when the place is on the object, as the shown mask has it. */
export function isObjectAt(mask: MaskPicture | null, { x, y }: { x: number; y: number }): boolean {
  const context = mask?.getContext('2d', { willReadFrequently: true });
  if (!mask || !context) return false;
  const at = (share: number, side: number) => Math.min(side - 1, Math.floor(share * side));
  return (context.getImageData(at(x, mask.width), at(y, mask.height), 1, 1).data[3] ?? 0) > 127;
}
