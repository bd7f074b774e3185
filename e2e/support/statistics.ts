import type { Locator, Page } from '@playwright/test';
import { ApiClient } from './api-client.ts';
import { becomes, type Person, until } from './steps.ts';

/** The bar that asks, and what Google's stand-in has counted. */
export const bar = (page: Page): Locator => page.getByRole('region', { name: 'Statistici' });
export const answer = (page: Page, name: string): Locator =>
  bar(page).getByRole('button', { name, exact: true });

/** The page stands, and what the server said about the session has been shown. */
export async function open({ page }: Person, path: string): Promise<void> {
  const session = page.waitForResponse('**/api/auth/session');
  await page.goto(path);
  await (await session).finished();
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** A hit by the names that it travels under. */
export type Hit = Readonly<Record<string, string>>;

export interface StandIn {
  readonly origin: string;
  /** Hits of this person's browser, oldest first. */
  hits(person: Person): Promise<Hit[]>;
  /** „event path” of each, once they are these. */
  counts(person: Person, expected: readonly string[]): Promise<void>;
}

/** Once the server offers statistics. */
export async function statisticsAt(url: string): Promise<StandIn> {
  const config = await until(
    async () => (await new ApiClient(url).call('GET', '/api/analytics/config')).body,
    ({ enabled }) => enabled,
  );
  const { origin } = new URL(config.tagUrl);
  const hits = async ({ context }: Person): Promise<Hit[]> => {
    const kept = (await context.cookies()).find(({ name }) => name === '_ga');
    const all = (await (await fetch(`${origin}/hits`)).json()) as Hit[];
    return all.filter(({ cid }) => kept?.value.endsWith(`.${cid}`));
  };
  return {
    origin,
    hits,
    counts: (person, expected) => becomes(async () => (await hits(person)).map(shown), [...expected]),
  };
}

const shown = ({ en, dl = '' }: Hit) => `${en} ${new URL(dl).pathname}`;
