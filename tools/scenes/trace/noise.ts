const SIZE = 256;
const lattice = Float32Array.from({ length: SIZE * SIZE }, (_, n) => {
  let h = Math.imul(n + 1, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
  h ^= h >>> 13;
  return ((h >>> 0) / 4294967296) * 2 - 1;
});

/** Smooth value noise in −1…1, one cell per unit. */
export function noise(x: number, y: number): number {
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  const fx = x - x0;
  const fy = y - y0;
  const u = fx * fx * (3 - 2 * fx);
  const v = fy * fy * (3 - 2 * fy);
  const row = (y0 & 255) << 8;
  const next = ((y0 + 1) & 255) << 8;
  const a = lattice[row + (x0 & 255)] ?? 0;
  const b = lattice[row + ((x0 + 1) & 255)] ?? 0;
  const c = lattice[next + (x0 & 255)] ?? 0;
  const d = lattice[next + ((x0 + 1) & 255)] ?? 0;
  return a + (b - a) * u + (c - a) * v + (a - b - c + d) * u * v;
}

/** Octaves of noise, each twice as fine and half as strong. */
export function fractal(x: number, y: number, octaves: number): number {
  let sum = 0;
  let amplitude = 0.5;
  for (let n = 0; n < octaves; n += 1) {
    sum += noise(x, y) * amplitude;
    x = x * 2.03 + 17.1;
    y = y * 2.03 + 5.3;
    amplitude *= 0.5;
  }
  return sum;
}
