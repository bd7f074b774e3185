/** Materials of triangles; `materials.ts` says how each looks. */
export const MATERIALS = [
  'body',
  'ground',
  'plaster',
  'door',
  'tiles',
  'leaf',
  'bark',
  'tyre',
  'alloy',
  'plastic',
  'seat',
  'plate',
  'fence',
  'hedge',
  'window',
  'paint',
  'litter',
] as const;
export type Material = (typeof MATERIALS)[number];
export type Point3 = readonly [x: number, y: number, z: number];

/** A point or a direction where it is met by its names. */
export interface Vector {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** A growing soup of triangles with a normal and one free number (`mark`) per corner. Metres, y up. */
export class Mesh {
  readonly positions: number[] = [];
  readonly normals: number[] = [];
  readonly marks: number[] = [];
  readonly materials: number[] = [];

  triangle(
    corners: readonly Point3[],
    { normals, marks }: { normals: readonly Point3[]; marks: readonly number[] },
    material: Material,
  ): void {
    for (let n = 0; n < 3; n += 1) {
      this.positions.push(...(corners[n] ?? ORIGIN));
      this.normals.push(...(normals[n] ?? UP));
      this.marks.push(marks[n] ?? 0);
    }
    this.materials.push(MATERIALS.indexOf(material));
  }

  /** A flat four-cornered face, corners in order round it. */
  quad(corners: readonly [Point3, Point3, Point3, Point3], material: Material, mark = 0): void {
    const [a, b, c, d] = corners;
    const normal = unit(cross(minus(b, a), minus(c, a)));
    const normals = [normal, normal, normal];
    this.triangle([a, b, c], { normals, marks: [mark, mark, mark] }, material);
    this.triangle([a, c, d], { normals, marks: [mark, mark, mark] }, material);
  }

  /** A smooth surface over a grid of points; `marks[row][column]` rides along. */
  surface(
    rows: readonly (readonly Point3[])[],
    material: Material,
    mark: (row: number, column: number) => number = () => 0,
  ): void {
    const normals = rows.map((row, i) =>
      row.map((_, j) => {
        const along = minus(at(rows, i + 1, j), at(rows, i - 1, j));
        const across = minus(at(rows, i, j + 1), at(rows, i, j - 1));
        return unit(cross(along, across));
      }),
    );
    for (let i = 0; i + 1 < rows.length; i += 1) {
      for (let j = 0; j + 1 < (rows[i]?.length ?? 0); j += 1) {
        const corners = [at(rows, i, j), at(rows, i + 1, j), at(rows, i + 1, j + 1), at(rows, i, j + 1)];
        const facing = [
          at(normals, i, j),
          at(normals, i + 1, j),
          at(normals, i + 1, j + 1),
          at(normals, i, j + 1),
        ];
        const values = [mark(i, j), mark(i + 1, j), mark(i + 1, j + 1), mark(i, j + 1)];
        for (const order of [
          [0, 1, 2],
          [0, 2, 3],
        ] as const) {
          this.triangle(
            order.map((n) => corners[n] ?? ORIGIN),
            { normals: order.map((n) => facing[n] ?? UP), marks: order.map((n) => values[n] ?? 0) },
            material,
          );
        }
      }
    }
  }

  /** A box given by its middle, half sizes and a turn about the upright axis. */
  box(
    middle: Point3,
    half: Point3,
    { material, turn = 0, mark = 0 }: { material: Material; turn?: number; mark?: number },
  ): void {
    const corner = (x: number, y: number, z: number): Point3 => {
      const [dx, dz] = [x * half[0], z * half[2]];
      return [
        middle[0] + dx * Math.cos(turn) + dz * Math.sin(turn),
        middle[1] + y * half[1],
        middle[2] - dx * Math.sin(turn) + dz * Math.cos(turn),
      ];
    };
    for (const side of [-1, 1] as const) {
      this.quad(
        [corner(side, -1, -1), corner(side, 1, -1), corner(side, 1, 1), corner(side, -1, 1)],
        material,
        mark,
      );
      this.quad(
        [corner(-1, side, -1), corner(1, side, -1), corner(1, side, 1), corner(-1, side, 1)],
        material,
        mark,
      );
      this.quad(
        [corner(-1, -1, side), corner(1, -1, side), corner(1, 1, side), corner(-1, 1, side)],
        material,
        mark,
      );
    }
  }

  /** A ball squeezed to three radii. */
  ball(middle: Point3, radii: Point3, { material, fine = 20 }: { material: Material; fine?: number }): void {
    const rows = Array.from({ length: fine + 1 }, (_, i) =>
      Array.from({ length: fine * 2 + 1 }, (__, j): Point3 => {
        const a = (i / fine) * Math.PI;
        const b = (j / fine) * Math.PI;
        return [
          middle[0] + radii[0] * Math.sin(a) * Math.cos(b),
          middle[1] + radii[1] * Math.cos(a),
          middle[2] + radii[2] * Math.sin(a) * Math.sin(b),
        ];
      }),
    );
    this.surface(rows, material);
  }
}

const ORIGIN: Point3 = [0, 0, 0];
const UP: Point3 = [0, 1, 0];

function at(rows: readonly (readonly Point3[])[], i: number, j: number): Point3 {
  const row = rows[Math.max(0, Math.min(rows.length - 1, i))] ?? [];
  return row[Math.max(0, Math.min(row.length - 1, j))] ?? ORIGIN;
}

const minus = (a: Point3, b: Point3): Point3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const cross = (a: Point3, b: Point3): Point3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
function unit(a: Point3): Point3 {
  const length = Math.hypot(...a) || 1;
  return [a[0] / length, a[1] / length, a[2] / length];
}
