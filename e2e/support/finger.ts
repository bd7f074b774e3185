import type { CDPSession, Locator, Page } from '@playwright/test';

interface Spot {
  readonly x: number;
  readonly y: number;
}

const STEPS = 6;

/** Real touches: Chromium itself decides whether they scroll the page. */
export class Fingers {
  readonly #session: CDPSession;
  readonly #page: Page;

  private constructor(page: Page, session: CDPSession) {
    this.#page = page;
    this.#session = session;
  }

  static async on(page: Page): Promise<Fingers> {
    return new Fingers(page, await page.context().newCDPSession(page));
  }

  /** From the middle of `target`, or from a share of it. */
  async drag(target: Locator, by: Spot, from: Spot = { x: 0.5, y: 0.5 }): Promise<void> {
    await target.scrollIntoViewIfNeeded();
    const box = await target.boundingBox();
    if (box === null) throw new Error('nothing to drag');
    const start = { x: box.x + box.width * from.x, y: box.y + box.height * from.y };
    await this.#touch([(share) => ({ x: start.x + by.x * share, y: start.y + by.y * share })]);
  }

  /** A long touch in the middle of `target`: the finger stays while `act` waits for what it does. */
  async longPress(target: Locator, act: () => Promise<void>): Promise<void> {
    const box = await target.boundingBox();
    if (box === null) throw new Error('nothing to hold');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await this.#session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    await act();
    await this.#session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  }

  /** Two fingers that part from the middle of `target` until they are `apart` pixels from each other. */
  async spread(target: Locator, apart: number): Promise<void> {
    const box = await target.boundingBox();
    if (box === null) throw new Error('nothing to enlarge');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const half = (share: number) => 20 + (apart / 2 - 20) * share;
    await this.#touch([(share) => ({ x: x - half(share), y }), (share) => ({ x: x + half(share), y })]);
  }

  async #touch(ways: readonly ((share: number) => Spot)[]): Promise<void> {
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', share: number, fingers = ways.length) =>
      this.#session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: ways.slice(0, fingers).map((way, id) => ({ ...way(share), id })),
      });
    for (let finger = 1; finger <= ways.length; finger++) await send('touchStart', 0, finger);
    for (let step = 1; step <= STEPS; step++) {
      await send('touchMove', step / STEPS);
      await this.#page.evaluate(() => new Promise(requestAnimationFrame));
    }
    await send('touchEnd', 1, 0);
  }
}
