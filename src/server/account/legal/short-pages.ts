import { SAL_URL } from '#domain/payments/shop-duties.ts';
import type { LegalFacts } from '#server/account/legal/legal-facts.ts';
import { type LegalPage, operatorBlock, writeTo } from '#server/account/legal/page.ts';
import { html } from '#server/http/html.ts';

/** Returns the page on reporting illegal content. */
export function noticePage(app: LegalFacts): LegalPage {
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
<p>Fotografiile urcate la Fotolot sunt văzute doar de cine le-a urcat; publice sunt numai pozele de profil și paginile de lot pe care le publică el. O pagină de lot se semnalează cel mai repede chiar de pe ea. Un anunț publicat pe OLX, Autovit sau altundeva se semnalează acolo.</p>`,
      },
      {
        title: 'Punctul unic de contact',
        body: html`
<p>Pentru autoritățile statelor membre, Comisia Europeană și Comitetul european pentru serviciile digitale (art. 11 din Regulamentul (UE) 2022/2065), ca și pentru oricine folosește Fotolot (art. 12): scrie ${writeTo(app, 'Punct de contact DSA')}. Citește și răspunde un om, nu un program.</p>
<p>Limbile în care ne poți scrie: <strong>română</strong> și <strong>engleză</strong>.</p>`,
      },
    ],
  };
}

export function contactPage(app: LegalFacts): LegalPage {
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
<p><a href="https://anpc.ro/" rel="noopener">ANPC</a> · <a href="${SAL_URL}" rel="noopener">Soluționarea alternativă a litigiilor (SAL)</a></p>`,
      },
    ],
  };
}

/** Returns the statement on accessibility. */
export function accessibilityPage(app: LegalFacts): LegalPage {
  return {
    title: 'Declarație de accesibilitate',
    lead: 'Cum poate fi folosit Fotolot de oricine și ce faci dacă ceva te oprește.',
    sections: [
      {
        title: 'Serviciul și regulile',
        body: html`
<p>Fotolot este un serviciu digital vândut online: urci fotografii, serverul le pregătește, le descarci; contul, plata și retragerea din contract sunt parte din el. Urmărim cerințele Legii nr. 232/2022 privind cerințele de accesibilitate aplicabile produselor și serviciilor și, ca mijloc, standardul european EN 301 549, din care fac parte regulile WCAG 2.1, nivelul AA; mergem după cele mai noi, WCAG 2.2, nivelul AA.</p>`,
      },
      {
        title: 'Ce merge',
        body: html`
<ul>
<li>Totul se poate face de la tastatură și cu un cititor de ecran: pagini cu titluri și repere, câmpuri cu etichetă, erori spuse lângă câmp, stări anunțate fără să mute focusul.</li>
<li>Textul se mărește până la 400% fără derulare pe lățime; paginile merg de la 320 de pixeli lățime.</li>
<li>Contrast cel puțin 4,5:1, în tema deschisă și în cea închisă; culorile impuse de sistem sunt respectate; nimic nu se spune doar prin culoare.</li>
<li>Mișcarea se oprește când dispozitivul o cere.</li>
<li>Documentele acestea și retragerea din contract merg fără niciun script.</li>
</ul>`,
      },
      {
        title: 'Ce nu merge pe deplin',
        body: html`
<ul>
<li>Fotografiile urcate de tine nu au descriere: numele fișierului le ține loc.</li>
<li>Mutarea liberă a unui colț sau a unei tușe se face mai ușor cu degetul sau cu mouse-ul; de la tastatură se face cu săgețile, mai încet.</li>
<li>Facturile PDF au limbă, titluri, paragrafe și tabel marcate pentru cititoarele de ecran, dar nu am verificat că împlinesc tot standardul PDF/UA.</li>
<li>Pagina de plată este a NETOPIA Payments și nu o putem schimba.</li>
</ul>`,
      },
      {
        title: 'Cum am verificat',
        body: html`
<p>La fiecare schimbare, fiecare pagină este verificată automat (axe), în ambele teme, pe ecran lat și la 360 de pixeli, iar drumurile principale sunt parcurse de la tastatură. Nu este o evaluare făcută de altcineva.</p>`,
      },
      {
        title: 'Dacă ceva te oprește',
        body: html`
<p>Scrie ${writeTo(app, 'Accesibilitate')} și spune pagina și ce folosești. Răspundem în cel mult 30 de zile și îți dăm ce ai nevoie pe alt drum până atunci. Dacă nu ești mulțumit de răspuns, te poți adresa <a href="https://anpc.ro/" rel="noopener">ANPC</a>.</p>`,
      },
    ],
  };
}
