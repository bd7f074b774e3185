import { addBody } from './car-body.ts';
import { section, WHEEL_RADIUS, WHEEL_X, WHEEL_Y } from './car-curves.ts';
import type { Material, Mesh, Point3 } from './mesh.ts';

/** The whole hatchback standing at the origin, nose along +x. */
export function addCar(mesh: Mesh): void {
  addBody(mesh);
  addCabin(mesh);
  for (const side of [-1, 1]) {
    for (const x of WHEEL_X) addWheel(mesh, x, side);
    addMirror(mesh, side);
    for (const x of [-0.13, -0.9]) addHandle(mesh, x, side);
    mesh.box([1.66, 0.7, 0.5 * side], [0.05, 0.04, 0.12], { material: 'alloy' });
  }
  mesh.box([1.958, 0.475, 0], [0.008, 0.058, 0.27], { material: 'plate', turn: 0, mark: 1 });
  mesh.box([1.945, 0.475, 0], [0.01, 0.066, 0.278], { material: 'plastic' });
}

function addCabin(mesh: Mesh): void {
  // Keeps the light from shining through the engine and under the floor, and closes the wheel arches.
  mesh.box([0, 0.46, 0], [1.78, 0.2, 0.5], { material: 'plastic' });
  mesh.box([1.2, 0.62, 0], [0.4, 0.12, 0.56], { material: 'plastic' });
  mesh.box([0, 0.3, 0], [0.75, 0.08, 0.76], { material: 'plastic' });
  mesh.box([0.86, 0.86, 0], [0.14, 0.06, 0.62], { material: 'plastic' });
  for (const z of [-0.36, 0.36]) {
    mesh.box([-0.1, 0.7, z], [0.27, 0.08, 0.23], { material: 'seat' });
    mesh.ball([-0.42, 0.92, z], [0.1, 0.32, 0.24], { material: 'seat' });
    mesh.ball([-0.47, 1.25, z], [0.06, 0.1, 0.13], { material: 'seat' });
  }
  mesh.ball([-1.2, 0.95, 0], [0.12, 0.28, 0.62], { material: 'seat' });
  lathe(
    mesh,
    {
      middle: [0.42, 0.98, -0.36],
      axis: 'x',
      profile: [
        [0.17, -0.015],
        [0.185, 0],
        [0.17, 0.015],
        [0.155, 0],
        [0.17, -0.015],
      ],
    },
    { material: 'plastic' },
  );
}

/** From just below the axle, over the wheel and down again. */
const OVER_WHEEL = [-0.3, Math.PI + 0.3] as const;

/** Turns a profile of [radius, offset] about an axis through `middle`. */
function lathe(
  mesh: Mesh,
  {
    middle,
    axis,
    profile,
  }: { middle: Point3; axis: 'x' | 'z'; profile: readonly (readonly [number, number])[] },
  { material, round = [0, Math.PI * 2] }: { material: Material; round?: readonly [number, number] },
): void {
  const turns = 64;
  const rows = profile.map(([radius, offset]) =>
    Array.from({ length: turns + 1 }, (_, n): Point3 => {
      const a = round[0] + (n / turns) * (round[1] - round[0]);
      const [u, v] = [radius * Math.cos(a), radius * Math.sin(a)];
      return axis === 'z'
        ? [middle[0] + u, middle[1] + v, middle[2] + offset]
        : [middle[0] + offset, middle[1] + v, middle[2] + u];
    }),
  );
  mesh.surface(rows, material);
}

