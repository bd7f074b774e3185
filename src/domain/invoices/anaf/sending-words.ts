import type { InvoiceKind } from '#domain/invoices/snapshot.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { formatDay, formatStamp } from '#domain/language/time.ts';
import { toNoon } from '#domain/payments/withdrawals.ts';
import type { ShownState } from './shown-state.ts';

/** The press that lets documents go that do not go by themselves. */
export const SEND_BEFORE = 'Trimite și pe cele dinainte';

/** Returns „așteaptă trimiterea”, „trimisă”, „respinsă” …: how far a document is with ANAF. */
export function sendingWords(state: ShownState, kind: InvoiceKind): string {
  const ending = kind === 'storno' ? '' : 'ă';
  switch (state) {
    case 'before':
      return `nu pleacă singur${ending}, ci la „${SEND_BEFORE}”`;
    case 'unconnected':
      return `așteaptă conectarea la ANAF, apoi pleacă la „${SEND_BEFORE}”`;
    case 'trial':
      return 'probă, nu se trimite';
    case 'unwatched':
      return 'a plecat, dar răspunsul nu se mai citește de aici: caută indexul în SPV';
    case 'waiting':
      return 'așteaptă trimiterea';
    case 'sending':
      return 'se trimite acum';
    case 'unknown':
      return 'fără răspuns de la ANAF';
    case 'sent':
      return `trimis${ending}, în prelucrare`;
    case 'nok':
    case 'rejected':
      return `respins${ending} de ANAF`;
    case 'accepted':
      return `acceptat${ending} de ANAF`;
  }
}

interface Described {
  readonly state: ShownState;
  readonly waitsFor: string | null;
  readonly waitsForPress: boolean;
}

/** Returns the state with what the document waits for: „așteaptă trimiterea, după factura FTL0003”. */
export function describeSending({ state, waitsFor, waitsForPress }: Described, kind: InvoiceKind): string {
  const words = sendingWords(state, kind);
  if (waitsForPress && state !== 'before') return `${words}, pleacă din nou la „${SEND_BEFORE}”`;
  return waitsFor === null ? words : `${words}, după factura ${waitsFor}`;
}

/** Returns what an admin does about a rejected document, as its order stands. */
export function rejectedAdvice({ kind, mayMend }: { kind: InvoiceKind; mayMend: boolean }): string {
  if (mayMend)
    return 'Dacă datele cumpărătorului sunt greșite, stornează și refă factura din pagina comenzii.';
  return kind === 'storno'
    ? 'Un storno nu se reface: dacă ANAF îl respinge și a doua oară, predă-l prin SPV sau întreabă contabilul.'
    : 'Factura este deja stornată și nu se mai reface: dacă ANAF o respinge și a doua oară, întreabă contabilul.';
}

interface Unsent {
  /** The first of them. */
  readonly names: readonly string[];
  /** Null for trials. */
  readonly lastDay: string | null;
  /** Null before ANAF is connected. */
  readonly since: string | null;
}

/** Returns „FTL0001 și FTL0002 sunt documente emise înainte de …”: which do not go by themselves, why, and until when they have to. */
export function unsentWords(count: number, { names, lastDay, since }: Unsent): string {
  const others = count - names.length;
  const all = others > 0 ? [...names, `încă ${formatCount(others, NOUNS.document)}`] : names;
  const which = new Intl.ListFormat('ro').format(all);
  const [issued, go, second] =
    count === 1
      ? ['e un document emis', 'Nu pleacă singur', 'dacă l-ai predat']
      : ['sunt documente emise', 'Nu pleacă singure', 'dacă le-ai predat'];
  const why =
    since === null
      ? `${which} așteaptă conectarea la ANAF.`
      : `${which} ${issued} înainte de ${formatStamp(new Date(since))}, de când se trimite de aici.`;
  if (lastDay === null) return since === null ? why : `${why} ${go}.`;
  const caution = `${go}, ca să nu ajungă a doua oară la ANAF ${second} prin SPV.`;
  return [why, ...(since === null ? [] : [caution]), `Primul termen: ${formatDay(toNoon(lastDay))}.`].join(
    ' ',
  );
}

/** Returns why all sending waits, as a sentence; null for a reason that is told elsewhere. */
export function pauseWords(reason: string): string | null {
  switch (reason) {
    case 'limit':
      return 'ANAF a cerut o pauză. Trimiterea continuă singură.';
    case 'away':
    case 'unknown':
      return 'ANAF nu răspunde acum. Trimiterea continuă singură.';
    default:
      return null;
  }
}
