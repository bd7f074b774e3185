import type { Mesh } from './mesh.ts';

/** Where it starts, and its direction. */
export interface Ray {
  readonly ox: number;
  readonly oy: number;
  readonly oz: number;
  readonly dx: number;
  readonly dy: number;
  readonly dz: number;
}

/** Triangles sorted into a tree of boxes, all in flat arrays; `hit*` describe the last crossing found. */
export class Bvh {
  readonly #boxes: Float32Array;
  readonly #links: Int32Array;
  readonly #edges: Float32Array;
  readonly order: Int32Array;
  #nodes = 0;
  hitT = 0;
  hitTriangle = -1;
  hitU = 0;
  hitV = 0;

  constructor(mesh: Mesh) {
    const count = mesh.materials.length;
    const p = Float32Array.from(mesh.positions);
    this.order = Int32Array.from({ length: count }, (_, n) => n);
    this.#boxes = new Float32Array(count * 2 * 6);
    this.#links = new Int32Array(count * 2 * 2);
    const middles = new Float32Array(count * 3);
    for (let n = 0; n < count; n += 1)
      for (let c = 0; c < 3; c += 1)
        middles[n * 3 + c] =
          ((p[n * 9 + c] as number) + (p[n * 9 + 3 + c] as number) + (p[n * 9 + 6 + c] as number)) / 3;
    this.#split(p, middles, { from: 0, to: count });
    this.#edges = new Float32Array(count * 9);
    for (let slot = 0; slot < count; slot += 1) {
      const from = (this.order[slot] as number) * 9;
      for (let c = 0; c < 3; c += 1) {
        const a = p[from + c] as number;
        this.#edges[slot * 9 + c] = a;
        this.#edges[slot * 9 + 3 + c] = (p[from + 3 + c] as number) - a;
        this.#edges[slot * 9 + 6 + c] = (p[from + 6 + c] as number) - a;
      }
    }
  }

