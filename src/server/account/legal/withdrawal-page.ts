import { revokedSentences, withdrawalSentence } from '#domain/language/refund-sentences.ts';
import { formatMoment } from '#domain/language/time.ts';
import { toBani } from '#domain/payments/amount.ts';
import { leiInText } from '#domain/payments/price.ts';
import { CONFIRM_WITHDRAWAL, WITHDRAW_HERE } from '#domain/payments/withdrawals.ts';
import { type LegalPage, writeTo } from '#server/account/legal/page.ts';
import { withdrawalTerms } from '#server/account/legal/terms-page.ts';
import type { App } from '#server/app.ts';
import { type Html, html } from '#server/http/html.ts';
import type { WithdrawalRow } from '#server/payments/store/withdrawal-store.ts';
import type { readWithdrawal } from '#server/payments/store/withdrawals-view.ts';
import type { quoteWithdrawal } from '#server/payments/withdrawals/ask-refund.ts';

export const WITHDRAWAL_PATH = '/legal/withdrawal';
export const CONFIRM_PATH = `${WITHDRAWAL_PATH}/confirm`;

/** The fields that a person fills in. */
export interface Statement {
  readonly order: string;
  readonly email: string;
  readonly name: string;
}

/** Hidden fields that the second step returns; of no use for another order, address or amount. */
export interface Seal {
  readonly amount: string;
  readonly until: string;
  readonly token: string;
}

export type Step =
  | { readonly kind: 'ask'; readonly statement: Statement; readonly problem: string | null }
  /** A link went to the address if number and address belong together: the page cannot know. */
  | { readonly kind: 'mailed'; readonly statement: Statement }
  | {
      readonly kind: 'confirm';
      readonly statement: Statement;
      readonly seal: Seal;
      readonly item: string;
      readonly quote: Awaited<ReturnType<typeof quoteWithdrawal>>;
      /** The account is deleted: the page has no plan or credits to show. */
      readonly isGone: boolean;
      readonly problem: string | null;
    }
  | {
      readonly kind: 'receipt';
      readonly withdrawal: WithdrawalRow;
      readonly facts: Awaited<ReturnType<typeof readWithdrawal>>;
      /** The name that was typed just now; null for an earlier withdrawal. */
      readonly name: string | null;
    };

/** „Retrage-te din contract aici”: returns a step's page. The pages come from the server and need neither an account nor a script. */
export function withdrawalPage(app: Pick<App, 'operator'>, step: Step): LegalPage {
  const terms = { title: 'Ce primești înapoi', body: withdrawalTerms() };
  switch (step.kind) {
    case 'ask':
      return {
        title: WITHDRAW_HERE,
        lead: '14 zile de la plată, fără niciun motiv, cu sau fără cont la îndemână.',
        sections: [
          { title: 'Declarația ta', body: askForm(step) },
          { title: 'Nu mai ai cont?', body: withoutAccount(app) },
          terms,
        ],
      };
    case 'mailed':
      return {
        title: 'Uită-te în email',
        lead: 'Retragerea nu e făcută încă: o confirmi din email.',
        sections: [
          { title: 'Linkul', body: MAILED },
          { title: 'Nu vine nimic?', body: askForm({ ...step, kind: 'ask', problem: null }) },
          { title: 'Nu mai ai cont?', body: withoutAccount(app) },
        ],
      };
    case 'confirm':
      return {
        title: 'Te retragi din contract?',
        lead: 'Verifică și confirmă. Până nu confirmi, nu se schimbă nimic.',
        sections: [{ title: 'Ce primești și ce pierzi', body: confirmForm(step) }, terms],
      };
    case 'receipt':
      return {
        title: 'Am primit retragerea ta',
        lead: 'Pagina aceasta este dovada. O primești și pe email.',
        sections: [{ title: 'Dovada', body: renderReceipt(step) }],
      };
  }
}

const problemBox = (problem: string | null) =>
  problem === null ? html`` : html`<p class="problem" role="alert" id="problem">${problem}</p>`;

