import type { Figure, FigureChanges } from '#domain/figures.ts';
import { figureLabel, figureText } from '#domain/language/figure-words.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { formatMoment } from '#domain/language/time.ts';
import { leiInText, leiLabel } from '#domain/payments/price.ts';
import { PLAN_LABELS, readPlan } from '#domain/plans/plan.ts';
import type { AuditAction } from '#domain/users/audit-actions.ts';
import { RIGHT_WORDS, RIGHTS } from '#domain/users/rights.ts';

export interface AuditFacts {
  readonly kind: AuditAction;
  readonly subject: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

type Say = (details: Readonly<Record<string, unknown>>, subject: string) => string;
const RUN = { one: 'procesare oprită', few: 'procesări oprite' };

/** Sentences for audit entries. Older ones without details are told without them. */
const SENTENCES: Record<AuditAction, Say> = {
  'admin-granted': () => 'A dat drepturi de administrator',
  'admin-revoked': () => 'A retras drepturile de administrator',
  'password-link-made': () => 'A făcut un link pentru o parolă nouă',
  'right-given': ({ right }) => `A dat ${nameRight(right)}`,
  'right-taken': ({ right }) => `A retras ${nameRight(right)}`,
  'credits-given': ({ credits, days }) =>
    `A dat ${countOrNull(credits, NOUNS.credit) ?? 'credite'}${typeof days === 'number' ? `, pentru ${formatCount(days, NOUNS.day)}` : ', fără termen'}`,
  'credits-taken': ({ credits }) => `A luat ${countOrNull(credits, NOUNS.credit) ?? 'credite'}`,
  'plan-given': ({ plan, days, withCredits }) =>
    [
      `A dat planul ${PLAN_LABELS[readPlan(plan)]}`,
      typeof days === 'number' ? `pentru ${formatCount(days, NOUNS.day)}` : 'fără termen',
      ...(withCredits === true ? ['cu creditele lui'] : []),
    ].join(', '),
  'plan-taken': () => 'A retras planurile date',
  'trial-changed': ({ days }) =>
    days === 0
      ? 'A încheiat perioada de probă'
      : `A mutat sfârșitul perioadei de probă${typeof days === 'number' ? ` la ${formatCount(days, NOUNS.day)} de atunci` : ''}`,
  suspended: ({ runs }) =>
    `A suspendat contul${typeof runs === 'number' && runs > 0 ? `: ${formatCount(runs, RUN)}` : ''}`,
  restored: () => 'A ridicat suspendarea',
  'sessions-ended': ({ which }) => (which === 'one' ? 'A încheiat o sesiune' : 'A încheiat toate sesiunile'),
  'order-refunded': ({ amount, withdrawn }) =>
    [
      `A cerut returnarea${typeof amount === 'number' ? ` a ${leiInText(Math.round(amount * 100))}` : ' unei comenzi'}`,
      ...(typeof withdrawn === 'number' ? [`cu ${formatCount(withdrawn, NOUNS.credit)} înapoi`] : []),
    ].join(', '),
  'order-accepted': ({ amount }) =>
    `A acceptat o plată aflată în verificare${typeof amount === 'number' ? `, ${leiInText(Math.round(amount * 100))} după extras` : ''}`,
  'withdrawal-paid': ({ amount, way, reference }) =>
    `A plătit banii datorați după o retragere${sumAfter(': ', amount)}, ${way === 'transfer' ? 'prin transfer' : 'pe card'}${typeof reference === 'string' ? `, nr. ${reference}` : ''}`,
  'goodwill-given': ({ amount }) => `A dat înapoi o sumă din bunăvoință${sumAfter(': ', amount)}`,
  'goodwill-paid': ({ amount, reference }) =>
    `A notat transferul unei sume date din bunăvoință${sumAfter(': ', amount)}${typeof reference === 'string' ? `, nr. ${reference}` : ''}`,
  'order-storno': ({ amount, letGoAmount }) => describeStorno(amount, letGoAmount),
  'order-restored': () => 'A redat o comandă ai cărei bani sunt din nou aici',
  'invoice-mended': () => 'A stornat și a refăcut o factură',
  'handed-in': ({ document, index }) =>
    `A marcat ca predat în RO e-Factura ${nameDocument(document)}${typeof index === 'string' ? `, index ${index}` : ''}`,
  'handed-in-before': ({ documents }) =>
    `A marcat ca predate în RO e-Factura ${countOrNull(documents, NOUNS.document) ?? 'documente'} dinaintea listei`,
  'hand-in-undone': ({ document, index }) =>
    `A anulat marcarea ca predat în RO e-Factura: ${nameDocument(document)}${typeof index === 'string' ? `, index ${index}` : ''}`,
  'anaf-connected': ({ cif, mode }) =>
    `A conectat ANAF${typeof cif === 'string' ? ` pentru CUI ${cif}` : ''}${mode === 'live' ? '' : ', de probă'}`,
  'anaf-disconnected': ({ cif }) => `A deconectat ANAF${typeof cif === 'string' ? ` pentru CUI ${cif}` : ''}`,
  'sent-again': ({ document }) => `A trimis din nou la ANAF ${nameDocument(document)}`,
  'sent-from-before': ({ documents }) =>
    `A trimis la ANAF ${countOrNull(documents, NOUNS.document) ?? 'documente'} de dinainte de conectare`,
  'package-made': ({ name, credits, price, isActive }) =>
    `A creat pachetul ${quoteName(name)}${describePackage(credits, price)}${isActive === false ? ', încă nepus în vânzare' : ''}`,
  'package-replaced': ({ name, credits, price, replaces }) =>
    `A schimbat pachetul ${quoteName(name)}${describePackage(credits, price)}${replaces ? '; cel vândut rămâne cum era, scos din vânzare' : ''}`,
  'package-on-sale': ({ name }) => `A pus în vânzare pachetul ${quoteName(name)}`,
  'package-off-sale': ({ name }) => `A scos din vânzare pachetul ${quoteName(name)}`,
  'plan-version': ({ validFrom }, plan) =>
    `A adăugat o versiune a planului ${PLAN_LABELS[readPlan(plan)]}${describeSince(validFrom)}`,
  'plan-version-dropped': ({ validFrom }, plan) =>
    `A renunțat la versiunea planului ${PLAN_LABELS[readPlan(plan)]}${describeSince(validFrom)}`,
  'preset-version-dropped': ({ validFrom }, key) =>
    `A renunțat la versiunea șablonului „${key}”${describeSince(validFrom)}`,
  'preset-version': ({ label, validFrom, isNew }, key) =>
    `A adăugat ${isNew === true ? 'șablonul' : 'o versiune a șablonului'} ${typeof label === 'string' ? label : key}${describeSince(validFrom)}`,
  'second-factor-obliged': () => 'A cerut tuturor administratorilor verificarea în doi pași',
  'second-factor-free': () => 'A lăsat verificarea în doi pași la alegerea administratorilor',
  'second-factor-removed': () => 'A oprit verificarea în doi pași a contului',
  'verify-asked': () => 'A cerut verificarea registrelor',
  'mail-tried': () => 'A trimis un mail de probă',
  'payments-tried': () => 'A verificat NETOPIA',
  'page-taken-down': (_, code) => `A oprit pagina de lot ${code}`,
  'page-kept': (_, code) => `A lăsat pagina de lot ${code}, semnalată de un cititor`,
  'list-downloaded': ({ list }) =>
    list === 'users' ? 'A descărcat o listă de conturi (CSV)' : 'A descărcat o listă de comenzi (CSV)',
  'note-written': () => 'A scris o notă despre cont',
  'receipt-resent': () => 'A trimis din nou confirmarea plății, cu factura',
  'verification-resent': () => 'A trimis din nou emailul de confirmare a adresei',
  'model-chosen': ({ name }, choice) =>
    choice === 'off'
      ? 'A oprit modelul de decupare'
      : choice === 'auto'
        ? 'A lăsat serverul să aleagă modelul de decupare'
        : `A ales modelul de decupare${typeof name === 'string' ? ` ${name}` : ''}`,
};

export function auditSentence({ kind, subject, details }: AuditFacts): string {
  return SENTENCES[kind](details, subject ?? '');
}

export interface ShownChange {
  readonly label: string;
  /** Null when it was not there before. */
  readonly before: string | null;
  readonly after: string;
}

/** Returns the values before and after, in words. */
export function shownChanges(changes: FigureChanges, isNew = false): ShownChange[] {
  return Object.entries(changes).map(([name, [before, after]]) => ({
    label: figureLabel(name),
    before: isNew ? null : figureText(name, before),
    after: figureText(name, after),
  }));
}

/** Returns the changes of an audit entry; older ones have none. */
export function auditChanges({ details }: Pick<AuditFacts, 'details'>): ShownChange[] {
  const { changes, isNew } = details;
  if (typeof changes !== 'object' || changes === null) return [];
  const whole = Object.entries(changes).filter(
    (entry): entry is [string, [Figure, Figure]] => Array.isArray(entry[1]) && entry[1].length === 2,
  );
  return shownChanges(Object.fromEntries(whole), isNew === true);
}

function countOrNull(value: unknown, noun: Parameters<typeof formatCount>[1]): string | null {
  return typeof value === 'number' ? formatCount(value, noun) : null;
}

function nameDocument(name: unknown): string {
  return typeof name === 'string' ? name : 'un document';
}

function nameRight(given: unknown): string {
  const right = RIGHTS.find((each) => each === given);
  return right === undefined ? 'un drept' : `dreptul „${RIGHT_WORDS[right].name}”`;
}

function quoteName(name: unknown): string {
  return typeof name === 'string' ? `„${name}”` : 'de credite';
}

function describePackage(credits: unknown, price: unknown): string {
  if (typeof credits !== 'number' || typeof price !== 'number') return '';
  return `: ${formatCount(credits, NOUNS.credit)} la ${leiLabel(price)}`;
}

function describeSince(at: unknown): string {
  return typeof at === 'string' ? `, din ${formatMoment(new Date(at))}` : '';
}

/** Returns a sum of lei behind what leads to it; empty where none is known. */
function sumAfter(lead: string, amount: unknown): string {
  return typeof amount === 'number' ? `${lead}${leiInText(Math.round(amount * 100))}` : '';
}

function describeStorno(amount: unknown, letGoAmount: unknown): string {
  const storno = `stornat o factură${sumAfter(', ', amount)}`;
  if (letGoAmount === undefined)
    return amount === 0 ? 'A hotărât că o factură nu se stornează' : `A ${storno}`;
  const letGo = `A hotărât că un transfer promis nu se mai face${sumAfter(', ', letGoAmount)}`;
  return amount === 0 ? letGo : `${letGo}, și a ${storno}`;
}
