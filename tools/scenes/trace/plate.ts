/** A Romanian number plate in a 5×7 dot face: blue band at the left, „B 26 LOT”. */
const GLYPHS: Readonly<Record<string, readonly string[]>> = {
  B: ['####.', '#...#', '#...#', '####.', '#...#', '#...#', '####.'],
  '2': ['.###.', '#...#', '....#', '..##.', '.#...', '#....', '#####'],
  '6': ['.###.', '#....', '#....', '####.', '#...#', '#...#', '.###.'],
  L: ['#....', '#....', '#....', '#....', '#....', '#....', '#####'],
  O: ['.###.', '#...#', '#...#', '#...#', '#...#', '#...#', '.###.'],
  T: ['#####', '..#..', '..#..', '..#..', '..#..', '..#..', '..#..'],
};
const TEXT = 'B 26 LOT';
const CELL = 0.0102;
const MIDDLE_Y = 0.475;

export function plateInk(z: number, y: number): 'white' | 'black' | 'blue' {
  // Seen from in front of the car, left is towards +z.
  const across = 0.27 - z;
  if (across < 0.042) return 'blue';
  const column = (across - 0.062) / CELL;
  const row = Math.floor((MIDDLE_Y + CELL * 3.5 - y) / CELL);
  const glyph = GLYPHS[TEXT[Math.floor(column / 5.8)] ?? ' '];
  return glyph?.[row]?.[Math.floor(column % 5.8)] === '#' ? 'black' : 'white';
}