  /** Boxes the triangles `from…to`, halves them at the middle of the longest axis of their centres. */
  #split(p: Float32Array, middles: Float32Array, { from, to }: { from: number; to: number }): number {
    const node = this.#nodes++;
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    const near = [Infinity, Infinity, Infinity];
    const far = [-Infinity, -Infinity, -Infinity];
    for (let slot = from; slot < to; slot += 1) {
      const n = this.order[slot] as number;
      for (let c = 0; c < 3; c += 1) {
        for (let k = c; k < 9; k += 3) {
          const v = p[n * 9 + k] as number;
          if (v < (low[c] as number)) low[c] = v;
          if (v > (high[c] as number)) high[c] = v;
        }
        const m = middles[n * 3 + c] as number;
        if (m < (near[c] as number)) near[c] = m;
        if (m > (far[c] as number)) far[c] = m;
      }
    }
    for (let c = 0; c < 3; c += 1) {
      this.#boxes[node * 6 + c] = (low[c] as number) - 1e-5;
      this.#boxes[node * 6 + 3 + c] = (high[c] as number) + 1e-5;
    }
    const [axis, value] = this.#cheapestCut({ p, middles }, { from, to }, { near, far });
    const cut = this.#partition(middles, { from, to }, { axis, value });
    if (to - from <= 4 || cut === from || cut === to) {
      this.#links[node * 2] = -1 - from;
      this.#links[node * 2 + 1] = to - from;
      return node;
    }
    this.#split(p, middles, { from, to: cut });
    this.#links[node * 2] = this.#split(p, middles, { from: cut, to });
    this.#links[node * 2 + 1] = axis;
    return node;
  }

  /** Tries sixteen cuts along each axis; the cost of a cut is what its two boxes' surfaces promise to be hit. */
  #cheapestCut(
    { p, middles }: { p: Float32Array; middles: Float32Array },
    { from, to }: { from: number; to: number },
    { near, far }: { near: number[]; far: number[] },
  ): [number, number] {
    let best: [number, number] = [0, near[0] as number];
    let least = Infinity;
    for (let axis = 0; axis < 3; axis += 1) {
      const wide = (far[axis] as number) - (near[axis] as number);
      if (wide <= 0) continue;
      const bins = Array.from({ length: BINS }, emptyBin);
      for (let slot = from; slot < to; slot += 1) {
        const n = this.order[slot] as number;
        const share = ((middles[n * 3 + axis] as number) - (near[axis] as number)) / wide;
        growBin(bins[Math.min(BINS - 1, Math.floor(share * BINS))] as Float64Array, p, n);
      }
      for (let cut = 1; cut < BINS; cut += 1) {
        const cost = surfaceCost(bins, 0, cut) + surfaceCost(bins, cut, BINS);
        if (cost < least) {
          least = cost;
          best = [axis, (near[axis] as number) + (wide * cut) / BINS];
        }
      }
    }
    return best;
  }

  #partition(
    middles: Float32Array,
    { from, to }: { from: number; to: number },
    { axis, value }: { axis: number; value: number },
  ): number {
    let cut = from;
    for (let slot = from; slot < to; slot += 1) {
      const n = this.order[slot] as number;
      if ((middles[n * 3 + axis] as number) >= value) continue;
      this.order[slot] = this.order[cut] as number;
      this.order[cut] = n;
      cut += 1;
    }
    return cut;
  }

  readonly #stack = new Int32Array(96);

  /** The nearest crossing between `from` and `to` along the ray; false when there is none. */
  intersect(ray: Ray, from: number, to: number): boolean {
    const { ox, oy, oz, dx, dy, dz } = ray;
    const boxes = this.#boxes;
    const links = this.#links;
    const stack = this.#stack;
    const ix = 1 / dx;
    const iy = 1 / dy;
    const iz = 1 / dz;
    this.hitTriangle = -1;
    this.hitT = to;
    let top = 0;
    stack[top++] = 0;
    while (top > 0) {
      const node = stack[--top] as number;
      const b = node * 6;
      const x0 = ((boxes[b] as number) - ox) * ix;
      const x1 = ((boxes[b + 3] as number) - ox) * ix;
      const y0 = ((boxes[b + 1] as number) - oy) * iy;
      const y1 = ((boxes[b + 4] as number) - oy) * iy;
      const z0 = ((boxes[b + 2] as number) - oz) * iz;
      const z1 = ((boxes[b + 5] as number) - oz) * iz;
      const enter = Math.max(x0 < x1 ? x0 : x1, y0 < y1 ? y0 : y1, z0 < z1 ? z0 : z1);
      const leave = Math.min(x0 < x1 ? x1 : x0, y0 < y1 ? y1 : y0, z0 < z1 ? z1 : z0);
      if (leave < enter || leave < from || enter > this.hitT) continue;
      const link = links[node * 2] as number;
      const extra = links[node * 2 + 1] as number;
      if (link < 0) {
        const first = -1 - link;
        for (let slot = first; slot < first + extra; slot += 1) this.#cross(slot, ray, from);
        continue;
      }
      const forward = extra === 0 ? dx > 0 : extra === 1 ? dy > 0 : dz > 0;
      stack[top++] = forward ? link : node + 1;
      stack[top++] = forward ? node + 1 : link;
    }
    return this.hitTriangle >= 0;
  }

  #cross(slot: number, { ox, oy, oz, dx, dy, dz }: Ray, from: number): void {
    const e = this.#edges;
    const i = slot * 9;
    const px = dy * (e[i + 8] as number) - dz * (e[i + 7] as number);
    const py = dz * (e[i + 6] as number) - dx * (e[i + 8] as number);
    const pz = dx * (e[i + 7] as number) - dy * (e[i + 6] as number);
    const det = (e[i + 3] as number) * px + (e[i + 4] as number) * py + (e[i + 5] as number) * pz;
    if (det > -1e-12 && det < 1e-12) return;
    const inverse = 1 / det;
    const tx = ox - (e[i] as number);
    const ty = oy - (e[i + 1] as number);
    const tz = oz - (e[i + 2] as number);
    const u = (tx * px + ty * py + tz * pz) * inverse;
    if (u < 0 || u > 1) return;
    const qx = ty * (e[i + 5] as number) - tz * (e[i + 4] as number);
    const qy = tz * (e[i + 3] as number) - tx * (e[i + 5] as number);
    const qz = tx * (e[i + 4] as number) - ty * (e[i + 3] as number);
    const v = (dx * qx + dy * qy + dz * qz) * inverse;
    if (v < 0 || u + v > 1) return;
    const t = ((e[i + 6] as number) * qx + (e[i + 7] as number) * qy + (e[i + 8] as number) * qz) * inverse;
    if (t <= from || t >= this.hitT) return;
    this.hitT = t;
    this.hitTriangle = slot;
    this.hitU = u;
    this.hitV = v;
  }
}

const BINS = 16;

/** Count, then the box's low and high corners. */
const emptyBin = (): Float64Array =>
  Float64Array.of(0, Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);

function growBin(bin: Float64Array, p: Float32Array, triangle: number): void {
  bin[0] = (bin[0] as number) + 1;
  for (let k = 0; k < 9; k += 1) {
    const c = k % 3;
    const v = p[triangle * 9 + k] as number;
    if (v < (bin[1 + c] as number)) bin[1 + c] = v;
    if (v > (bin[4 + c] as number)) bin[4 + c] = v;
  }
}

function surfaceCost(bins: readonly Float64Array[], from: number, to: number): number {
  const all = emptyBin();
  for (let n = from; n < to; n += 1) {
    const bin = bins[n] as Float64Array;
    all[0] = (all[0] as number) + (bin[0] as number);
    for (let c = 1; c < 4; c += 1) all[c] = Math.min(all[c] as number, bin[c] as number);
    for (let c = 4; c < 7; c += 1) all[c] = Math.max(all[c] as number, bin[c] as number);
  }
  if (all[0] === 0) return Infinity;
  const [w, h, d] = [
    (all[4] as number) - (all[1] as number),
    (all[5] as number) - (all[2] as number),
    (all[6] as number) - (all[3] as number),
  ];
  return (all[0] as number) * (w * h + h * d + d * w);
}
