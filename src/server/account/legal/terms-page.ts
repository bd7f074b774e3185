import { FREE_RUNS_PER_DAY, PHOTOS_PER_CREDIT, WINDOW_DAYS } from '#domain/credits/cost.ts';
import { SIGNUP_BONUS } from '#domain/credits/grants.ts';
import { REFUND_DAYS, refundBani } from '#domain/credits/revocation.ts';
import { vatOn, vatTerms } from '#domain/invoices/vat.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { toBucharestDay } from '#domain/language/time.ts';
import { CONSENTS, NOTICE_DAYS, ORDER_BUTTON } from '#domain/payments/consents.ts';
import { NO_OPERATOR, operatorAddress } from '#domain/payments/operator.ts';
import { BOUGHT_CREDITS_MONTHS } from '#domain/payments/packages.ts';
import { leiInText } from '#domain/payments/price.ts';
import { CONFORMITY, SAL_URL } from '#domain/payments/shop-duties.ts';
import { CONFIRM_WITHDRAWAL, WITHDRAW_HERE } from '#domain/payments/withdrawals.ts';
import { TRASH_DAYS } from '#domain/photos/limits.ts';
import { PERIOD_DAYS } from '#domain/plans/plan-schedule.ts';
import { LOWER_PLAN_DAYS } from '#domain/plans/purchase.ts';
import { TRIAL_CREDITS, TRIAL_DAYS } from '#domain/plans/trial-start.ts';
import type { LegalFacts } from '#server/account/legal/legal-facts.ts';
import { type LegalPage, operatorBlock, writeTo } from '#server/account/legal/page.ts';
import { html } from '#server/http/html.ts';

const formatDays = (n: number) => formatCount(n, NOUNS.day);
const formatCredits = (n: number) => formatCount(n, NOUNS.credit);

/** Returns the terms: what is sold, for how long, and how to withdraw. */
export function termsPage(app: LegalFacts): LegalPage {
  return {
    title: 'Termeni și condiții',
    lead: 'Ce primești de la Fotolot, cât plătești, cât ține și cum îți iei banii înapoi.',
    sections: [
      { title: 'Cine vinde', body: operatorBlock(app) },
      { title: 'Ce este Fotolot', body: SERVICE },
      { title: 'Creditele', body: CREDITS },
      { title: 'Planurile', body: PLANS },
      { title: 'Comanda și plata', body: renderOrderTerms(app) },
      { title: 'Livrarea', body: DELIVERY },
      { title: 'Dreptul de retragere și banii înapoi', body: withdrawalTerms() },
      { title: 'Formular de retragere', body: withdrawalForm(app) },
      { title: 'Ce îți cerem', body: DUTIES },
      { title: 'Dacă ceva nu merge', body: renderComplaints(app) },
      { title: 'Când se schimbă textul acesta', body: CHANGES },
    ],
  };
}

const SERVICE = html`
<p>Fotolot este un serviciu digital: urci fotografii ale lucrurilor pe care le vinzi, iar serverul le pregătește (lumină, tăiere, fundal, numere de înmatriculare, dimensiuni) și ți le dă gata de descărcat. Ai nevoie de un browser actual și de internet.</p>
<p>Fotografiile și rezultatele sunt ale tale. Le folosim doar ca să le procesăm pentru tine. Șabloanele urmează regulile publicate de platforme, dar fiecare platformă hotărăște singură ce anunț primește.</p>`;

const CREDITS = html`
<ul>
<li>1 credit acoperă până la ${formatCount(PHOTOS_PER_CREDIT, NOUNS.photo)} ale unui lot, cu toate efectele și cu atâtea variante cât permite planul.</li>
<li>La pornire rezervăm creditele arătate pe buton. La sfârșit plătești doar fotografiile ieșite, restul se întorc în sold.</li>
<li>Timp de ${formatDays(WINDOW_DAYS)} procesezi din nou aceleași fotografii gratuit, de cel mult ${FREE_RUNS_PER_DAY} ori pe zi pentru un lot.</li>
<li>La crearea contului primești ${formatCredits(SIGNUP_BONUS)}, o singură dată. Nu expiră.</li>
<li>Perioada de probă: ${formatCredits(TRIAL_CREDITS)} pentru ${formatDays(TRIAL_DAYS)}, o singură dată, fără card. Se încheie singură.</li>
<li>Creditele cumpărate într-un pachet sunt valabile ${BOUGHT_CREDITS_MONTHS} de luni de la plată.</li>
<li>Creditele unui plan rămân cât timp planul este activ, cel mult de două ori cât dă planul într-o perioadă.</li>
<li>Se folosesc întâi creditele care expiră cel mai devreme. Te anunțăm pe email înainte să expire cele cumpărate.</li>
</ul>`;

