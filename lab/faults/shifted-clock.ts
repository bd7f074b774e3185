import { readFileSync } from 'node:fs';

/** Loaded before a server: its clock is off by as many milliseconds as the file CLOCK_FILE says; that of its database is not. */
const file = process.env.CLOCK_FILE;
const LOOKS_MS = 50;
if (file) {
  let offset = 0;
  let lookedAt = Number.NEGATIVE_INFINITY;
  const off = () => {
    if (performance.now() - lookedAt > LOOKS_MS) {
      lookedAt = performance.now();
      offset = Number(readFileSync(file, 'utf8')) || 0;
    }
    return offset;
  };
  const Real = Date;
  const now = () => Real.now() + off();
  globalThis.Date = new Proxy(Real, {
    construct: (target, given, self) => Reflect.construct(target, given.length ? given : [now()], self),
    apply: () => new Real(now()).toString(),
    get: (target, name, self) => (name === 'now' ? now : Reflect.get(target, name, self)),
  });
}
