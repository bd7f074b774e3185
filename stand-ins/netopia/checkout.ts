import { APPROVED, type CardOutcome, judge, NOT_AUTHENTICATED } from './cards.ts';
import { type Desk, settle } from './desk.ts';
import { isOver, isPaid, type Order } from './orders.ts';
import { authorizePage, cardPage, layout, overPage, returnUrl } from './pages.ts';

/** Reply of a page: HTML, or a redirect. `formOrigins`: where its forms may lead besides here, redirects included. */
export interface PageAnswer {
  readonly status: number;
  readonly html?: string;
  readonly location?: string;
  /** Goes there by itself after so many seconds. */
  readonly refresh?: { seconds: number; url: string };
  readonly formOrigins?: string[];
}

export interface PageRequest {
  readonly isPost: boolean;
  readonly query: URLSearchParams;
  readonly form: URLSearchParams;
}

export const PAGES: Readonly<Record<string, (desk: Desk, request: PageRequest) => Promise<PageAnswer>>> = {
  '/ui/card': card,
  '/ui/3ds': authentication,
  '/sandbox/authorize': authorize,
};

const MISSING: PageAnswer = {
  status: 404,
  html: layout('Pagina de plată nu există', '<p class="lead">Întoarce-te la magazin și începe din nou.</p>'),
};

async function card(desk: Desk, { isPost, query, form }: PageRequest): Promise<PageAnswer> {
  const order = desk.orders.find(({ page }) => page === query.get('p'));
  if (!order) return MISSING;
  if (isOver(order)) return over(desk, order);
  if (!isPost) return { status: 200, html: cardPage(order, nextExpiry()), formOrigins: shopOrigins(order) };
  const number = form.get('number') ?? '';
  const { outcome, needsAuthentication } = judge(
    { number, expiry: form.get('expiry') ?? '', cvv: form.get('cvv') ?? '' },
    new Date(),
  );
  if (needsAuthentication) {
    order.status = 15;
    order.code = '100';
    desk.orders.save();
    return { status: 303, location: `/ui/3ds?p=${order.page}` };
  }
  return finish(desk, order, { outcome, number });
}

/** The 3-D Secure step of the hosted page: GET shows the bank, POST brings the bank page's answer. */
async function authentication(desk: Desk, { isPost, query, form }: PageRequest): Promise<PageAnswer> {
  const order = desk.orders.find(({ page }) => page === query.get('p'));
  if (!order) return MISSING;
  if (isOver(order)) return over(desk, order);
  if (!isPost)
    return {
      status: 200,
      html: authorizePage(order, `/ui/3ds?p=${order.page}`),
      formOrigins: shopOrigins(order),
    };
  const isRight = form.get('paRes') === order.rightAnswer;
  return finish(desk, order, { outcome: isRight ? APPROVED : NOT_AUTHENTICATED, number: '9900009184214768' });
}

/** The bank's page of the customerAction form: the shop's form brings paReq and backUrl. */
async function authorize(desk: Desk, { query, form }: PageRequest): Promise<PageAnswer> {
  const field = (name: string) => form.get(name) ?? query.get(name) ?? '';
  const order = desk.orders.find(({ page }) => page === field('paReq'));
  const backUrl = field('backUrl');
  // Only back to the shop: the simulator is no open door to anywhere.
  if (!order || backUrl !== order.start.config.redirectUrl) return MISSING;
  return { status: 200, html: authorizePage(order, backUrl), formOrigins: [new URL(backUrl).origin] };
}

async function finish(
  desk: Desk,
  order: Order,
  { outcome, number }: { outcome: CardOutcome; number: string },
): Promise<PageAnswer> {
  await settle(desk, order, { outcome, number });
  if (isOver(order)) return over(desk, order);
  return { status: 303, location: `/ui/card?p=${order.page}` };
}

function over(desk: Desk, order: Order): PageAnswer {
  if (!isPaid(order)) return { status: 200, html: overPage(order), formOrigins: shopOrigins(order) };
  const url = returnUrl(order);
  if (desk.returnSeconds === 0) return { status: 303, location: url };
  return { status: 200, html: overPage(order), refresh: { seconds: desk.returnSeconds, url } };
}

function shopOrigins({ start: { config } }: Order): string[] {
  return [
    ...new Set(
      [config.redirectUrl, config.cancelUrl ?? config.redirectUrl].map((url) => new URL(url).origin),
    ),
  ];
}

const nextExpiry = (): string => `12/${String((new Date().getUTCFullYear() + 3) % 100).padStart(2, '0')}`;
