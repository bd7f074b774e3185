/** Three by three, row by row. */
export type Matrix = readonly [number, number, number, number, number, number, number, number, number];

/** The inverse; of a matrix that flattens space there is none, and the entries are not finite. */
export function invertMatrix([a, b, c, d, e, f, g, h, i]: Matrix): Matrix {
  const minors: Matrix = [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ];
  const det = a * minors[0] + b * minors[3] + c * minors[6];
  return minors.map((minor) => minor / det) as unknown as Matrix;
}
