import { deepEqual, equal, ok } from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import fc from 'fast-check';
import { decideZeroCredits } from '#web/shared/credits/zero-credits.ts';
import {
  keepShown,
  markShown,
  rememberShown,
  unmarkShown,
  wasShownTo,
} from '#web/shared/credits/zero-credits-marker.ts';

const PEOPLE = ['usr_ana', 'usr_ion'];
/** The browser's storage, which the server empties at sign-out. */
const storage = new Map<string, string>();
const isMarked = (uid: string) => storage.has(`fotolot.zero-credits.${uid}`);

/** The specification as a model, and nothing else. */
interface Model {
  user: string | null;
  /** Null until a server snapshot of the user document arrives. */
  balance: number | null;
  paying: boolean;
  /** True when another dialog is open. */
  covered: boolean;
  onPrices: boolean;
  open: boolean;
  dismissals: number;
  /** Users for whom the marker of the browser session stands. */
  marked: string[];
}

/** A tab as the dialog's component keeps it; it decides when something it depends on has changed. */
class Tab {
  uid: string | null = null;
  balance: number | null = null;
  paying = false;
  covered = false;
  onPrices = false;
  openFor: string | null = null;
  openings = 0;
  dismissals = 0;
  #seen = '';

  change(
    next: Partial<Pick<Tab, 'uid' | 'balance' | 'paying' | 'covered' | 'onPrices'>>,
    steppedBack = false,
  ) {
    Object.assign(this, next);
    const { uid, balance, paying, covered, onPrices } = this;
    const seen = JSON.stringify([uid, balance, paying || covered, onPrices]);
    if (seen === this.#seen) return;
    this.#seen = seen;
    const before = this.openFor;
    const { openFor, wasShown } = decideZeroCredits({
      uid,
      balance,
      isBusy: paying || covered,
      isOnPrices: onPrices,
      steppedBack,
      wasShown: uid !== null && wasShownTo(uid),
      openFor: before,
    });
    if (uid !== null) (wasShown ? markShown : unmarkShown)(uid);
    this.openFor = openFor;
    if (before === null && openFor !== null) this.openings += 1;
    if (before !== null && before !== openFor) this.dismissals += 1;
  }

  close(isRecharge: boolean) {
    this.openFor = null;
    if (!isRecharge) this.dismissals += 1;
  }

  reload() {
    this.openFor = null;
    this.#seen = '';
    rememberShown();
  }
}

type Step = fc.Command<Model, Tab>;

/** One event: it happens to the model by the rules, to the tab for real; then both must agree. */
function step(
  name: string,
  {
    rule,
    act,
    check = () => true,
  }: { rule: (model: Model) => void; act: (tab: Tab) => void; check?: (model: Readonly<Model>) => boolean },
): Step {
  return {
    check,
    toString: () => name,
    run(model, tab) {
      const before = { open: model.open, openings: tab.openings };
      rule(model);
      // „It opens when the balance becomes 0“, once, „postponed while a payment is processing“, not over another, not on the prices.
      const isDue = model.user !== null && model.balance === 0 && !model.marked.includes(model.user);
      if (isDue && !model.paying && !model.covered && !model.onPrices)
        Object.assign(model, { open: true, marked: [...model.marked, model.user] });
      act(tab);
      deepEqual(
        {
          open: tab.openFor !== null,
          dismissals: tab.dismissals,
          marked: PEOPLE.filter(isMarked),
        },
        {
          open: model.open,
          dismissals: model.dismissals,
          marked: PEOPLE.filter((uid) => model.marked.includes(uid)),
        },
      );
      const hasOpened = tab.openings > before.openings;
      equal(hasOpened, !before.open && model.open);
      if (hasOpened)
        ok(tab.uid !== null && tab.balance === 0 && !tab.paying && !tab.covered && !tab.onPrices);
    },
  };
}

/** Closing by any means other than the recharge emits a dismiss event. */
function closes(model: Model): void {
  if (model.open) model.dismissals += 1;
  model.open = false;
}

const balanceIs = (balance: number) =>
  step(`balance ${balance}`, {
    rule: (model) => {
      model.balance = balance;
      if (balance === 0) return;
      // „A balance above 0, or unlimited, closes it and clears the marker.“
      closes(model);
      model.marked = model.marked.filter((uid) => uid !== model.user);
    },
    act: (tab) => tab.change({ balance }),
    check: (model) => model.user !== null,
  });

const givesBack = step('the last credits go with a purchase that is given back', {
  rule: (model) => {
    model.balance = 0;
    if (model.user) model.marked = [...model.marked, model.user];
  },
  act: (tab) => tab.change({ balance: 0 }, true),
  check: (model) => model.user !== null && model.balance !== null && model.balance !== 0,
});

const turns = (what: 'paying' | 'covered' | 'onPrices', on: boolean) =>
  step(`${what}: ${on}`, {
    rule: (model) => {
      model[what] = on;
      if (what === 'onPrices' && on) closes(model);
    },
    act: (tab) => tab.change({ [what]: on }),
    check: (model) => model[what] !== on,
  });

const closed = (by: string, isRecharge: boolean) =>
  step(`closed by ${by}`, {
    rule: (model) => (isRecharge ? Object.assign(model, { open: false }) : closes(model)),
    act: (tab) => tab.close(isRecharge),
    check: (model) => model.open,
  });

/** Reloads: session storage stays, everything else begins anew; a page that goes away tells nothing. */
const reloaded = step('reload', {
  rule: (model) => Object.assign(model, { open: false, balance: null, paying: false, covered: false }),
  act: (tab) => {
    tab.reload();
    tab.change({ balance: null, paying: false, covered: false });
  },
});

const signedOut = step('sign-out', {
  rule: (model) => {
    closes(model);
    Object.assign(model, { user: null, balance: null, paying: false });
  },
  act: (tab) => {
    storage.clear();
    keepShown();
    tab.change({ uid: null, balance: null, paying: false });
  },
});

const signedIn = (uid: string) =>
  step(`sign-in of ${uid}`, {
    rule: (model) => {
      // „A change of user resets it.“
      closes(model);
      Object.assign(model, { user: uid, balance: null });
    },
    act: (tab) => tab.change({ uid, balance: null }),
    check: (model) => model.user !== uid,
  });

describe('the zero-credits dialog', () => {
  beforeEach(() => {
    const methods = {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => storage.set(key, value),
      removeItem: (key: string) => storage.delete(key),
    };
    // Stored keys are its own keys, as in a browser.
    const sessionStorage = new Proxy(methods, {
      ownKeys: () => [...storage.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    });
    Object.assign(globalThis, { sessionStorage });
  });
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'sessionStorage');
  });

