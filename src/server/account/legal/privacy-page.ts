import { SITE_NAMES, SITES, type SiteName } from '#domain/adverts/sites.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { TRASH_DAYS } from '#domain/photos/limits.ts';
import { TEST_IMAGE_MINUTES } from '#domain/recipes/test-image.ts';
import type { LegalFacts } from '#server/account/legal/legal-facts.ts';
import { type LegalPage, operatorBlock, writeTo } from '#server/account/legal/page.ts';
import { type Html, html } from '#server/http/html.ts';

/** Returns the privacy page: what is stored, why, where it goes, how long it stays. */
export function privacyPage(app: LegalFacts): LegalPage {
  return {
    title: 'Confidențialitate',
    lead: 'Ce ținem minte despre tine, de ce, cât timp și cum ceri să nu mai ținem.',
    sections: [
      { title: 'Cine răspunde de date', body: operatorBlock(app) },
      { title: 'Ce păstrăm și de ce', body: renderStoredData(app) },
      { title: 'Cât păstrăm', body: renderRetention(app) },
      { title: 'Fotografiile tale', body: PHOTOS },
      { title: 'Cui ajung datele', body: renderRecipients(app) },
      { title: 'Cookie-uri și ce rămâne în browser', body: renderCookies(app) },
      { title: 'Drepturile tale', body: renderRights(app) },
    ],
  };
}

const ifOlx = ({ adverts }: LegalFacts, text: Html) => (adverts.olx ? text : '');
const ifAutovit = ({ adverts }: LegalFacts, text: Html) => (adverts.autovit ? text : '');
const ifShops = ({ adverts }: LegalFacts, text: Html) => (adverts.woocommerce ? text : '');
const ifLinked = ({ adverts }: LegalFacts, text: Html) => (SITES.some((site) => adverts[site]) ? text : '');
/** Joins what is said of the sites that there are. */
function joinSites({ adverts }: LegalFacts, said: Readonly<Record<SiteName, string>>): string {
  const all = SITES.flatMap((site) => (adverts[site] ? said[site] : []));
  const last = all.at(-1) ?? '';
  return all.length < 2 ? last : `${all.slice(0, -1).join(', ')} sau ${last}`;
}

/** Sites as this page names them. */
const NAMES = { ...SITE_NAMES, woocommerce: 'magazinul tău' };

const ifCounted = (app: LegalFacts, text: Html) => (app.analytics ? text : '');

