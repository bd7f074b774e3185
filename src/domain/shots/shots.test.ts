import { deepEqual, equal, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SHOT_LISTS, sayMissingShots } from './shot-lists.ts';
import { buildShotFileName, hasOwnKeys, listMissingShots, SHOT_KEY, type Shot } from './shots.ts';

const [car, clothes] = SHOT_LISTS;

describe('shot lists', () => {
  it('brings along a car in 12 shots, clothes in 5, shoes and phones in 6, furniture in 5, the whole thing first', () => {
    deepEqual(
      SHOT_LISTS.map(({ name, shots }) => [name, shots.length, shots[0]?.kind]),
      [
        ['Mașină', 12, 'exterior'],
        ['Haine', 5, 'exterior'],
        ['Încălțăminte', 6, 'exterior'],
        ['Telefon', 6, 'exterior'],
        ['Mobilă', 5, 'exterior'],
      ],
    );
  });

  it('gives each shot of all its lists a key of its own', () => {
    const shots = SHOT_LISTS.flatMap((list) => list.shots);
    ok(hasOwnKeys({ shots }));
    deepEqual(
      shots.filter(({ key }) => !SHOT_KEY.test(key)),
      [],
    );
  });

  it('says which shots of a lot are missing, whatever else was photographed', () => {
    const photos =
      car?.shots.filter(({ key }) => key !== 'car-dashboard').map(({ key: shot }) => ({ shot })) ?? [];
    const missing = listMissingShots(car as NonNullable<typeof car>, [...photos, {}, { shot: 'elsewhere' }]);
    equal(sayMissingShots(missing), 'Lipsește bordul');
    equal(sayMissingShots([]), null);
  });

  it('says several missing shots, a plural one, and one of an own list in Romanian', () => {
    const own: Shot = { key: 'own-1', name: 'Seria', kind: 'detail' };
    const [, , label, , wear] = clothes?.shots ?? [];
    ok(label && wear);
    equal(sayMissingShots([label, wear, own]), 'Lipsesc eticheta, semnele de purtare și „Seria”');
    equal(sayMissingShots([wear]), 'Lipsesc semnele de purtare');
    equal(sayMissingShots([own]), 'Lipsește „Seria”');
    equal(sayMissingShots(car?.shots ?? []), 'Lipsesc 12 poze din listă');
    equal(sayMissingShots(Array<Shot>(21).fill(own)), 'Lipsesc 21 de poze din listă');
  });

  it('names files so that they stand in the order of their list', () => {
    ok(car);
    const [first, , , , , , dashboard] = car.shots;
    ok(first && dashboard);
    equal(buildShotFileName(car, first), '01 Față, din stânga.jpg');
    equal(buildShotFileName(car, dashboard), '07 Bord.jpg');
  });
});