const PLANS = html`
<ul>
<li>Un plan este o perioadă de ${formatDays(PERIOD_DAYS)}, plătită înainte. <strong>Nu se reînnoiește singur</strong> și nu păstrăm cardul: nu se ia nimic de pe el fără o comandă nouă.</li>
<li>Același plan, cumpărat din nou, continuă după perioada de acum.</li>
<li>Un plan mai mare începe imediat; zilele rămase se socotesc în zile ale planului nou, iar foaia comenzii arată câte sunt înainte să plătești.</li>
<li>Un plan mai mic se cumpără în ultimele ${formatDays(LOWER_PLAN_DAYS)} ale celui de acum și începe după el.</li>
<li>Dacă un plan plătit nu mai poate începe cum ți-am arătat, îl punem după perioadele plătite, îți spunem și poți cere toți banii înapoi.</li>
</ul>
<p>Prețurile, creditele și limitele fiecărui plan sunt la <a href="/pricing">Prețuri</a>.</p>`;

const renderOrderTerms = (app: LegalFacts) => html`
<ol>
<li>Alegi un pachet sau un plan. Foaia comenzii arată ce cumperi, cât ține și totalul.</li>
<li>Scrii datele de facturare. Nu cerem niciodată CNP-ul.</li>
<li>Bifezi: „${CONSENTS['start-now']}” și „${CONSENTS.terms}”</li>
<li>Apeși „${ORDER_BUTTON}”. Până aici poți corecta orice.</li>
<li>Plătești cu cardul pe pagina NETOPIA Payments, cu confirmarea băncii (3-D Secure). Datele cardului nu ajung la noi.</li>
</ol>
<p>Prețurile sunt finale, în lei${vatTerms(vatOn(app.vat, toBucharestDay(app.now())).status)}. Plata se face în lei, fără taxă pentru card. Contractul se încheie când plata este confirmată; confirmarea vine pe email, cu comanda și cu acordurile date, și rămâne în Setări, la Cumpărări. Limba contractului este româna.</p>`;

const DELIVERY = html`
<p>Nu se livrează nimic fizic. Creditele intră în cont imediat ce plata este confirmată, de obicei în câteva secunde; un plan începe atunci sau la data arătată pe foaia comenzii. Dacă banca răspunde mai târziu, verificăm singuri și îți dăm creditele fără să faci nimic.</p>`;

/** Returns the words on withdrawal, with an example that the product's own formula computes. */
export function withdrawalTerms() {
  const [price, granted, spent] = [10_000, 25, 10];
  const back = refundBani(price, { granted, remaining: granted - spent });
  return html`
<p>Te poți retrage din contract în ${formatDays(REFUND_DAYS)} de la plată, fără niciun motiv, persoană fizică sau firmă: în <a href="/settings#purchases">Setări › Cumpărări</a> sau, fără să intri în cont, chiar după ce l-ai șters, la <a href="/legal/withdrawal">${WITHDRAW_HERE}</a>, apoi „${CONFIRM_WITHDRAWAL}”. Primești fără întârziere un email cu ce ai declarat, data și ora. Poți folosi și formularul de retragere din <a href="/legal/terms">Termeni și condiții</a> sau orice altă declarație limpede.</p>
<p><strong>Cât primești:</strong> prețul × creditele nefolosite ÷ creditele primite, rotunjit în sus la ban. Creditele rezervate de o procesare în curs nu se numără. De exemplu, din ${formatCredits(granted)} de ${leiInText(price)}, cu ${spent} folosite, primești ${leiInText(back)}. Pentru o perioadă de plan care nu a început primești tot prețul.</p>
<ul>
<li>Ai cerut ca serviciul să înceapă imediat, deci creditele folosite se plătesc; după ce le folosești pe toate, contractul este executat și nu te mai poți retrage.</li>
<li>Creditele rămase din acea cumpărare ies din cont, iar perioada de plan cumpărată cu ea se încheie. Restul contului rămâne neschimbat.</li>
<li>Banii se întorc pe cardul cu care ai plătit, în cel mult 14 zile de la cerere; când apar pe card depinde de bancă.</li>
<li>Retragerea e valabilă din clipa în care o confirmi, orice ar răspunde procesatorul de plăți. Dacă pe card nu se pot întoarce, îți datorăm banii și ți-i plătim prin transfer bancar, în aceleași 14 zile, fără niciun cost.</li>
</ul>
<p>După ${formatDays(REFUND_DAYS)} scrie-ne: hotărăște un om.</p>`;
}

