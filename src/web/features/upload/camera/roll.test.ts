import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { computeRoll } from './roll.ts';

const round = (roll: number | null) => (roll === null ? null : Math.round(roll) + 0);

describe('the level', () => {
  it('is level for a phone held upright, and for one held across, also leaning back', () => {
    equal(round(computeRoll({ beta: 90, gamma: 0 }, 0)), 0);
    equal(round(computeRoll({ beta: 60, gamma: 0 }, 0)), 0);
    // Across, its top to the left: „up” is its right side.
    equal(round(computeRoll({ beta: 0, gamma: -90 }, 90)), 0);
    equal(round(computeRoll({ beta: 0, gamma: 90 }, 270)), 0);
  });

  it('says to which side the picture leans', () => {
    const lean = (gamma: number) => round(computeRoll({ beta: 45, gamma }, 0)) ?? 0;
    deepEqual([lean(10) > 0, lean(-10) < 0, lean(10) === -lean(-10)], [true, true, true]);
  });

  it('is none for a phone that looks straight down or up', () => {
    equal(computeRoll({ beta: 0, gamma: 0 }, 0), null);
    equal(computeRoll({ beta: 178, gamma: 3 }, 0), null);
  });
});
