import type { TestServer } from '#testing/server.ts';
import {
  agreeToCheckout,
  type Buyer,
  beginPayment,
  createDeskClient,
  GOOD_CARD,
  orderBecomes,
  packageCalled,
} from '#testing/shop/shop.ts';

interface Page {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** The forms of the function of withdrawal, as a browser without a script sends them. */
export type Forms = ReturnType<typeof withdrawalForms>;

export function withdrawalForms({ url }: { readonly url: string }) {
  const read = async (response: Response): Promise<Page> => ({
    status: response.status,
    headers: response.headers,
    text: await response.text(),
  });
  const post = async (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    read(
      await fetch(new URL(path, url), {
        method: 'POST',
        headers: { 'sec-fetch-site': 'same-origin', ...headers },
        body: new URLSearchParams(fields),
      }),
    );
  return {
    post,
    ask: (order: string, email: string, name = 'Ștefania Țurcanu') =>
      post('/legal/withdrawal', { order, email, name }),
    confirm: (fields: Record<string, string>) => post('/legal/withdrawal/confirm', fields),
    open: async (link: string) => read(await fetch(new URL(link, url))),
  };
}

/** What the second step brings back of the first. */
export function hiddenIn(page: string): Record<string, string> {
  return Object.fromEntries(
    [...page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  );
}

/** A page as it is whatever was typed. */
export function withoutValues(page: Page | undefined): string {
  return `${page?.status} ${page?.text.replaceAll(/value="[^"]*"/g, '')}`;
}

let people = 0;

/** A person of their own with the package of 10 credits, paid. */
export async function buyStarter(server: TestServer) {
  people += 1;
  const email = `retras${people}@fotolot.example`;
  const buyer: Buyer = await server.newUser(email);
  const item = await packageCalled(buyer, 'Starter 10');
  await agreeToCheckout(buyer, item);
  const { orderId, paymentUrl } = await beginPayment(buyer, item.id);
  await createDeskClient(paymentUrl ?? '')('POST', `/orders/${orderId}/pay`, { card: GOOD_CARD });
  await orderBecomes(buyer, orderId, 'paid');
  return { buyer, email, orderId };
}
