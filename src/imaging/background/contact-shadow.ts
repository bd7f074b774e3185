/**
 * The shadow that sets an object down on its new ground: a soft pool around its foot and a darker line where it touches. Made small and
 * enlarged, so that it is the same at every size.
 */
import { blurPlane } from '#imaging/pixels/blur.ts';
import type { Raw } from '#imaging/pixels/raw.ts';
import { sharp } from '#imaging/read/hardened-sharp.ts';
import { groundUnder, roundedEnds } from './ground-line.ts';

const SIDE = 256;
/** Shares of the object's height: how far above its lowest point it can still stand, and from how far its body darkens the ground. */
const FOOT = 0.3;
const OVER = 0.45;
/** Reach of the dark behind the line that it stands on, and before it. */
const BEHIND = 0.12;
const BEFORE = 0.025;
const SOFT = 0.05;
/** Share of the object's height above the line that it stands on where nothing of the shadow is left. */
export const SHADOW_ABOVE = BEHIND + 3 * SOFT;
/** Nearer than that to the ground it touches it. */
const TOUCH = 0.02;
const POOL = 0.8;
const LINE = 0.85;
/** Share of the picture's height over which it fades at the end. */
const FADE = 0.06;

/** Darkness 0–255 per pixel of a picture whose alpha is the object's; null when it would show nothing. */
export async function contactShadow(object: Raw): Promise<Uint8Array | null> {
  const { width, height } = object;
  const scale = SIDE / Math.max(width, height);
  const size = {
    width: Math.max(8, Math.round(width * scale)),
    height: Math.max(8, Math.round(height * scale)),
  };
  const alpha = await sharp(object.data, { raw: { width, height, channels: 4 } })
    .extractChannel(3)
    .resize(size.width, size.height, { fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer();
  const drawn = drawShadow(alpha, size.width, size.height);
  if (drawn === null) return null;
  return sharp(drawn, { raw: { ...size, channels: 1 } })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .extractChannel(0)
    .raw()
    .toBuffer();
}

/** `alpha`: the small mask. */
function drawShadow(alpha: Uint8Array, width: number, height: number): Uint8Array | null {
  const foot = new Int32Array(width).fill(-1);
  let top = height;
  for (let i = 0; i < alpha.length; i++) {
    if (alpha[i] <= 127) continue;
    foot[i % width] = Math.floor(i / width);
    top = Math.min(top, Math.floor(i / width));
  }
  const bottom = foot.reduce((a, b) => Math.max(a, b));
  const tall = bottom - top + 1;
  if (bottom < 0 || bottom >= height - 1) return null;
  const ground = groundUnder(foot, Math.max(1, TOUCH * tall));
  const depth = roundedEnds(
    ground,
    foot.findIndex((y) => y >= 0),
    foot.findLastIndex((y) => y >= 0) + 1,
  );
  const [pool, line] = [new Float32Array(alpha.length), new Float32Array(alpha.length)];
  for (let x = 0; x < width; x++) {
    const [y, stands] = [foot[x], ground.rows[x]];
    if (y < 0) continue;
    const near = Math.max(0, 1 - (bottom - stands) / (FOOT * tall));
    const under = Math.max(0, 1 - (stands - y) / (OVER * tall));
    // Behind the line it lies beneath the object too: blurred, it would else be pale just where the object ends.
    drawColumn(pool, x, {
      from: stands - BEHIND * tall,
      to: y + (stands + Math.max(1, BEFORE * tall) - y) * Math.sqrt(depth(x)),
      value: Math.sqrt(near) * under,
    });
    if (stands - y <= Math.max(1, TOUCH * tall))
      drawColumn(line, x, { from: y - 0.03 * tall, to: y + 1, value: near });
  }
  const [soft, hard] = [
    blurPlane(pool, { width, height }, SOFT * tall),
    blurPlane(line, { width, height }, Math.max(0.8, 0.012 * tall)),
  ];
  // It ends with the photo, and never in a line.
  const fade = (i: number) => Math.min(1, (height - 1 - Math.floor(i / width)) / Math.max(1, FADE * height));
  return Uint8Array.from(soft, (value, i) =>
    Math.min(255, Math.round(255 * fade(i) * (1 - (1 - POOL * value) * (1 - LINE * hard[i])))),
  );

  function drawColumn(
    plane: Float32Array,
    x: number,
    { from, to, value }: { from: number; to: number; value: number },
  ) {
    for (let row = Math.max(0, Math.round(from)); row <= Math.min(height - 1, Math.round(to)); row++)
      plane[row * width + x] = Math.max(plane[row * width + x], value);
  }
}
