import { deepEqual, equal } from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { offerNewer } from '#web/new-version.ts';
import { type ToastMessage, takeToasts } from '#web/ui/layers/toast.ts';

/** The browser's own objects, as far as a page sees them. */
class Worker extends EventTarget {
  readonly heard: unknown[] = [];
  state: ServiceWorkerState;
  constructor(state: ServiceWorkerState) {
    super();
    this.state = state;
  }
  postMessage(said: unknown): void {
    this.heard.push(said);
  }
  becomes(state: ServiceWorkerState): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}
class Registration extends EventTarget {
  installing: Worker | null = null;
  waiting: Worker | null = null;
  active: Worker | null = null;
}
class Container extends EventTarget {
  controller: Worker | null = null;
}

let container: Container;
let registration: Registration;
let offers: ToastMessage[];
let reloads: number;
let stop: () => void;
const follow = () =>
  offerNewer(
    container as unknown as ServiceWorkerContainer,
    registration as unknown as ServiceWorkerRegistration,
    () => {
      reloads += 1;
    },
  );

/** Makes a worker that serves the page. */
function served(): Worker {
  const old = new Worker('activated');
  registration.active = old;
  container.controller = old;
  return old;
}

/** Makes a newer worker that was found and waits. */
function nextWaits(): Worker {
  const next = new Worker('installing');
  registration.installing = next;
  registration.dispatchEvent(new Event('updatefound'));
  Object.assign(registration, { installing: null, waiting: next });
  next.becomes('installed');
  return next;
}

describe('a newer version of the app', () => {
  beforeEach(() => {
    [container, registration, offers, reloads] = [new Container(), new Registration(), [], 0];
    stop = takeToasts((message) => offers.push(message));
  });
  afterEach(() => stop());

  it('is not offered on a first visit, though WebKit shows the first worker waiting before it is active', () => {
    const first = new Worker('installed');
    registration.waiting = first;
    follow();
    Object.assign(registration, { waiting: null, active: first });
    first.becomes('activating');
    first.becomes('activated');
    container.controller = first;
    container.dispatchEvent(new Event('controllerchange'));
    equal(offers.length, 0);
  });

  it('is not offered on a first visit whose worker is still installing', () => {
    const first = new Worker('installing');
    registration.installing = first;
    follow();
    Object.assign(registration, { installing: null, waiting: first });
    first.becomes('installed');
    equal(offers.length, 0);
  });

  it('is not offered to a page that no worker serves: it came from the server just now', () => {
    registration.active = new Worker('activated');
    registration.waiting = new Worker('installed');
    follow();
    equal(offers.length, 0);
  });

  it('is offered when it waits since before, when it was already on its way, and when it comes later', () => {
    served();
    registration.waiting = new Worker('installed');
    follow();
    equal(offers.length, 1);
    nextWaits();
    equal(offers.length, 2);
    const early = new Worker('installing');
    Object.assign(registration, { installing: early, waiting: null });
    follow();
    Object.assign(registration, { installing: null, waiting: early });
    early.becomes('installed');
    deepEqual(
      offers.slice(2).map(({ text, timeout }) => [text, timeout]),
      [['Fotolot are o versiune nouă.', 0]],
    );
  });

  describe('„Reîncarcă”', () => {
    const press = () => offers[0]?.action?.onPress();

    it('asks the version that waits to take over and reloads once the page is its own', () => {
      served();
      follow();
      const next = nextWaits();
      press();
      deepEqual([next.heard, reloads], [['take-over'], 0]);
      container.dispatchEvent(new Event('controllerchange'));
      next.becomes('activated');
      equal(reloads, 1);
    });

    it('reloads also where the browser never says that another worker serves the page', () => {
      served();
      follow();
      const next = nextWaits();
      press();
      next.becomes('activating');
      equal(reloads, 0);
      next.becomes('activated');
      equal(reloads, 1);
    });

    it('reloads at once where nothing waits any more, and asks the newest where several came', () => {
      served();
      follow();
      nextWaits().becomes('redundant');
      const newest = nextWaits();
      press();
      deepEqual(newest.heard, ['take-over']);
      newest.becomes('redundant');
      equal(reloads, 1);
      registration.waiting = null;
      press();
      equal(reloads, 2);
    });
  });
});
