/**
 * The shadow that sets an object down on its new ground: a soft pool around its foot and a darker line where it touches. Made small and
 * enlarged, so that it is the same at every size.
 */
import type { Raw, Size } from '#imaging/pixels/raw.ts';
import { sharp } from '#imaging/read/hardened-sharp.ts';

const SIDE = 256;
/** Shares of the object's height: how far above its lowest point it can still stand, and from how far its body darkens the ground. */
const FOOT = 0.3;
const OVER = 0.45;
/** Reach of the dark behind the line that it stands on, and before it. */
const BEHIND = 0.12;
const BEFORE = 0.025;
/** Nearer than that to the ground it touches it. */
const TOUCH = 0.02;
/** A slope above which a part hangs over the ground (a bumper, a sleeve), unless its edge lies there all along. */
const STEEP = 0.3;
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
  const [pool, line] = [new Float32Array(alpha.length), new Float32Array(alpha.length)];
  for (let x = 0; x < width; x++) {
    const [y, stands] = [foot[x], ground[x]];
    if (y < 0) continue;
    const near = Math.max(0, 1 - (bottom - stands) / (FOOT * tall));
    const under = Math.max(0, 1 - (stands - y) / (OVER * tall));
    // Behind the line it lies beneath the object too: blurred, it would else be pale just where the object ends.
    draw(pool, x, {
      from: stands - BEHIND * tall,
      to: stands + Math.max(1, BEFORE * tall),
      value: Math.sqrt(near) * under,
    });
    if (stands - y <= Math.max(1, TOUCH * tall))
      draw(line, x, { from: y - 0.03 * tall, to: y + 1, value: near });
  }
  const [soft, hard] = [
    blurred(pool, { width, height }, 0.05 * tall),
    blurred(line, { width, height }, Math.max(0.8, 0.012 * tall)),
  ];
  // It ends with the photo, and never in a line.
  const fade = (i: number) => Math.min(1, (height - 1 - Math.floor(i / width)) / Math.max(1, FADE * height));
  return Uint8Array.from(soft, (value, i) =>
    Math.min(255, Math.round(255 * fade(i) * (1 - (1 - POOL * value) * (1 - LINE * hard[i])))),
  );

  function draw(
    plane: Float32Array,
    x: number,
    { from, to, value }: { from: number; to: number; value: number },
  ) {
    for (let row = Math.max(0, Math.round(from)); row <= Math.min(height - 1, Math.round(to)); row++)
      plane[row * width + x] = Math.max(plane[row * width + x], value);
  }
}

/** Row of the ground under each column: stretched from one lowest point to the next, level beyond the outermost that it stands on. */
function groundUnder(foot: Int32Array, touch: number): Float32Array {
  const y = (x: number) => foot[x];
  const along = (from: number, to: number, x: number) =>
    y(from) + ((x - from) * (y(to) - y(from))) / (to - from);
  const isGround = (from: number, to: number) => {
    if (Math.abs(y(to) - y(from)) <= STEEP * (to - from)) return true;
    for (let x = from + 1; x < to; x++) if (along(from, to, x) - y(x) > touch) return false;
    return true;
  };
  const stands = hullOf(foot);
  while (stands.length > 1 && y(stands[0]) < y(stands[1])) {
    if (isGround(stands[0], stands[1])) break;
    stands.shift();
  }
  while (stands.length > 1 && y(stands.at(-1) as number) < y(stands.at(-2) as number)) {
    if (isGround(stands.at(-2) as number, stands.at(-1) as number)) break;
    stands.pop();
  }
  const [first, last] = [stands[0], stands.at(-1) as number];
  return Float32Array.from(foot, (_, x) => {
    if (x <= first) return y(first);
    if (x >= last) return y(last);
    const next = stands.findIndex((at) => at >= x);
    return along(stands[next - 1], stands[next], x);
  });
}

/** Columns of the corners of a band pulled tight under the feet, from left to right. */
function hullOf(foot: Int32Array): number[] {
  const rise = (from: number, to: number) => (foot[to] - foot[from]) / (to - from);
  const hull: number[] = [];
  for (let x = 0; x < foot.length; x++) {
    if (foot[x] < 0) continue;
    for (let last = hull.at(-1); last !== undefined && hull.length > 1; last = hull.at(-1)) {
      const before = hull.at(-2) as number;
      if (rise(before, x) < rise(before, last)) break;
      hull.pop();
    }
    hull.push(x);
  }
  return hull;
}

/** Three box blurs are nearly a Gaussian. */
function blurred(plane: Float32Array, { width, height }: Size, sigma: number): Float32Array {
  const reach = Math.max(1, Math.round(sigma));
  let from = plane;
  for (let pass = 0; pass < 3; pass++) {
    from = boxed(from, { lines: height, length: width, step: 1, apart: width }, reach);
    from = boxed(from, { lines: width, length: height, step: width, apart: 1 }, reach);
  }
  return from;
}

interface Lines {
  readonly lines: number;
  readonly length: number;
  readonly step: number;
  readonly apart: number;
}

/** Means along lines: `lines` of `length` pixels, `step` apart, the lines `apart`; nothing lies beyond the ends. */
function boxed(from: Float32Array, { lines, length, step, apart }: Lines, reach: number): Float32Array {
  const to = new Float32Array(from.length);
  for (let n = 0; n < lines; n++) {
    const start = n * apart;
    let sum = 0;
    for (let k = -reach; k < length; k++) {
      const [enters, leaves] = [k + reach, k - reach - 1];
      if (enters < length) sum += from[start + enters * step];
      if (leaves >= 0) sum -= from[start + leaves * step];
      if (k >= 0) to[start + k * step] = sum / (2 * reach + 1);
    }
  }
  return to;
}