  it('does what the specification says in 2,000 drawn lives of a browser session', () => {
    const steps = [
      ...[-1, 0, 0, 0, 1, 12].map((balance) => fc.constant(balanceIs(balance))),
      fc.constant(givesBack),
      ...(['paying', 'covered', 'onPrices'] as const).flatMap((what) =>
        [true, false, false].map((on) => fc.constant(turns(what, on))),
      ),
      ...['„Poate mai târziu”', 'Escape'].map((by) => fc.constant(closed(by, false))),
      fc.constant(closed('the recharge', true)),
      fc.constant(reloaded),
      fc.constant(signedOut),
      ...PEOPLE.map((uid) => fc.constant(signedIn(uid))),
    ];
    let openings = 0;
    let dismissals = 0;
    const life = fc.property(fc.commands(steps, { maxCommands: 40, size: 'max' }), (commands) => {
      for (const uid of PEOPLE) unmarkShown(uid);
      const tab = new Tab();
      tab.change({ uid: 'usr_ana' });
      const model: Model = {
        user: 'usr_ana',
        balance: null,
        paying: false,
        covered: false,
        onPrices: false,
        open: false,
        dismissals: 0,
        marked: [],
      };
      fc.modelRun(() => ({ model, real: tab }), commands);
      openings += tab.openings;
      dismissals += tab.dismissals;
    });
    fc.assert(life, { numRuns: 2000, seed: 20_261_121 });
    ok(openings > 1000, `the lives opened it only ${openings} times`);
    ok(dismissals > 500, `the lives dismissed it only ${dismissals} times`);
  });
});