function askForm({ statement: { order, email, name }, problem }: Step & { kind: 'ask' }): Html {
  const invalid = problem === null ? html`` : html` aria-invalid="true" aria-describedby="problem"`;
  return html`
<p>Scrie numărul comenzii sau al facturii și adresa de email a contului: sunt în emailul de confirmare a plății. Apoi vezi ce primești înapoi și confirmi.</p>
${problemBox(problem)}
<form method="post" action="${WITHDRAWAL_PATH}">
<div class="field"><label for="name">Numele tău</label><input id="name" name="name" autocomplete="name" maxlength="200" required value="${name}"></div>
<div class="field"><label for="order">Numărul comenzii sau al facturii</label><input id="order" name="order" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="100" required placeholder="K7M3P-9XRT4" value="${order}"${invalid}></div>
<div class="field"><label for="email">Adresa de email a contului</label><input id="email" name="email" type="email" autocomplete="email" maxlength="254" required value="${email}"${invalid}></div>
<p>Dovada, cu data și ora, vine la această adresă.</p>
<button class="button" type="submit">Continuă</button>
</form>
<p>Ești în cont? E la fel de simplu din <a href="/settings#purchases">Setări › Cumpărări</a>.</p>`;
}

function confirmForm({ statement, seal, item, quote, isGone, problem }: Step & { kind: 'confirm' }): Html {
  const hidden = Object.entries({ ...statement, ...seal }).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  const lines = revokedSentences(quote).map((line) => html`<li>${line}</li>`);
  return html`
${problemBox(problem)}
<p>${statement.name} se retrage din contractul pentru comanda ${statement.order}: <strong>${item}</strong>.</p>
<p>Se întorc <strong>${leiInText(quote.amountBani)}</strong>, pe cardul cu care s-a plătit; dacă pe card nu se poate, îți datorăm banii și ți-i plătim prin transfer bancar, în cel mult 14 zile.</p>
${isGone ? GONE : html`<ul>${lines.reduce((all, line) => html`${all}${line}`, html``)}<li>Fotografiile și loturile rămân la locul lor.</li></ul>`}
<form method="post" action="${CONFIRM_PATH}">
${hidden.reduce((all, field) => html`${all}${field}`, html``)}
<button class="button" type="submit">${CONFIRM_WITHDRAWAL}</button>
</form>
<p><a href="${WITHDRAWAL_PATH}">Păstrez cumpărarea</a></p>`;
}

const GONE = html`<p>Contul este șters. Se socotesc creditele din această cumpărare pe care nu le-ai folosit.</p>`;

const MAILED = html`
<p role="status">Dacă numărul și adresa sunt ale unei comenzi plătite, ți-am trimis la acea adresă un link cu care vezi suma și te retragi. Vine în câteva minute; uită-te și în spam.</p>`;

/** Buyers who left before their orders had a key have this way alone. */
function withoutAccount(app: Pick<App, 'operator'>): Html {
  return html`
<p>Te retragi tot de aici: scrie numărul comenzii sau al facturii și adresa cu care ai plătit, iar la ea îți trimitem un link. Dacă nu vine, scrie ${writeTo(app, 'Retragere din contract')}, cu același număr, în cele 14 zile: te retragi și așa, iar noi îți confirmăm pe email data și ora.</p>`;
}

function renderReceipt({ withdrawal, facts, name }: Step & { kind: 'receipt' }): Html {
  const amountBani = toBani(facts.amount) ?? 0;
  return html`
<dl>
<dt>Declarația</dt><dd>„${withdrawal.words}”</dd>
${name === null ? '' : html`<dt>Cine s-a retras</dt><dd>${name}</dd>`}
<dt>Primită</dt><dd>${formatMoment(new Date(facts.declaredAt))}</dd>
<dt>Banii</dt><dd>${withdrawalSentence({ ...facts, amountBani })}</dd>
</dl>
<p>Nu mai ai nimic de făcut. Păstrează pagina sau emailul.</p>`;
}
