import { Bvh, type Ray } from './bvh.ts';
import { shade, skin } from './materials.ts';
import type { Mesh, Vector } from './mesh.ts';
import { noise } from './noise.ts';
import { SUN, SUN_LIGHT, SUN_SPREAD, skyLight } from './sky.ts';

const DEPTH = 5;
/** Bounced light brighter than this is cut: it would only be a speck. */
const SPECK = 3;

interface Colour {
  readonly r: number;
  readonly g: number;
  readonly b: number;
}

export class Tracer {
  readonly #bvh: Bvh;
  readonly #normals: Float32Array;
  readonly #marks: Float32Array;
  readonly #materials: Uint8Array;
  readonly #random: () => number;
  readonly light = new Float64Array(3);
  #nx = 0;
  #ny = 0;
  #nz = 0;
  #dx = 0;
  #dy = 0;
  #dz = 0;

  constructor(mesh: Mesh, random: () => number) {
    this.#bvh = new Bvh(mesh);
    this.#normals = Float32Array.from(mesh.normals);
    this.#marks = Float32Array.from(mesh.marks);
    this.#materials = Uint8Array.from(mesh.materials);
    this.#random = random;
  }

  /** Follows one ray; its colour is added to `light`. */
  trace({ ox, oy, oz, dx, dy, dz }: Ray): void {
    let [x, y, z] = [ox, oy, oz];
    this.#dx = dx;
    this.#dy = dy;
    this.#dz = dz;
    let r = 1;
    let g = 1;
    let b = 1;
    let scattered = false;
    let passes = 0;
    for (let depth = 0; depth < DEPTH; depth += 1) {
      if (
        !this.#bvh.intersect({ ox: x, oy: y, oz: z, dx: this.#dx, dy: this.#dy, dz: this.#dz }, 1e-4, 1e4)
      ) {
        const sky = skyLight({ x: this.#dx, y: this.#dy, z: this.#dz }, !scattered);
        this.#add({ r: r * sky.r, g: g * sky.g, b: b * sky.b }, scattered);
        return;
      }
      const t = this.#bvh.hitT;
      x += this.#dx * t;
      y += this.#dy * t;
      z += this.#dz * t;
      this.#look(x, y, z);
      const mirrored = skin.kind === 'metal' ? 1 : skin.coat > 0 ? this.#mirrored(skin.coat) : 0;
      // Reflections seen by the lens itself are followed more often than they weigh: they are what the eye looks for.
      const chance = scattered || mirrored === 0 || mirrored === 1 ? mirrored : 0.3 + 0.7 * mirrored;
      const mirror = chance > 0 && this.#random() < chance;
      const weight = mirror ? mirrored / chance : (1 - mirrored) / (1 - chance);
      const tinted = !mirror || skin.kind === 'metal';
      if (skin.kind !== 'hole') {
        r *= weight * (tinted ? skin.r : 1);
        g *= weight * (tinted ? skin.g : 1);
        b *= weight * (tinted ? skin.b : 1);
      }
      if (Math.max(r, g, b) < 0.003) return;
      if (skin.kind === 'hole' || (skin.kind === 'glass' && !mirror)) {
        passes += 1;
        if (passes > 8) return;
        depth -= 1;
        x += this.#dx * 1e-3;
        y += this.#dy * 1e-3;
        z += this.#dz * 1e-3;
        continue;
      }
      if (mirror) this.#reflect(skin.rough);
      else {
        const leaf = skin.kind === 'leaf';
        this.#sunlight({ x, y, z }, { r, g, b }, { leaf, bounced: scattered });
        this.#scatter(leaf);
        scattered = true;
      }
      x += this.#nx * 2e-4;
      y += this.#ny * 2e-4;
      z += this.#nz * 2e-4;
    }
  }

  #add({ r, g, b }: Colour, bounced: boolean): void {
    const limit = bounced ? SPECK : 40;
    this.light[0] = (this.light[0] as number) + Math.min(r, limit);
    this.light[1] = (this.light[1] as number) + Math.min(g, limit);
    this.light[2] = (this.light[2] as number) + Math.min(b, limit);
  }

  /** Normal (towards the viewer) and skin where the ray just landed. */
  #look(x: number, y: number, z: number): void {
    const { hitTriangle, hitU: u, hitV: v, order } = this.#bvh;
    const triangle = order[hitTriangle] ?? 0;
    const w = 1 - u - v;
    const n = this.#normals;
    const i = triangle * 9;
    let nx = (n[i] as number) * w + (n[i + 3] as number) * u + (n[i + 6] as number) * v;
    const ny = (n[i + 1] as number) * w + (n[i + 4] as number) * u + (n[i + 7] as number) * v;
    let nz = (n[i + 2] as number) * w + (n[i + 5] as number) * u + (n[i + 8] as number) * v;
    const m = this.#marks;
    const mark =
      (m[triangle * 3] as number) * w +
      (m[triangle * 3 + 1] as number) * u +
      (m[triangle * 3 + 2] as number) * v;
    shade(this.#materials[triangle] as number, { x, y, z }, mark);
    if (skin.bump > 0) {
      nx += skin.bump * (noise(x * 70 + z * 31, y * 70) + noise(z * 190, x * 190));
      nz += skin.bump * (noise(z * 70 + 50, y * 70 + x * 31) + noise(x * 190 + 70, z * 190));
    }
    const scale =
      (nx * this.#dx + ny * this.#dy + nz * this.#dz > 0 ? -1 : 1) /
      (Math.sqrt(nx * nx + ny * ny + nz * nz) || 1);
    this.#nx = nx * scale;
    this.#ny = ny * scale;
    this.#nz = nz * scale;
  }

  /** Schlick's share of mirrored light for the present angle. */
  #mirrored(coat: number): number {
    const c = 1 + (this.#nx * this.#dx + this.#ny * this.#dy + this.#nz * this.#dz);
    const c2 = c * c;
    return coat + (1 - coat) * c2 * c2 * c;
  }

  #reflect(rough: number): void {
    const d = 2 * (this.#nx * this.#dx + this.#ny * this.#dy + this.#nz * this.#dz);
    const random = this.#random;
    const spread = (): number => (random() + random() - 1) * rough;
    this.#aim(
      this.#dx - d * this.#nx + spread(),
      this.#dy - d * this.#ny + spread(),
      this.#dz - d * this.#nz + spread(),
    );
  }

  #scatter(leaf: boolean): void {
    const random = this.#random;
    const a = random() * Math.PI * 2;
    const up = random() * 2 - 1;
    const out = Math.sqrt(1 - up * up);
    // Half the light goes through a leaf.
    if (leaf && random() < 0.4) {
      this.#nx = -this.#nx;
      this.#ny = -this.#ny;
      this.#nz = -this.#nz;
    }
    this.#aim(
      this.#nx * 1.0001 + out * Math.cos(a),
      this.#ny * 1.0001 + up,
      this.#nz * 1.0001 + out * Math.sin(a),
    );
  }

  #aim(x: number, y: number, z: number): void {
    const length = Math.sqrt(x * x + y * y + z * z) || 1;
    this.#dx = x / length;
    this.#dy = y / length;
    this.#dz = z / length;
  }

  #sunlight(
    { x, y, z }: Vector,
    { r, g, b }: Colour,
    { leaf, bounced }: { leaf: boolean; bounced: boolean },
  ): void {
    const random = this.#random;
    const spread = (): number => (random() + random() - 1) * SUN_SPREAD * 1.4;
    let [sx, sy, sz] = [SUN[0] + spread(), SUN[1] + spread(), SUN[2] + spread()];
    const length = Math.sqrt(sx * sx + sy * sy + sz * sz);
    sx /= length;
    sy /= length;
    sz /= length;
    const facing = this.#nx * sx + this.#ny * sy + this.#nz * sz;
    const cosine = leaf ? (facing > 0 ? facing * 0.7 : -facing * 0.45) : facing;
    if (cosine <= 0) return;
    const side = facing > 0 ? 2e-4 : -2e-4;
    const through = this.#sunThrough(
      { x: x + this.#nx * side, y: y + this.#ny * side, z: z + this.#nz * side },
      { sx, sy, sz },
    );
    if (through === 0) return;
    const lit = (cosine * through) / Math.PI;
    this.#add({ r: r * lit * SUN_LIGHT[0], g: g * lit * SUN_LIGHT[1], b: b * lit * SUN_LIGHT[2] }, bounced);
  }

  /** Share of the sun that arrives: panes let half through, the arches' openings all of it. */
  #sunThrough({ x, y, z }: Vector, { sx, sy, sz }: { sx: number; sy: number; sz: number }): number {
    const bvh = this.#bvh;
    const ray = { ox: x, oy: y, oz: z, dx: sx, dy: sy, dz: sz };
    let share = 1;
    let from = 1e-4;
    for (let n = 0; n < 6; n += 1) {
      if (!bvh.intersect(ray, from, 1e4)) return share;
      const t = bvh.hitT;
      const triangle = bvh.order[bvh.hitTriangle] ?? 0;
      if (this.#materials[triangle] !== 0) return 0;
      const m = this.#marks;
      const mark =
        (m[triangle * 3] as number) * (1 - bvh.hitU - bvh.hitV) +
        (m[triangle * 3 + 1] as number) * bvh.hitU +
        (m[triangle * 3 + 2] as number) * bvh.hitV;
      shade(0, { x: x + sx * t, y: y + sy * t, z: z + sz * t }, mark);
      if (skin.kind !== 'glass' && skin.kind !== 'hole') return 0;
      if (skin.kind === 'glass') share *= 0.5;
      from = t + 1e-3;
    }
    return 0;
  }
}
