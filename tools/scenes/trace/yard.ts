import { between, type Random } from '../random.ts';
import { addFirewood, addGrass, addLeaf, addPot, addShrub, addTree } from './garden.ts';
import type { Mesh, Point3 } from './mesh.ts';

/** The yard behind the car, laid out as the camera sees it: `right` and `deep` in metres from the car's middle. */
const VIEW_TURN = 0.76;
const [SIN, COS] = [Math.sin(VIEW_TURN), Math.cos(VIEW_TURN)];

export function inView(right: number, y: number, deep: number): Point3 {
  return [right * COS - deep * SIN, y, -right * SIN - deep * COS];
}

export function addYard(mesh: Mesh, random: Random): void {
  const far = 70;
  mesh.quad(
    [
      [-far, 0, -far],
      [-far, 0, far],
      [far, 0, far],
      [far, 0, -far],
    ],
    'ground',
  );
  addGarage(mesh);
  addFence(mesh);
  addTree(mesh, random, { foot: inView(3.1, 0, 5.4), size: 1.3 });
  addTree(mesh, random, { foot: inView(-8.9, 0, 3.9), size: 0.78 });
  addTree(mesh, random, { foot: inView(-6.4, 0, 13), size: 1.3 });
  addHedge(mesh, random);
  addLitter(mesh, random);
  addPlants(mesh, random);
  addBehindCamera(mesh);
}

const GARAGE_TURN = VIEW_TURN - 0.3;

/** A point of the garage: `across` its front, `up`, `back` into it. */
function garagePoint(across: number, up: number, back: number): Point3 {
  const [s, c] = [Math.sin(GARAGE_TURN), Math.cos(GARAGE_TURN)];
  const base = inView(-2.35, 0, 6.1);
  return [base[0] + across * c - back * s, up, base[2] - across * s - back * c];
}

function addGarage(mesh: Mesh): void {
  const g = garagePoint;
  const [left, right, wall, ridge, deep] = [-2.6, 2.5, 2.75, 4.15, 6];
  const middle = (left + right) / 2;
  const [doorLeft, doorRight, doorTop] = [-1.5, 1.35, 2.2];
  mesh.quad([g(left, 0, 0), g(doorLeft, 0, 0), g(doorLeft, wall, 0), g(left, wall, 0)], 'plaster');
  mesh.quad([g(doorRight, 0, 0), g(right, 0, 0), g(right, wall, 0), g(doorRight, wall, 0)], 'plaster');
  mesh.quad(
    [g(doorLeft, doorTop, 0), g(doorRight, doorTop, 0), g(doorRight, wall, 0), g(doorLeft, wall, 0)],
    'plaster',
  );
  mesh.quad([g(left, wall, 0), g(right, wall, 0), g(middle, ridge, 0), g(middle, ridge, 0)], 'plaster');
  mesh.quad([g(right, 0, 0), g(right, 0, deep), g(right, wall, deep), g(right, wall, 0)], 'plaster');
  for (const x of [doorLeft, doorRight])
    mesh.quad([g(x, 0, 0), g(x, 0, 0.22), g(x, doorTop, 0.22), g(x, doorTop, 0)], 'plaster');
  mesh.quad(
    [
      g(doorLeft, doorTop, 0),
      g(doorRight, doorTop, 0),
      g(doorRight, doorTop, 0.22),
      g(doorLeft, doorTop, 0.22),
    ],
    'plaster',
  );
  addDoor(mesh, { left: doorLeft, right: doorRight, top: doorTop });
  addRoof(mesh, { eave: left - 0.35, ridge: middle, low: wall - 0.19, high: ridge + 0.06, deep });
  addRoof(mesh, { eave: right + 0.35, ridge: middle, low: wall - 0.19, high: ridge + 0.06, deep });
  mesh.box(g(2.05, 2.05, -0.09), [0.07, 0.12, 0.07], { material: 'plastic', turn: GARAGE_TURN });
}

/** Planks, each a shade of its own, with a gap between. */
function addDoor(mesh: Mesh, { left, right, top }: { left: number; right: number; top: number }): void {
  const planks = 15;
  const wide = (right - left) / planks;
  for (let n = 0; n < planks; n += 1) {
    const x = left + (n + 0.5) * wide;
    mesh.box(garagePoint(x, top / 2 + 0.02, 0.18), [wide / 2 - 0.008, top / 2, 0.02], {
      material: 'door',
      turn: GARAGE_TURN,
      mark: n,
    });
  }
  mesh.quad(
    [
      garagePoint(left, 0, 0.21),
      garagePoint(right, 0, 0.21),
      garagePoint(right, top, 0.21),
      garagePoint(left, top, 0.21),
    ],
    'plastic',
  );
  for (const y of [0.45, 1.75])
    mesh.box(garagePoint((left + right) / 2, y, 0.145), [(right - left) / 2, 0.06, 0.015], {
      material: 'door',
      turn: GARAGE_TURN,
      mark: 20,
    });
  mesh.box(garagePoint(0.0, 1.1, 0.12), [0.02, 0.1, 0.03], { material: 'plastic', turn: GARAGE_TURN });
}

interface Slope {
  readonly eave: number;
  readonly ridge: number;
  readonly low: number;
  readonly high: number;
  readonly deep: number;
}

