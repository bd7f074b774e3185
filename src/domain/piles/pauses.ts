/**
 * Tells pauses between two things from those between two photos of one. Both kinds are learnt from the pile itself: some people take a
 * photo in two seconds and some in twenty. A pile of few photos goes by what is usual.
 */

interface Kind {
  readonly mean: number;
  readonly spread: number;
}

/** Logarithms of seconds: what is usual, and the weight that it has against the pile's own pauses, in pauses. */
const USUAL_WITHIN: Kind = { mean: Math.log(7), spread: 0.6 };
const USUAL_BETWEEN: Kind = { mean: Math.log(80), spread: 0.7 };
const USUAL_SHARE = 0.12;
const WEIGHT = 8;
/** Share of pauses within a thing that are as long as those between: a call, a bonnet that will not open. */
const HELD_UP = 1 / 150;
const ROUNDS = 12;
const LEAST_SPREAD = 0.4;
const MOST_SPREAD = 1.1;
/** Pauses between things are at least so much longer. */
const LEAST_APART = 1.6;
/** No pause says more. */
const MOST = 5;

/** Returns a function that says how much a pause speaks for a border, in log odds. */
export function learnPauses(seconds: readonly number[]): (pause: number) => number {
  const logs = seconds.map(toLog);
  const middle = [...logs].sort((a, b) => a - b)[logs.length >> 1] ?? USUAL_WITHIN.mean;
  const shift = Math.max(-1, Math.min(1, middle - USUAL_WITHIN.mean));
  const usual = {
    within: { ...USUAL_WITHIN, mean: USUAL_WITHIN.mean + shift },
    between: { ...USUAL_BETWEEN, mean: USUAL_BETWEEN.mean + shift / 2 },
  };
  let { within, between } = usual;
  let share = USUAL_SHARE;
  const weigh = (log: number) => {
    // A pause shorter than most is no less one within, and a night no less one between.
    const x = Math.max(within.mean, Math.min(between.mean, log));
    const [one, other] = [density(x, within), density(x, between)];
    return Math.log((share * other) / ((1 - share) * ((1 - HELD_UP) * one + HELD_UP * other)));
  };
  for (let round = 0; round < ROUNDS; round++) {
    const odds = logs.map((log) => 1 / (1 + Math.exp(-weigh(log))));
    const count = odds.reduce((sum, odd) => sum + odd, 0);
    within = fit(
      logs,
      odds.map((odd) => 1 - odd),
      usual.within,
    );
    between = fit(logs, odds, usual.between);
    if (between.mean < within.mean + LEAST_APART) between = { ...between, mean: within.mean + LEAST_APART };
    share = (count + WEIGHT * USUAL_SHARE) / (logs.length + WEIGHT);
  }
  return (pause) => Math.max(-MOST, Math.min(MOST, weigh(toLog(pause))));
}

const toLog = (seconds: number) => Math.log(Math.max(1, seconds));

function density(x: number, { mean, spread }: Kind): number {
  return Math.exp(-(((x - mean) / spread) ** 2) / 2) / spread;
}

function fit(logs: readonly number[], odds: readonly number[], usual: Kind): Kind {
  let [weight, sum] = [WEIGHT, WEIGHT * usual.mean];
  for (const [i, log] of logs.entries()) {
    weight += odds[i] ?? 0;
    // A night or a lunch does not make all pauses long.
    sum += (odds[i] ?? 0) * Math.min(log, usual.mean + 2);
  }
  const mean = sum / weight;
  let squares = WEIGHT * usual.spread ** 2;
  for (const [i, log] of logs.entries())
    squares += (odds[i] ?? 0) * (Math.min(log, usual.mean + 2) - mean) ** 2;
  const spread = Math.sqrt(squares / weight);
  return { mean, spread: Math.max(LEAST_SPREAD, Math.min(MOST_SPREAD, spread)) };
}
