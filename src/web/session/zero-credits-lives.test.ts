import { deepEqual, equal, ok } from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import fc from 'fast-check';
import { decideZeroCredits } from '#web/session/zero-credits.ts';
import { readMarker, writeMarker } from '#web/session/zero-credits-marker.ts';

/** What the specification says, in its own words and nothing else. */
interface Model {
  user: string | null;
  /** Null until a server snapshot of the user document arrives. */
  balance: number | null;
  paying: boolean;
  open: boolean;
  /** For whom the marker of the browser session stands. */
  marked: string | null;
}

/** A tab as the dialog's component keeps it: mounted while there is a user, deciding when something it depends on has changed. */
class Tab {
  uid: string | null = null;
  balance: number | null = null;
  paying = false;
  open = false;
  openings = 0;
  #seen = '';

  change(next: { uid?: string | null; balance?: number | null; paying?: boolean }): void {
    Object.assign(this, next);
    if (this.uid === null) {
      this.unmount();
      return;
    }
    const seen = JSON.stringify([this.uid, this.balance, this.paying]);
    if (seen === this.#seen) return;
    this.#seen = seen;
    const wasOpen = this.open;
    const { uid, balance, paying, open } = this;
    const decision = decideZeroCredits({
      uid,
      balance,
      paymentProcessing: paying,
      shownTo: readMarker(),
      open,
    });
    writeMarker(decision.shownTo);
    this.open = decision.open;
    if (!wasOpen && this.open) this.openings += 1;
  }

  unmount(): void {
    this.open = false;
    this.#seen = '';
  }
}

type Step = fc.Command<Model, Tab>;

/** One thing that happens: to the model by the rules, to the tab for real; then both must agree. */
function step(
  name: string,
  rule: (model: Model) => void,
  act: (tab: Tab) => void,
  check: (model: Readonly<Model>) => boolean = () => true,
): Step {
  return {
    check,
    toString: () => name,
    run(model, tab) {
      const before = { open: model.open, openings: tab.openings };
      rule(model);
      // „It opens when the balance becomes 0“, once, „postponed while a payment is processing“.
      const isDue = model.user !== null && model.balance === 0 && model.marked !== model.user;
      if (isDue && !model.paying) Object.assign(model, { open: true, marked: model.user });
      act(tab);
      deepEqual({ open: tab.open, marked: readMarker() }, { open: model.open, marked: model.marked });
      const hasOpened = tab.openings > before.openings;
      equal(hasOpened, !before.open && model.open);
      if (hasOpened) ok(tab.uid !== null && tab.balance === 0 && !tab.paying);
    },
  };
}

const balanceIs = (balance: number) =>
  step(
    `balance ${balance}`,
    (model) => {
      model.balance = balance;
      // „A balance above 0, or unlimited, closes it and clears the marker.“
      if (balance !== 0) Object.assign(model, { open: false, marked: null });
    },
    (tab) => tab.change({ balance }),
    (model) => model.user !== null,
  );

const payment = (paying: boolean) =>
  step(
    paying ? 'payment begins' : 'payment ends',
    (model) => Object.assign(model, { paying }),
    (tab) => tab.change({ paying }),
    (model) => model.user !== null && model.paying !== paying,
  );

const closed = (by: string) =>
  step(
    `closed by ${by}`,
    (model) => Object.assign(model, { open: false }),
    (tab) => Object.assign(tab, { open: false }),
    (model) => model.open,
  );

/** Session storage stays, everything else begins anew. */
const reloaded = step(
  'reload',
  (model) => Object.assign(model, { open: false, balance: null, paying: false }),
  (tab) => {
    tab.unmount();
    tab.change({ balance: null, paying: false });
  },
);

const signedOut = step(
  'sign-out',
  (model) => Object.assign(model, { user: null, open: false, balance: null, paying: false }),
  (tab) => tab.change({ uid: null, balance: null, paying: false }),
);

const signedIn = (uid: string) =>
  step(
    `sign-in of ${uid}`,
    (model) => {
      // „A change of user resets it.“
      if (model.marked !== uid) model.marked = null;
      Object.assign(model, { user: uid, open: false, balance: null });
    },
    (tab) => tab.change({ uid, balance: null }),
    (model) => model.user !== uid,
  );

describe('the zero-credits dialog', () => {
  afterEach(() => writeMarker(null));

  it('does what the specification says in 1,000 drawn lives of a browser session', () => {
    const steps = [
      ...[-1, 0, 1, 12].map((balance) => fc.constant(balanceIs(balance))),
      fc.constant(balanceIs(0)),
      ...[true, false].map((paying) => fc.constant(payment(paying))),
      ...['„Poate mai târziu”', 'Escape', 'the recharge'].map((by) => fc.constant(closed(by))),
      fc.constant(reloaded),
      fc.constant(signedOut),
      ...['usr_ana', 'usr_ion'].map((uid) => fc.constant(signedIn(uid))),
    ];
    let openings = 0;
    const life = fc.property(fc.commands(steps, { maxCommands: 40, size: 'max' }), (commands) => {
      writeMarker(null);
      const tab = new Tab();
      tab.change({ uid: 'usr_ana' });
      const model: Model = { user: 'usr_ana', balance: null, paying: false, open: false, marked: null };
      fc.modelRun(() => ({ model, real: tab }), commands);
      openings += tab.openings;
    });
    fc.assert(life, { numRuns: 1000, seed: 20_261_121 });
    ok(openings > 1000, `the lives opened it only ${openings} times`);
  });
});