/** One slope of the roof in waves of tiles, with a board along its gable. */
function addRoof(mesh: Mesh, { eave, ridge, low, high, deep }: Slope): void {
  const rows = Array.from({ length: 61 }, (_, i) =>
    Array.from({ length: 241 }, (__, j): Point3 => {
      const t = i / 60;
      const course = (t * 12) % 1;
      const wave = Math.abs(Math.sin((j / 240) * Math.PI * 28)) * 0.035;
      return garagePoint(
        eave + (ridge - eave) * t,
        low + (high - low) * t + wave + 0.03 * (1 - course),
        -0.4 + (j / 240) * (deep + 0.5),
      );
    }),
  );
  mesh.surface(rows, 'tiles', (row, column) => Math.floor(row / 5) * 31 + Math.floor(column / 8.57));
  const g = garagePoint;
  mesh.quad(
    [
      g(eave, low - 0.1, -0.4),
      g(ridge, high - 0.1, -0.4),
      g(ridge, high + 0.02, -0.4),
      g(eave, low + 0.02, -0.4),
    ],
    'door',
    30,
  );
  mesh.quad(
    [
      g(eave, low - 0.02, -0.4),
      g(ridge, high - 0.02, -0.4),
      g(ridge, high - 0.02, deep),
      g(eave, low - 0.02, deep),
    ],
    'door',
    30,
  );
}

function addFence(mesh: Mesh): void {
  for (let n = 0; n < 62; n += 1) {
    const tall = 1.5 + 0.05 * Math.sin(n * 7.3);
    mesh.box(inView(0.3 + n * 0.135, tall / 2, 8.8 + 0.01 * Math.sin(n * 3.1)), [0.056, tall / 2, 0.012], {
      material: 'fence',
      turn: VIEW_TURN,
      mark: n,
    });
  }
  for (const y of [0.4, 1.2])
    mesh.box(inView(4.4, y, 8.84), [4.2, 0.05, 0.02], { material: 'fence', turn: VIEW_TURN, mark: 3 });
}

function addPlants(mesh: Mesh, random: Random): void {
  addPot(mesh, random, { foot: garagePoint(1.72, 0, -0.28), size: 1.25 });
  addPot(mesh, random, { foot: garagePoint(2.2, 0, -0.3), size: 0.9 });
  addFirewood(mesh, random, (across, up, back) => inView(0.75 + across, up, 8.1 + back));
  for (let n = 0; n < 70; n += 1)
    addGrass(mesh, random, {
      at: inView(between(random, 0.4, 7), 0, between(random, 7.4, 8.7)),
      spread: 0.3,
      blades: 90,
    });
  for (let n = 0; n < 16; n += 1)
    addGrass(mesh, random, { at: garagePoint(2.5 + 0.1 * random(), 0, n * 0.35), spread: 0.12, blades: 50 });
  for (let n = 0; n < 8; n += 1)
    addGrass(mesh, random, { at: garagePoint(1.4 + n * 0.15, 0, -0.04), spread: 0.08, blades: 18 });
  // A vine up the garage's left corner.
  for (let n = 0; n < 2400; n += 1) {
    const up = random() ** 0.8 * 2.9;
    const across = -2.45 + (random() + random() - 1) * (0.35 + up * 0.22) + 0.2 * Math.sin(up * 3);
    if (across > -1.5 && up < 2.2) continue;
    addLeaf(mesh, random, {
      at: garagePoint(across, up, -0.05 - random() * 0.07),
      size: 0.085,
      tilt: 1.3,
      shade: random(),
      material: random() < 0.45 ? 'litter' : 'leaf',
    });
  }
}

function addHedge(mesh: Mesh, random: Random): void {
  for (let n = 0; n < 90; n += 1) {
    const at = inView(between(random, -2, 14), between(random, 0.3, 2.6), between(random, 11, 12.5));
    addShrub(mesh, random, { at, spread: 0.75, leaves: 130, size: 0.14 });
  }
  mesh.box(inView(6, 0.8, 12), [8, 0.9, 0.3], { material: 'hedge', turn: VIEW_TURN });
}

/** Fallen leaves: few in the open, more under the tree and along the wall. */
function addLitter(mesh: Mesh, random: Random): void {
  for (let n = 0; n < 520; n += 1) {
    const underTree = random() < 0.72;
    const right = underTree ? 2.6 + (random() + random() + random() - 1.5) * 2.6 : between(random, -4, 5);
    const deep = underTree ? 4.6 + (random() + random() + random() - 1.5) * 4.4 : between(random, -3.6, 6);
    const [x, , z] = inView(right, 0, deep);
    addLeaf(mesh, random, {
      at: [x, 0.012 + random() * 0.01, z],
      size: between(random, 0.035, 0.06),
      tilt: 0.35,
      shade: random(),
      material: 'litter',
    });
  }
}

/** Things that the paint mirrors and the camera never sees: a house, a wall and trees across the street. */
function addBehindCamera(mesh: Mesh): void {
  mesh.box(inView(-9, 2.2, -17), [5, 2.2, 2], { material: 'plaster', turn: VIEW_TURN });
  mesh.box(inView(8, 1.6, -19), [9, 1.6, 2], { material: 'hedge', turn: VIEW_TURN });
  mesh.ball(inView(3, 4, -20), [3.2, 3, 2], { material: 'hedge', fine: 10 });
  mesh.ball(inView(12, 4.4, -18), [3, 3.4, 2], { material: 'hedge', fine: 10 });
}