function renderStoredData(app: LegalFacts) {
  return html`
<ul>
<li><strong>Contul</strong>: adresa de email, numele și poza dacă le-ai dat, parola doar ca amprentă din care nu se poate afla. Ca să ai un cont (executarea contractului).</li>
<li><strong>Fotografiile, loturile și rezultatele</strong>: ca să le procesăm și să ți le dăm (executarea contractului).</li>
<li><strong>Comenzile</strong>: ce ai cumpărat, datele de facturare, acordurile date la comandă cu ora și adresa IP, ce a răspuns procesatorul de plăți. Ca să livrăm, să întoarcem bani și să ținem contabilitatea (contract, obligație legală).</li>
<li><strong>Retragerile din contract</strong>: cine, din ce comandă, cu ce cuvinte, când, la ce adresă a plecat dovada și cum s-au întors banii (obligație legală). La ce text ai fost de acord când ți-ai făcut contul și când ți-am scris despre unul nou.</li>
<li><strong>Istoricul creditelor</strong>: fiecare mișcare, ca soldul să poată fi verificat (executarea contractului).</li>
<li><strong>Sesiunile</strong>: o amprentă a cheii și numele browserului, ca să rămâi în cont. <strong>Adresa IP</strong> se numără ca să oprim încercările de a ghici parole (interes legitim: siguranța conturilor).</li>
${ifCounted(app, html`<li><strong>Statistici de folosire</strong>, doar dacă le accepți: tipul paginii deschise (nu adresa unui lot sau a unei comenzi), site-ul de pe care ai venit, contul făcut prin email sau prin Google, ce ai vrut să cumperi și ce ai cumpărat, cu numărul comenzii. Ca să vedem ce e folosit (acordul tău). Numele, emailul și fotografiile nu ajung acolo.</li>`)}
${ifLinked(app, html`<li><strong>Conturile legate</strong>, doar dacă le legi: ${joinSites(app, { olx: 'numele și numărul contului tău OLX', autovit: 'adresa contului tău Autovit', woocommerce: 'adresa magazinului tău WooCommerce' })}, când l-ai legat și cheile de acces date de ${joinSites(app, NAMES)}, sigilate. ${ifAutovit(app, html`Parola contului Autovit o trimitem o singură dată, la Autovit, și nu o păstrăm. `)}Despre fiecare trimitere de poze: titlul și adresa anunțului sau produsului, ce poze ai trimis, când le-a luat ${joinSites(app, NAMES)} și ce a ieșit, plus copii ale pozelor pe care le avea înainte. Alte texte și prețul nu le păstrăm. Ca să punem fotografiile în anunțurile sau produsele tale, când ceri asta, și să le poți pune la loc pe cele vechi (executarea contractului).</li>`)}
<li><strong>Paginile de lot</strong>, doar dacă publici una: ce ai scris și ales pentru ea. Cititorilor nu le punem cookie-uri și nu îi urmărim. <strong>Semnalările</strong> lor: ce au scris și adresa, dacă au lăsat-o (obligație legală).</li>
<li><strong>O amprentă a adresei cu care ai plătit o comandă</strong>, alta la fiecare comandă, ca să te poți retrage din contract și fără cont (obligație legală).</li>
<li><strong>Notele despre contul tău</strong>: ce ne-ai cerut când ne-ai scris sau ne-ai sunat și ce am făcut. Ca să te ajutăm fără să întrebăm de două ori (interes legitim).</li>
<li><strong>O amprentă a adresei de email</strong> pentru creditele de la început și perioada de probă, ca să se dea o singură dată (interes legitim).</li>
</ul>
<p>Nu facem profiluri, nu luăm decizii automate despre tine și nu îți trimitem reclame. Emailurile sunt despre contul tău: plăți, credite, planuri, păstrarea fotografiilor.</p>`;
}

function renderRetention(app: LegalFacts) {
  return html`
<ul>
<li>Pagina unui lot: cât alegi, cel mult 90 de zile; o închizi când vrei și atunci nu mai e publică. Semnalările cititorilor: cât păstrezi lotul.</li>
<li>Contul: cât îl ai. Unul nefolosit 24 de luni se șterge la 30 de zile după un email care te anunță.</li>
<li>Fotografiile și rezultatele: până la data scrisă lângă fiecare, după planul tău; ce arunci stă ${formatCount(TRASH_DAYS, NOUNS.day)} în coș, apoi se șterge de pe disc.</li>
<li>Copiile de siguranță ale serverului mai cuprind ce s-a șters cel mult ${formatCount(app.backupDays, NOUNS.day)}; le folosim doar ca să reparăm o pierdere.</li>
<li>Poza cu care încerci o rețetă pe pagina de probă: ${formatCount(TEST_IMAGE_MINUTES, NOUNS.minute)} de la ultima folosire, apoi se șterge.</li>
<li>Datele de facturare, numele din retragere și adresa IP ale unei comenzi plătite: ${formatCount(app.bookYears, NOUNS.year)} de la 1 iulie a anului următor, cât cere legea contabilității, și după ce nu mai ai cont. Ale uneia neplătite: un an. Apoi rămân doar suma, data și ce s-a cumpărat.</li>
<li>Facturile, cu fișierele lor: tot atât, și după ce nu mai ai cont. Apoi rămân doar seria, numărul, data și sumele.</li>
<li>Istoricul creditelor și al plăților, fără nume: cât ține evidența, și după ce nu mai ai cont.</li>
<li>Notele despre contul tău: cât ai contul.</li>
<li>Sesiunile: 14 zile fără folosire, cel mult 60 de zile. Le închizi pe toate din Setări.</li>
${ifLinked(app, html`<li>Conturile legate, cu cheile lor: până le deconectezi sau îți ștergi contul. ${ifOlx(app, html`Acordul dat la OLX îl retragi de acolo. `)}${ifShops(app, html`Cheia făcută în magazin o ștergi și de acolo. `)}Pozele vechi ale unui anunț sau produs: 8 zile, din care 7 le poți pune la loc. Ce știm despre o trimitere: cât păstrezi lotul și încă 30 de zile.</li>`)}
<li>Adresa la care am trimis un email: 7 zile de la trimitere. Linkurile din emailuri: de la câteva minute la 7 zile.</li>
${ifCounted(app, html`<li>Statisticile, la Google: cel mult 14 luni. Apoi rămân doar numere însumate.</li>`)}
<li>Numărătoarea pe adrese IP: cel mult o zi după ultima încercare.</li>
<li>Amprenta adresei cu care ai plătit o comandă: cât te poți retrage din contract, și după ce nu mai ai cont; apoi se șterge.</li>
<li>Amprenta adresei de email pentru creditele de la început și perioada de probă: 24 de luni, și după ce nu mai ai cont.</li>
</ul>`;
}

