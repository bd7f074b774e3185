import { deepEqual, equal, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CircuitBreaker, pauseAfter, type Turn } from '#server/batches/runs/circuit-breaker.ts';

function turnAt(breaker: CircuitBreaker, now: number): Turn {
  const turn = breaker.requestTurn(now);
  ok('isProbe' in turn, `waits at ${now}`);
  return turn;
}

describe('hands whose storage or database is away', () => {
  it('pause for a second, and twice as long after each failure, half a minute at most', () => {
    deepEqual(
      [1, 2, 3, 4, 5, 6, 7, 1000].map(pauseAfter),
      [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000],
    );
  });

  it('all work while nothing is wrong', () => {
    const breaker = new CircuitBreaker();
    for (let hand = 0; hand < 3; hand++) equal(turnAt(breaker, 0).isProbe, false);
  });

  it('take the failures of all who were at work when it went away for one', () => {
    const breaker = new CircuitBreaker();
    const turns = [turnAt(breaker, 0), turnAt(breaker, 0), turnAt(breaker, 0)];
    deepEqual(
      turns.map((turn) => breaker.recordFailure(turn, 100)),
      [true, false, false],
    );
    deepEqual(breaker.requestTurn(100), { waitMs: 1000 });
  });

  it('are no nearer to the end of it by what one finished that began before', () => {
    const breaker = new CircuitBreaker();
    const [early, late] = [turnAt(breaker, 0), turnAt(breaker, 0)];
    breaker.recordFailure(early, 0);
    breaker.recordSuccess(late);
    ok(breaker.isOpen);
  });

  it('let one try after the pause, and pause longer when that one fails', () => {
    const breaker = new CircuitBreaker();
    breaker.recordFailure(turnAt(breaker, 0), 0);
    const probe = turnAt(breaker, 1000);
    ok(probe.isProbe);
    ok('waitMs' in breaker.requestTurn(1000));
    breaker.recordFailure(probe, 1500);
    deepEqual(breaker.requestTurn(1500), { waitMs: 2000 });
  });

  it('all work again once that one succeeded, and the next outage begins with a short pause', () => {
    const breaker = new CircuitBreaker();
    breaker.recordFailure(turnAt(breaker, 0), 0);
    breaker.recordFailure(turnAt(breaker, 1000), 1000);
    breaker.recordSuccess(turnAt(breaker, 3000));
    for (let hand = 0; hand < 3; hand++) equal(turnAt(breaker, 3000).isProbe, false);
    breaker.recordFailure(turnAt(breaker, 3000), 3000);
    deepEqual(breaker.requestTurn(3000), { waitMs: 1000 });
  });

  it('let the next one try at once when there was nothing to try, and forget no failure for it', () => {
    const breaker = new CircuitBreaker();
    breaker.recordFailure(turnAt(breaker, 0), 0);
    breaker.releaseTurn(turnAt(breaker, 1000));
    const probe = turnAt(breaker, 1000);
    ok(probe.isProbe);
    breaker.recordFailure(probe, 1000);
    deepEqual(breaker.requestTurn(1000), { waitMs: 2000 });
  });
});
