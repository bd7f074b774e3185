import { CARDS } from './cards.ts';
import { isPaid, type Order } from './orders.ts';

/** Pages without scripts: forms, links and one style sheet. */
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const money = (order: Order): string =>
  new Intl.NumberFormat('ro-RO', { style: 'currency', currency: order.start.order.currency }).format(
    order.start.order.amount,
  );

export function layout(title: string, content: string): string {
  return `<!doctype html>
<html lang="ro">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} – MOD TEST</title>
<link rel="stylesheet" href="/style.css">
</head>
<body>
<header>MOD TEST – nu se încasează bani</header>
<main>
<h1>${escapeHtml(title)}</h1>
${content}
</main>
</body>
</html>
`;
}

function summary(order: Order): string {
  const { description, orderID } = order.start.order;
  return `<dl class="summary">
<div><dt>Comanda</dt><dd>${escapeHtml(description)}</dd></div>
<div><dt>Număr</dt><dd class="id">${escapeHtml(orderID)}</dd></div>
<div class="total"><dt>De plată</dt><dd>${escapeHtml(money(order))}</dd></div>
</dl>`;
}

export function cardPage(order: Order, expiry: string): string {
  const action = `/ui/card?p=${order.page}`;
  const problem = order.sentence
    ? `<p class="problem" role="alert">${escapeHtml(order.sentence)} Poți încerca din nou.</p>`
    : '';
  const buttons = CARDS.map(
    ({ number, label }) =>
      `<li><form method="post" action="${action}">
<input type="hidden" name="expiry" value="${expiry}"><input type="hidden" name="cvv" value="111">
<button class="quiet" name="number" value="${number}"><span>${escapeHtml(label)}</span> <span class="id">${number}</span></button>
</form></li>`,
  );
  return layout(
    'Simulator de plată',
    `${problem}${summary(order)}
<form class="card" method="post" action="${action}">
<label for="number">Numărul cardului</label>
<input id="number" name="number" inputmode="numeric" autocomplete="off" maxlength="23" required value="${CARDS[0]?.number}">
<div class="pair">
<div><label for="expiry">Expiră (LL/AA)</label>
<input id="expiry" name="expiry" autocomplete="off" maxlength="7" required value="${expiry}"></div>
<div><label for="cvv">CVV</label>
<input id="cvv" name="cvv" inputmode="numeric" autocomplete="off" maxlength="4" required value="111"></div>
</div>
<button>Plătește ${escapeHtml(money(order))}</button>
</form>
<section aria-labelledby="cards">
<h2 id="cards">Plătește cu un card de test</h2>
<ul>${buttons.join('\n')}</ul>
</section>
<p><a href="${escapeHtml(shopUrl(order))}">Renunță și înapoi la magazin</a></p>`,
  );
}

/** Address of the button „Înapoi la magazin”: without the order's id when the shop gave an address for it. */
function shopUrl(order: Order): string {
  return order.start.config.cancelUrl ?? returnUrl(order);
}

export function returnUrl(order: Order): string {
  const url = new URL(order.start.config.redirectUrl);
  url.searchParams.set('orderId', order.orderID);
  return url.href;
}

/** Nothing more to pay here: paid, being looked at, given back, given up. */
export function overPage(order: Order): string {
  const title = isPaid(order)
    ? 'Plată acceptată'
    : order.status === 13
      ? 'Plată în verificare'
      : 'Comandă închisă';
  return layout(
    title,
    `<p class="lead">${escapeHtml(order.sentence || 'Comanda este închisă.')}</p>${summary(order)}
<p><a class="button" href="${escapeHtml(shopUrl(order))}">Înapoi la magazin</a></p>`,
  );
}

/** The bank's page. Its answer goes to `backUrl` by form: with paRes when a code was given, without when the person gave up. */
export function authorizePage(order: Order, backUrl: string): string {
  const form = (inner: string) => `<form method="post" action="${escapeHtml(backUrl)}">${inner}</form>`;
  const answer = (value: string) => `<input type="hidden" name="paRes" value="${value}">`;
  return layout(
    'Confirmă plata la banca ta',
    `<p class="lead">Banca simulată cere codul primit prin SMS. Orice cod e bun.</p>${summary(order)}
${form(`${answer(order.rightAnswer)}<label for="code">Codul 3-D Secure</label>
<input id="code" inputmode="numeric" autocomplete="one-time-code" maxlength="8" required value="123456">
<button>Confirmă plata</button>`)}
${form(`${answer(order.wrongAnswer)}<button class="quiet">Cod greșit</button>`)}
${form('<button class="quiet">Renunță</button>')}`,
  );
}
