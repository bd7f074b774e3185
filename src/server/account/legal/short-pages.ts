import { html, type LegalPage, operatorBlock, writeTo } from '#server/account/legal/page.ts';
import { withdrawalTerms } from '#server/account/legal/terms-page.ts';
import type { App } from '#server/app.ts';

/** „Retrage-te din contract aici”: reachable signed in or not. */
export function withdrawalPage(app: App): LegalPage {
  return {
    title: 'Retrage-te din contract aici',
    lead: '14 zile de la plată, fără niciun motiv.',
    sections: [
      {
        title: 'Din cont, cel mai repede',
        body: html`
<p>În <a href="/settings#purchases">Setări › Cumpărări</a>, lângă comandă: „Renunță la cumpărare”. Vezi suma, apeși „Confirmă retragerea”, iar pe email vine dovada cu data și ora.</p>
<p><a class="button" href="/settings#purchases">Mergi la cumpărările tale</a></p>`,
      },
      {
        title: 'Fără cont la îndemână',
        body: html`
<p>Scrie ${writeTo(app, 'Mă retrag din contract')} de pe adresa contului. Ajunge un text ca acesta:</p>
<blockquote>Mă retrag din contractul pentru comanda ord_…, plătită pe …. Numele: …. Adresa de email a contului: ….</blockquote>
<p>Numărul comenzii e în emailul de confirmare. Îți răspundem că am primit, cu data și ora.</p>`,
      },
      { title: 'Ce primești înapoi', body: withdrawalTerms() },
    ],
  };
}

export function noticePage(app: App): LegalPage {
  return {
    title: 'Semnalează conținut ilegal',
    lead: 'Oricine ne poate spune, cu sau fără cont.',
    sections: [
      {
        title: 'Ce să scrii',
        body: html`
<p>Trimite un mesaj ${writeTo(app, 'Conținut ilegal')} cu:</p>
<ol>
<li>adresa paginii, numărul lotului sau orice ne ajută să găsim conținutul;</li>
<li>de ce crezi că este ilegal;</li>
<li>numele și adresa ta de email (nu sunt necesare când e vorba de abuzul asupra unui copil);</li>
<li>că, din ce știi, ceea ce scrii este adevărat și complet.</li>
</ol>`,
      },
      {
        title: 'Ce facem',
        body: html`
<p>Confirmăm că am primit, se uită un om, hotărâm și îți spunem ce am hotărât și cum poți contesta. Pe cel al cărui conținut îl oprim îl anunțăm cu motivul. Dacă viața cuiva este în pericol, sună întâi la 112.</p>
<p>Fotografiile urcate la Fotolot sunt văzute doar de cine le-a urcat; publice sunt numai pozele de profil. Un anunț publicat pe OLX, Autovit sau altundeva se semnalează acolo.</p>`,
      },
    ],
  };
}

export function contactPage(app: App): LegalPage {
  return {
    title: 'Contact',
    lead: 'Cine ține Fotolot și cum ne scrii.',
    sections: [
      { title: 'Operatorul', body: operatorBlock(app) },
      {
        title: 'Ajutor',
        body: html`
<p>Scrie ${writeTo(app, 'Ajutor')}. Dacă e vorba de un lot sau de o comandă, pune numărul din adresa paginii (lot_… sau ord_…): îl găsim mai repede.</p>`,
      },
      {
        title: 'Protecția consumatorilor',
        body: html`
<p><a href="https://anpc.ro/" rel="noopener">ANPC</a> · <a href="https://reclamatiisal.anpc.ro/" rel="noopener">Soluționarea alternativă a litigiilor (SAL)</a></p>`,
      },
    ],
  };
}
