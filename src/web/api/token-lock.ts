/**
 * A renewed token kills the old one at once, so in one browser nothing asks who is signed in while a renewal is on its way:
 * `exclusive` renews, `shared` asks. Without locks (an insecure context) each tab only waits for its own.
 */
const NAME = 'fotolot-token';
let last: Promise<unknown> = Promise.resolve();

export function withToken<T>(mode: 'exclusive' | 'shared', work: () => Promise<T>): Promise<T> {
  if ('locks' in navigator) return navigator.locks.request(NAME, { mode }, work) as Promise<T>;
  const turn = last.then(work, work);
  last = turn;
  return turn;
}
