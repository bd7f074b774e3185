import { doesNotMatch, equal, match, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { renderEmail } from '#server/mail/mail-layout.ts';

const ACTION = { label: 'Vezi', url: 'https://fotolot.example/settings#purchases' };
const render = (...before: string[]) => renderEmail({ subject: 'S', before, action: ACTION, after: [] });
const linksIn = (html: string) =>
  [...html.matchAll(/<a class="link" href="([^"]*)"[^>]*>([^<]*)<\/a>/g)].map(([, href, text]) => [
    href,
    text,
  ]);

describe('addresses in a mail', () => {
  it('are links, the one under the button too, without the stop behind them, and stand in the text as they are', () => {
    const text = `https://fotolot.example/legal/texts/${'a1'.repeat(32)}`;
    const { html, text: plain } = render(
      `Termenii: ${text}. Retrage-te aici: https://fotolot.example/legal/withdrawal?order=a&b=2`,
      'Vânzătorul: Poze SRL · 0740 000 000 · sef@magazin.example.',
    );
    equal(
      JSON.stringify(linksIn(html)),
      JSON.stringify([
        [text, text],
        [
          'https://fotolot.example/legal/withdrawal?order=a&amp;b=2',
          'https://fotolot.example/legal/withdrawal?order=a&amp;b=2',
        ],
        ['mailto:sef@magazin.example', 'sef@magazin.example'],
        [ACTION.url, ACTION.url],
      ]),
    );
    match(html, /<\/a>\. Retrage-te aici: /);
    match(html, /sef@magazin\.example<\/a>\.<\/p>/);
    ok(plain.includes(`Termenii: ${text}. Retrage-te`));
  });

  it('make no link of what is none and let no mark through', () => {
    const { html } = render(
      'Scrie „www.x.example” sau javascript:alert(1), <b>a@b</b> & "x".',
      'http://x.example/"onclick=a<b>',
    );
    equal(linksIn(html).length, 2);
    doesNotMatch(html, /<b>|"onclick/);
    match(html, /&lt;b&gt;a@b&lt;\/b&gt; &amp; &quot;x&quot;\./);
  });
});