const PHOTOS = html`
<p>Doar tu îți vezi fotografiile, în afară de cele pe care le publici: pe pagina unui lot, oricine are linkul vede fotografiile alese, titlul, prețul, textul și telefonul pe care le-ai pus acolo, până o închizi. Administratorii nu le văd și nu le văd nici numele. Nu antrenăm nimic cu ele și nu le dăm nimănui. Fundalurile se decupează pe serverul nostru: nicio fotografie nu pleacă de acolo ca să fie prelucrată.</p>
<p>Locul (GPS) și celelalte date ascunse din fotografie nu ajung în niciun rezultat. Originalul rămâne cum l-ai urcat, cu ele cu tot, până se șterge. Dacă în fotografii apar oameni sau numere de înmatriculare, tu hotărăști dacă le publici.</p>`;

function renderRecipients(app: LegalFacts) {
  return html`
<ul>
${app.payments ? html`<li><strong>NETOPIA Payments</strong> (NETOPIA Financial Services S.R.L., România), când plătești: numele, emailul, adresa de facturare, telefonul dacă l-ai scris, suma, adresa IP și browserul. Datele cardului le scrii doar la ei.</li>` : ''}
${app.firmRegistry ? html`<li><strong>ANAF</strong> (Agenția Națională de Administrare Fiscală), doar când apeși „Preia datele de la ANAF”: CUI-ul firmei, nimic altceva.</li>` : ''}
${app.eFactura === 'off' ? '' : html`<li><strong>ANAF</strong>, prin RO e-Factura, cum cere legea: facturile tale, cu numele, adresa și, la firme, CUI-ul de pe ele.</li>`}
${app.signIn ? html`<li><strong>Google</strong>, doar dacă intri cu contul Google: primim de la el adresa, numele și poza.</li>` : ''}
${ifOlx(app, html`<li><strong>OLX</strong> (olx.ro), doar dacă îți legi contul: primim de la el numele și numărul contului și anunțurile tale. Îi trimitem cheile de acces date de el și, doar în anunțul ales de tine, fotografiile alese de tine. Mesajele nu le citim.</li>`)}
${ifAutovit(app, html`<li><strong>Autovit</strong> (autovit.ro), doar dacă îți legi contul: îi trimitem adresa și parola contului de acolo, o singură dată, ca să ne dea acces, apoi adresa și cheia de acces dată de el. Primim anunțurile tale și îi trimitem, doar în anunțul ales de tine, fotografiile alese de tine. Mesajele nu le citim.</li>`)}
${ifShops(app, html`<li><strong>Magazinul tău cu WooCommerce</strong>, doar dacă îl legi: îi trimitem cheia făcută de tine acolo și, doar în produsul ales de tine, fotografiile alese de tine. Primim numele, codurile, starea și pozele produselor. Comenzile și cumpărătorii nu îi citim.</li>`)}
${ifCounted(app, html`<li><strong>Google</strong> (Google Ireland Limited, Irlanda, și Google LLC, SUA, pe baza Cadrului UE–SUA pentru confidențialitatea datelor), doar dacă accepți statisticile: cele de mai sus, adresa IP, țara și orașul aflate din ea, browserul și un număr la întâmplare din cookie. Fără reclame și fără profil de reclame.</li>`)}
<li>Serviciul prin care pleacă emailurile: adresa ta și textul.</li>
<li><strong>Contabilul</strong> care ne ține evidența: facturile fiecărei luni, cu numele, adresa și, la firme, CUI-ul de pe ele.</li>
<li><strong>Cine găzduiește serverele</strong>: tot ce păstrăm stă pe mașinile lui. Lucrează doar la cererea noastră și nu folosește datele.</li>
<li>Autoritățile, când legea ne obligă.</li>
</ul>
<p>Fotolot se ține pe servere din ${app.hosting}. Nu vindem date.</p>`;
}

