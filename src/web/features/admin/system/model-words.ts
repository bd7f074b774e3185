import type { CatalogueReply } from '#contract/admin/admin.ts';
import { formatBytes } from '#domain/language/size.ts';
import { formatHour } from '#domain/language/time.ts';
import type { FetchProblem } from '#domain/photos/cutout-models.ts';

type State = Pick<CatalogueReply, 'state' | 'chosen' | 'inUse' | 'doneBytes' | 'problem' | 'nextTryAt'> & {
  readonly models: readonly Pick<CatalogueReply['models'][number], 'key' | 'name' | 'bytes'>[];
};
type Cost = Pick<CatalogueReply['models'][number], 'coreSeconds' | 'memoryBytes'>;

const OWN_WAY = 'Fundalurile se decupează cu metoda proprie.';

const PROBLEMS: Record<FetchProblem, (detail: string) => string> = {
  unreachable: () => 'serverul de modele nu răspunde',
  refused: (detail) => `serverul de modele refuză (${detail})`,
  stalled: () => 'descărcarea s-a oprit',
  'cut-off': () => 'legătura s-a întrerupt',
  'wrong-size': () => 'fișierul are altă mărime',
  'wrong-bytes': () => 'fișierul este altul decât cel așteptat',
  insecure: () => 'adresa nu duce la https',
  'no-room': () => 'nu este loc pe disc',
  disk: () => 'discul nu primește fișierul',
};

const percent = new Intl.NumberFormat('ro-RO', { style: 'percent', maximumFractionDigits: 0 });
const oneDigit = new Intl.NumberFormat('ro-RO', { maximumFractionDigits: 1 });

/** Rounded down: 100 % is said of what is there. */
export function arrivedShare(doneBytes: number, bytes: number): string {
  return `${percent.format(Math.floor((doneBytes / bytes) * 100) / 100)} din ${formatBytes(bytes)}`;
}

/** The state of the chosen model, in one or two sentences. */
export function modelSentence({ state, chosen, inUse, models, ...rest }: State): string {
  const model = models.find(({ key }) => key === chosen);
  if (state === 'off') return `Oprit din setările serverului. ${OWN_WAY}`;
  if (state === 'own') return 'Cel din setările serverului.';
  if (state === 'refused' || !model) return `Niciunul, cum a ales un administrator. ${OWN_WAY}`;
  const { name, bytes } = model;
  if (state === 'here') return `${name} este pe server și decupează.`;
  const meanwhile = models.find(({ key }) => key === inUse)?.name;
  const until = meanwhile ? ` Până atunci decupează ${meanwhile}.` : '';
  if (state === 'idle') return `${name} se descarcă la prima decupare (${formatBytes(bytes)}).${until}`;
  if (state === 'fetching') return `${name} se descarcă: ${arrivedShare(rest.doneBytes, bytes)}.${until}`;
  const why = rest.problem ? `: ${PROBLEMS[rest.problem.kind](rest.problem.detail)}` : '';
  const again = rest.nextTryAt ? ` Se încearcă din nou la ${formatHour(new Date(rest.nextTryAt))}.` : '';
  return `${name} nu s-a putut descărca${why}.${again}${until}`;
}

const KNOWN = { measured: 'măsurat', published: 'publicat de alții', estimated: 'estimat' } as const;

/** The cost of one photo on a server with so many cores: „cam 0,4 s (măsurat), cam 1,5 GB de memorie (estimat)”. */
export function costWords({ coreSeconds, memoryBytes }: Cost, cores: number): string {
  const costs = [
    coreSeconds && `cam ${oneDigit.format(coreSeconds.value / cores)} s (${KNOWN[coreSeconds.known]})`,
    memoryBytes && `cam ${formatBytes(memoryBytes.value)} de memorie (${KNOWN[memoryBytes.known]})`,
  ].filter((cost) => cost !== null);
  return costs.length > 0 ? `O fotografie: ${costs.join(', ')}` : 'O fotografie: se vede la încercare';
}