/** Returns the model form of OUG 34/2014, annex, part B, in the law's words: it says „dumneavoastră” where we say „tu”. */
function withdrawalForm({ operator }: LegalFacts) {
  const to = operator
    ? [operator.name, operatorAddress(operator), operator.email].filter(Boolean).join(', ')
    : NO_OPERATOR.toLowerCase();
  return html`
<p>Modelul din anexa la OUG nr. 34/2014, partea B. Nu ești obligat să îl folosești.</p>
<blockquote>
<p>Prezentul formular se trimite înapoi completat doar dacă doriți să vă retrageți din contract.</p>
<ul>
<li>Către: ${to}</li>
<li>Vă informez/Vă informăm* prin prezenta cu privire la retragerea mea/noastră* din contractul referitor la vânzarea următoarelor produse*/prestarea următoarelor servicii*: …</li>
<li>Comandate la data*/primite la data*: …</li>
<li>Numele consumatorului/consumatorilor: …</li>
<li>Adresa consumatorului/consumatorilor: …</li>
<li>Semnătura consumatorului/consumatorilor (doar în cazul în care acest formular este notificat pe hârtie): …</li>
<li>Data: …</li>
</ul>
<p>* Se șterge mențiunea care nu corespunde.</p>
</blockquote>`;
}

const DUTIES = html`
<ul>
<li>Urcă doar fotografii pe care ai dreptul să le folosești și nimic ilegal.</li>
<li>Nu încerca să ocolești limitele sau să strici serviciul pentru alții. Creditele de la început și perioada de probă sunt o dată de persoană.</li>
<li>Păstrează parola pentru tine. Ce se face din contul tău se socotește făcut de tine.</li>
</ul>
<p>Un cont care încalcă regulile poate fi suspendat, cu motivul spus pe email. Unul nefolosit 24 de luni se șterge la 30 de zile după un email care te anunță. Cât se păstrează fiecare fotografie scrie lângă ea; ce arunci stă ${formatDays(TRASH_DAYS)} în coș. Păstrează-ți originalele și în altă parte.</p>`;

function renderComplaints(app: LegalFacts) {
  return html`
<p>Scrie-ne ${writeTo(app, 'Reclamație')}, cu numărul comenzii sau al lotului. ${CONFORMITY}</p>
<p>Dacă nu ne înțelegem, te poți adresa <a href="https://anpc.ro/" rel="noopener">ANPC</a> sau, fără instanță, <a href="${SAL_URL}" rel="noopener">soluționării alternative a litigiilor (SAL)</a>. Se aplică legea română, iar drepturile pe care ți le dă legea ca să fii protejat la cumpărare rămân toate.</p>`;
}

const CHANGES = html`
<p>O cumpărare rămâne sub textul pe care l-ai citit la comandă: îi păstrăm data împreună cu acordul tău. Un text nou se aplică doar comenzilor de după el. Pentru cont îți scriem pe email ce se schimbă, cu cel puțin ${formatDays(NOTICE_DAYS)} înainte să ți se aplice; dacă nu ești de acord, îți poți șterge contul până atunci.</p>`;