function renderCookies(app: LegalFacts) {
  return html`
<ul>
<li><strong>sid</strong>: cheia sesiunii, cel mult 60 de zile. Fără ea nu poți sta în cont.</li>
<li><strong>known</strong>: 180 de zile de la ultima intrare cu parola. Un număr la întâmplare cu o semnătură, fără numele sau adresa ta: dacă altcineva încearcă parole la contul tău, tu poți intra în continuare din acest browser. Nu deschide contul și nu mai e bun după ce schimbi parola.</li>
${app.signIn ? html`<li><strong>google</strong>: 10 minute, cât intri cu Google.</li>` : ''}
<li><strong>phone</strong>: 40 de minute, doar pe telefonul cu care adaugi fotografii printr-un link. Cu el se pot trimite fotografii în acel lot, nimic altceva.</li>
<li><strong>results</strong>: 30 de minute, doar pe telefonul cu care iei fotografiile gata printr-un link. Cu el se văd și se descarcă fișierele gata ale acelui lot, nimic altceva.</li>
<li><strong>theme</strong>: doar dacă ai ales o temă în Setări, un an, ca și paginile acestea să o țină.</li>
<li>În memoria browserului: o copie a listelor tale, ca paginile să apară repede, fotografiile care încă se urcă și modificările care așteaptă conexiunea. Se șterg când ieși din cont.</li>
<li>Până închizi fila: că ți-am spus o dată că nu mai ai credite, cu numărul contului tău.</li>
</ul>
<p>Acestea sunt necesare ca să meargă ce ai cerut, de aceea nu îți cerem acordul pentru ele. ${
    app.analytics
      ? html`Următoarele apar doar dacă accepți statisticile în bara de sus:</p>
<ul>
<li><strong>_ga</strong> și <strong>_ga_</strong> urmat de un cod: ale Google Analytics, un an de la ultima vizită. După un număr la întâmplare se știe că e același browser.</li>
<li><strong>counted-</strong> urmat de numărul unei comenzi: o zi, ca să nu o numărăm de două ori.</li>
</ul>
<p>Răspunsul tău, da sau nu, se ține minte în browser. Îl schimbi oricând de la „Statistici”, din josul fiecărei pagini a aplicației, sau din <a href="/settings">Setări</a>: când retragi acordul, statisticile se opresc pe loc și cookie-urile lor se șterg.`
      : html`Nu folosim statistici și nici reclame.`
  }</p>`;
}

function renderRights(app: LegalFacts) {
  return html`
<p>Poți cere să vezi datele, să le corectăm, să le ștergem, să le primești ca fișier, să le folosim mai puțin, sau te poți opune. Numele, poza și fotografiile le schimbi și le ștergi singur; pentru rest scrie ${writeTo(app, 'Datele mele')}. Răspundem în cel mult o lună, gratuit.</p>
<p>Dacă nu ești mulțumit de răspuns, te poți plânge la Autoritatea pentru protecția datelor, <a href="https://www.dataprotection.ro/" rel="noopener">ANSPDCP</a>.</p>`;
}
