import { between, type Random } from '../random.ts';
import type { Material, Mesh, Point3 } from './mesh.ts';

interface Leaf {
  readonly at: Point3;
  readonly size: number;
  readonly tilt: number;
  readonly shade: number;
  readonly material: Material;
}

/** A pointed leaf: two triangles folded a little along the middle. `tilt` 0 lies flat, more stands up at random. */
export function addLeaf(mesh: Mesh, random: Random, { at, size, tilt, shade, material }: Leaf): void {
  const a = random() * Math.PI * 2;
  const lift = (random() - 0.5) * 2 * tilt;
  const [c, s] = [Math.cos(a), Math.sin(a)];
  const tip: Point3 = [at[0] + c * size, at[1] + lift * size * 0.6, at[2] + s * size];
  const roll = (random() - 0.5) * tilt * size;
  const left: Point3 = [
    at[0] + c * size * 0.45 - s * size * 0.42,
    at[1] + lift * size * 0.3 + roll,
    at[2] + s * size * 0.45 + c * size * 0.42,
  ];
  const other: Point3 = [
    at[0] + c * size * 0.45 + s * size * 0.42,
    at[1] + lift * size * 0.3 - roll + size * 0.08,
    at[2] + s * size * 0.45 - c * size * 0.42,
  ];
  mesh.quad([at, left, tip, other], material, shade);
}

export function addTree(mesh: Mesh, random: Random, { foot, size }: { foot: Point3; size: number }): void {
  const heart: Point3 = [foot[0], foot[1] + 4 * size, foot[2]];
  const fork: Point3 = [foot[0] + 0.08, 1.9 * size, foot[2] + 0.04];
  addBranch(mesh, { from: foot, to: fork }, { thick: 0.17 * size, thin: 0.12 * size });
  const limbs = Array.from({ length: 7 }, (_, n): Point3 => {
    const a = n * 2.4 + between(random, -0.3, 0.3);
    const out = between(random, 0.5, 1.1) * size;
    return [
      heart[0] + Math.cos(a) * out,
      heart[1] + between(random, -0.7, 0.9) * size,
      heart[2] + Math.sin(a) * out,
    ];
  });
  for (const limb of limbs)
    addBranch(mesh, { from: fork, to: limb }, { thick: 0.075 * size, thin: 0.035 * size });
  for (let n = 0; n < 64; n += 1) {
    const limb = limbs[n % limbs.length] ?? heart;
    const reach = (): number => (random() + random() - 1) * 1.5 * size;
    const tip: Point3 = [limb[0] + reach(), limb[1] + reach() * 0.8 + 0.2, limb[2] + reach()];
    addBranch(mesh, { from: limb, to: tip }, { thick: 0.028 * size, thin: 0.008 });
    addLeaves(mesh, random, {
      middle: tip,
      spread: 0.5 * size,
      count: Math.round(between(random, 220, 420)),
      size: 0.07 * size,
    });
  }
}

function addBranch(
  mesh: Mesh,
  { from, to }: { from: Point3; to: Point3 },
  { thick, thin }: { thick: number; thin: number },
): void {
  const rows = Array.from({ length: 9 }, (_, i) =>
    Array.from({ length: 11 }, (__, j): Point3 => {
      const t = i / 8;
      const a = (j / 10) * Math.PI * 2;
      const radius = thick + (thin - thick) * t + (i === 0 && thick > 0.1 ? 0.05 : 0);
      const sag = Math.sin(t * Math.PI) * 0.05;
      return [
        from[0] + (to[0] - from[0]) * t + Math.cos(a) * radius,
        from[1] + (to[1] - from[1]) * t + sag,
        from[2] + (to[2] - from[2]) * t + Math.sin(a) * radius,
      ];
    }),
  );
  mesh.surface(rows, 'bark');
}

function addLeaves(
  mesh: Mesh,
  random: Random,
  { middle, spread, count, size }: { middle: Point3; spread: number; count: number; size: number },
): void {
  const near = (): number => (random() + random() + random() - 1.5) * spread;
  const clump = random();
  for (let n = 0; n < count; n += 1) {
    const at: Point3 = [middle[0] + near(), middle[1] + near() * 0.8, middle[2] + near()];
    addLeaf(mesh, random, {
      at,
      size: size * between(random, 0.7, 1.3),
      tilt: 1.2,
      shade: clump * 0.6 + random() * 0.4,
      material: 'leaf',
    });
  }
}