function addWheel(mesh: Mesh, x: number, side: number): void {
  const outer = 0.815 * side;
  const middle: Point3 = [x, WHEEL_Y, outer];
  const turned = (profile: readonly (readonly [number, number])[]): [number, number][] =>
    profile.map(([r, o]) => [r, o * side]);
  const tyre: [number, number][] = [
    [0.2, -0.19],
    [0.28, -0.2],
    [WHEEL_RADIUS - 0.012, -0.185],
    [WHEEL_RADIUS, -0.15],
    [WHEEL_RADIUS, -0.04],
    [WHEEL_RADIUS - 0.01, -0.012],
    [0.29, 0.006],
    [0.26, 0.012],
    [0.235, 0.006],
    [0.222, -0.006],
  ];
  lathe(mesh, { middle, axis: 'z', profile: turned(tyre) }, { material: 'tyre' });
  lathe(
    mesh,
    {
      middle,
      axis: 'z',
      profile: turned([
        [0.228, -0.004],
        [0.222, 0.004],
        [0.212, 0.0],
        [0.205, -0.03],
        [0.2, -0.14],
      ]),
    },
    { material: 'alloy' },
  );
  lathe(
    mesh,
    {
      middle,
      axis: 'z',
      profile: turned([
        [0.2, -0.14],
        [0.05, -0.13],
        [0.001, -0.13],
      ]),
    },
    { material: 'plastic' },
  );
  lathe(
    mesh,
    {
      middle,
      axis: 'z',
      profile: turned([
        [0.135, -0.1],
        [0.13, -0.085],
        [0.03, -0.085],
      ]),
    },
    { material: 'alloy' },
  );
  lathe(
    mesh,
    {
      middle,
      axis: 'z',
      profile: turned([
        [0.06, -0.06],
        [0.056, -0.018],
        [0.04, -0.008],
        [0.001, -0.006],
      ]),
    },
    { material: 'alloy' },
  );
  for (let n = 0; n < 5; n += 1) addSpoke(mesh, middle, { side, angle: (n / 5) * Math.PI * 2 + 0.31 + x });
  lathe(
    mesh,
    {
      middle: [x, WHEEL_Y, 0.52 * side],
      axis: 'z',
      profile: [
        [0.38, 0],
        [0.001, 0],
      ],
    },
    { material: 'plastic', round: OVER_WHEEL },
  );
  lathe(
    mesh,
    {
      middle: [x, WHEEL_Y, 0],
      axis: 'z',
      profile: [
        [0.385, 0.52 * side],
        [0.385, 0.8 * side],
      ],
    },
    { material: 'plastic', round: OVER_WHEEL },
  );
}

/** One spoke, forked towards the rim: two tapering bars with rounded faces. */
function addSpoke(mesh: Mesh, middle: Point3, { side, angle }: { side: number; angle: number }): void {
  for (const fork of [-1, 1]) {
    const rows = Array.from({ length: 9 }, (_, i) => {
      const t = i / 8;
      const radius = 0.045 + t * 0.168;
      const turn = angle + fork * (0.1 + 0.16 * t);
      return Array.from({ length: 9 }, (__, j): Point3 => {
        const across = ((j - 4) / 4) * (0.016 - 0.003 * t);
        const bulge = Math.sqrt(Math.max(0, 1 - ((j - 4) / 4) ** 2));
        const depth = -0.045 + 0.034 * bulge + 0.012 * Math.sin(t * Math.PI * 0.9) - 0.006 * t;
        const [c, s] = [Math.cos(turn), Math.sin(turn)];
        return [
          middle[0] + radius * c - across * s,
          middle[1] + radius * s + across * c,
          middle[2] + depth * side,
        ];
      });
    });
    mesh.surface(rows, 'alloy');
  }
}

function addMirror(mesh: Mesh, side: number): void {
  mesh.ball([0.66, 0.985, 0.93 * side], [0.075, 0.07, 0.105], { material: 'paint' });
  mesh.box([0.67, 0.93, 0.84 * side], [0.03, 0.018, 0.06], { material: 'plastic' });
}

function addHandle(mesh: Mesh, x: number, side: number): void {
  const [z] = section(x)[3] ?? [0.8];
  mesh.ball([x - 0.02, 0.815, (z + 0.008) * side], [0.11, 0.021, 0.03], { material: 'paint', fine: 12 });
}
