/**
 * A renewal of the session's token takes turns with requests that ask who is signed in, in all tabs of one browser: `exclusive` renews,
 * `shared` asks. A request that is sent with the renewed token gets the new one without the proof that the renewal may have brought.
 * Without locks (an insecure context) each tab only waits for its own.
 */
const NAME = 'fotolot-token';
/** The longest wait for a turn: a renewal on a lost connection may hang for minutes, and the renewed token still counts for one. */
export const LONGEST_WAIT_MS = 5000;
let last: Promise<unknown> = Promise.resolve();

export function withToken<T>(mode: 'exclusive' | 'shared', work: () => Promise<T>): Promise<T> {
  if ('locks' in navigator) return inTurn(mode, work);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LONGEST_WAIT_MS);
  });
  const begin = () => {
    clearTimeout(timer);
    return work();
  };
  const turn = Promise.race([last.catch(() => undefined), patience]).then(begin);
  last = turn;
  return turn;
}

async function inTurn<T>(mode: 'exclusive' | 'shared', work: () => Promise<T>): Promise<T> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), LONGEST_WAIT_MS);
  let hasTurn = false;
  const begin = () => {
    hasTurn = true;
    clearTimeout(timer);
    return work();
  };
  try {
    return (await navigator.locks.request(NAME, { mode, signal: patience.signal }, begin)) as T;
  } catch (error) {
    if (hasTurn) throw error;
    return work();
  }
}