export function addShrub(
  mesh: Mesh,
  random: Random,
  { at, spread, leaves, size }: { at: Point3; spread: number; leaves: number; size: number },
): void {
  for (let n = 0; n < leaves; n += 1) {
    const near = (): number => (random() + random() - 1) * spread;
    addLeaf(mesh, random, {
      at: [at[0] + near(), Math.max(0.04, at[1] + near()), at[2] + near()],
      size,
      tilt: 1,
      shade: random(),
      material: 'hedge',
    });
  }
}

/** Blades of grass about a point, each one thin bent triangle pair. */
export function addGrass(
  mesh: Mesh,
  random: Random,
  { at, spread, blades }: { at: Point3; spread: number; blades: number },
): void {
  for (let n = 0; n < blades; n += 1) {
    const x = at[0] + (random() + random() - 1) * spread;
    const z = at[2] + (random() + random() - 1) * spread;
    const a = random() * Math.PI * 2;
    const tall = between(random, 0.05, 0.2);
    const [c, s] = [Math.cos(a) * 0.007, Math.sin(a) * 0.007];
    const lean = tall * between(random, 0.1, 0.7);
    mesh.quad(
      [
        [x - c, 0, z - s],
        [x + c, 0, z + s],
        [x + c * 0.5 - s * lean * 60, tall * 0.7, z + s * 0.5 + c * lean * 60],
        [x - s * lean * 110, tall, z + c * lean * 110],
      ],
      'hedge',
      0.3 + random() * 1.2,
    );
  }
}

/** A clay pot with a bushy plant. */
export function addPot(mesh: Mesh, random: Random, { foot, size }: { foot: Point3; size: number }): void {
  const profile = [
    [0.1, 0],
    [0.15, 0.26],
    [0.175, 0.27],
    [0.175, 0.32],
    [0.15, 0.32],
    [0.14, 0.27],
    [0.001, 0.27],
  ] as const;
  const rows = profile.map(([radius, y]) =>
    Array.from({ length: 33 }, (_, n): Point3 => {
      const a = (n / 32) * Math.PI * 2;
      return [
        foot[0] + Math.cos(a) * radius * size,
        foot[1] + y * size,
        foot[2] + Math.sin(a) * radius * size,
      ];
    }),
  );
  mesh.surface(rows, 'tiles', () => 3);
  addShrub(mesh, random, {
    at: [foot[0], foot[1] + 0.5 * size, foot[2]],
    spread: 0.24 * size,
    leaves: 260,
    size: 0.075 * size,
  });
}

/** Split logs stacked on their sides: `toPoint` turns across, up and back into the yard's own metres. */
export function addFirewood(
  mesh: Mesh,
  random: Random,
  toPoint: (across: number, up: number, back: number) => Point3,
): void {
  for (let row = 0; row < 9; row += 1) {
    for (let n = 0; n < 15; n += 1) {
      const radius = between(random, 0.055, 0.075);
      const across = n * 0.135 + (row % 2) * 0.067;
      const up = 0.07 + row * 0.118;
      const sides = 9;
      const front = between(random, -0.04, 0.04);
      const rim = Array.from({ length: sides + 1 }, (_, k) => {
        const a = ((k % sides) / sides) * Math.PI * 2 + n;
        const r = radius * (0.85 + 0.15 * Math.sin(k * 5 + n));
        return [across + Math.cos(a) * r, up + Math.sin(a) * r] as const;
      });
      mesh.surface(
        [rim.map(([x, y]) => toPoint(x, y, front)), rim.map(([x, y]) => toPoint(x, y, 0.4))],
        'bark',
      );
      mesh.surface(
        [rim.map(() => toPoint(across, up, front)), rim.map(([x, y]) => toPoint(x, y, front))],
        'fence',
        () => n + row * 5,
      );
    }
  }
}
