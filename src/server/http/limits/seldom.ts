/**
 * Says the first of many equal things at once and counts the rest; when `everyMs` are over and there were any, the last of them is said
 * with the number of the others. So there is at most one line in that time, and none is left out of the count.
 */
export function throttleLog<T>(everyMs: number, say: (what: T, more: number) => void): (what: T) => void {
  let waiting: { what: T; more: number } | null = null;
  let timer: NodeJS.Timeout | null = null;
  const pause = () => {
    timer = setTimeout(() => {
      timer = null;
      if (waiting === null) return;
      const { what, more } = waiting;
      waiting = null;
      say(what, more);
      pause();
    }, everyMs).unref();
  };
  return (what) => {
    if (timer) {
      waiting = { what, more: waiting === null ? 0 : waiting.more + 1 };
      return;
    }
    say(what, 0);
    pause();
  };
}
