import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Account, describe, MADE_UP } from './accounts.ts';

/** The account of the form; null: cancelled. */
export async function readChoice(
  request: IncomingMessage,
  accounts: ReadonlyMap<string, Account>,
): Promise<Account | null> {
  const form = new URLSearchParams(await text(request));
  const field = (name: string) => form.get(name)?.trim() ?? '';
  if (form.has('cancel')) return null;
  if (form.has('sub-of')) return accounts.get(field('sub-of')) ?? null;
  return describe({
    email: field('email'),
    name: field('name'),
    verified: form.has('verified'),
    hd: field('hd'),
    sub: field('sub').replace(/\D/g, ''),
  });
}

const escaped = (value: string) => value.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

export function chooserPage(response: ServerResponse): void {
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy':
      "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'",
  });
  const rows = MADE_UP.map(
    ({ account: { sub, name, email }, kind }) => `
      <li><button name="sub-of" value="${sub}"><b>${escaped(name)}</b><span>${escaped(email)}</span><small>${escaped(kind)}</small></button></li>`,
  );
  response.end(`<!doctype html>
<html lang="ro">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>Alege un cont – MOD TEST</title>
    <link rel="stylesheet" href="/style.css">
  </head>
  <body>
    <main>
      <p class="test">MOD TEST – nu este Google</p>
      <h1>Alege un cont</h1>
      <p>Conturile sunt inventate. Oricine intră cu oricare dintre ele, fără parolă.</p>
      <form method="post"><ul>${rows.join('')}</ul></form>
      <form method="post">
        <h2>Alt cont</h2>
        <label>Adresa de email <input name="email" type="email" required></label>
        <label>Numele <input name="name"></label>
        <label>Domeniul Workspace (hd) <input name="hd"></label>
        <label>Numărul contului (gol: după adresă) <input name="sub" inputmode="numeric" pattern="\\d*"></label>
        <label class="row"><input name="verified" type="checkbox" checked> Adresă confirmată</label>
        <button>Continuă</button>
      </form>
      <form method="post"><button name="cancel" value="1">Anulează</button></form>
    </main>
  </body>
</html>
`);
}

export const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.4 system-ui, sans-serif; }
  main { max-width: 26rem; margin: 1.5rem auto; padding: 0 1rem; }
  .test { background: #ffd60a; color: #000; font-weight: 700; padding: .5rem .75rem; border-radius: .5rem; }
  h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; }
  ul { list-style: none; padding: 0; display: grid; gap: .5rem; }
  li button { display: grid; text-align: left; width: 100%; }
  button { font: inherit; padding: .6rem .8rem; border-radius: .6rem; border: 1px solid GrayText; background: Canvas; color: CanvasText; cursor: pointer; }
  label { display: grid; margin-bottom: .6rem; }
  label.row { display: flex; gap: .5rem; }
  input { font: inherit; padding: .4rem; }
  form { margin: 0 0 1.5rem; }
`;
