import type { CatalogueReply } from '#contract/admin/admin.ts';
import { formatBytes } from '#domain/language/size.ts';
import { formatHour } from '#domain/language/time.ts';
import { AUTO, type FetchProblem, type ModelRemark } from '#domain/photos/cutout-models.ts';
import type { AutoReason } from '#domain/photos/model-pace.ts';

type State = Pick<
  CatalogueReply,
  'state' | 'chosen' | 'inUse' | 'doneBytes' | 'problem' | 'nextTryAt' | 'wasDamaged'
> & {
  readonly models: readonly Pick<Listed, 'key' | 'name' | 'bytes'>[];
};
type Listed = CatalogueReply['models'][number];
type Fetchable = Pick<CatalogueReply, 'models' | 'auto' | 'state' | 'chosen' | 'cores'>;
type Cost = Pick<Listed, 'coreSeconds' | 'memoryBytes'>;

const BY_COLOURS = 'Fundalurile se decupează fără model, prin căutarea după culori.';
const DAMAGED = 'Fișierul modelului s-a deteriorat și a fost șters. ';

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

const REMARKS: Record<ModelRemark, string> = {
  'eight-bit':
    'Fișierul este IS-Net pe opt biți (quint8) și nu se folosește: la măsurători a fost mai lent decât fp16, iar decupările au zgomot. Pune în locul lui fișierul fp16 sau pe cel oficial.',
  noisy:
    'Modelul lasă zgomot pe fundalul neted al imaginii de probă, așa că și decupările lui pot avea pete. Alege alt fișier sau alt model.',
  unlike:
    'Modelul răspunde altfel decât cel pentru care s-au măsurat limitele. De aceea nicio decupare a lui nu este luată drept sigură: fiecare așteaptă să o vezi.',
};

const percent = new Intl.NumberFormat('ro-RO', { style: 'percent', maximumFractionDigits: 0 });
const oneDigit = new Intl.NumberFormat('ro-RO', { maximumFractionDigits: 1 });

const AUTO_WORDS: Record<AutoReason, (names: { large: string; small: string; time: string }) => string> = {
  memory: ({ large, small }) => `Serverul alege ${small}: pentru ${large} nu are destulă memorie liberă.`,
  unmeasured: ({ large }) =>
    `La prima fotografie, serverul măsoară dacă ${large} merită timpul pe care îl ia.`,
  slow: ({ large, small, time }) =>
    `Serverul alege ${small}: cu ${large}, o fotografie ar lua cam ${time}, mai mult decât câștigi prin decupările gata în plus.`,
  pays: ({ large, time }) =>
    `Serverul alege ${large}: o fotografie ia cam ${time}, iar mai multe decupări sunt gata fără întrebare.`,
};

/** Returns why the server would choose the model that it would; null where the settings decide. */
export function autoSentence({
  autoReason,
  models,
}: Pick<CatalogueReply, 'autoReason'> & Pick<State, 'models'>): string | null {
  const named = (key: string) => models.find((model) => model.key === key)?.name;
  const [large, small] = [named(AUTO.large), named(AUTO.small)];
  if (!autoReason || !large || !small) return null;
  const { reason, seconds } = autoReason;
  return AUTO_WORDS[reason]({ large, small, time: `${oneDigit.format(seconds ?? 0)}\u00a0s` });
}

/** Returns the sentence about a model that was tried. */
export function remarkWords(remark: ModelRemark): string {
  return REMARKS[remark];
}

/** Returns the arrived share, rounded down: only a whole file has 100 %. */
export function arrivedShare(doneBytes: number, bytes: number): string {
  return `${percent.format(Math.floor((doneBytes / bytes) * 100) / 100)} din ${formatBytes(bytes)}`;
}

/** The state of the chosen model, in one or two sentences. */
export function modelSentence({ state, chosen, inUse, models, ...rest }: State): string {
  const model = models.find(({ key }) => key === chosen);
  if (state === 'off') return `Oprit din setările serverului. ${BY_COLOURS}`;
  if (state === 'own') return 'Cel din setările serverului.';
  if (state === 'refused' || !model) return `Niciunul, cum a ales un administrator. ${BY_COLOURS}`;
  return `${rest.wasDamaged ? DAMAGED : ''}${arrivalSentence({ state, inUse, models, ...rest }, model)}`;
}

function arrivalSentence(
  { state, inUse, models, ...rest }: Omit<State, 'chosen' | 'wasDamaged'>,
  { name, bytes }: State['models'][number],
): string {
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

/** Size from which a file is fetched only after a question. */
const ASKED_FROM_BYTES = 50_000_000;

/** Returns the large model that this choice would fetch now; null when there is nothing to ask. */
export function largeFetch({ models, auto, state, chosen }: Fetchable, choice: string): Listed | null {
  const key = choice === 'auto' ? auto : choice;
  const model = models.find((each) => each.key === key);
  if (!model || model.isHere || model.bytes < ASKED_FROM_BYTES) return null;
  // It was wanted before: another try asks for nothing new.
  const isOnItsWay = key === chosen && (state === 'fetching' || state === 'waiting');
  return isOnItsWay ? null : model;
}

/** Returns „179 MB”: whole megabytes. */
export function formatMegabytes(bytes: number): string {
  return formatBytes(Math.round(bytes / 1_000_000) * 1_000_000);
}

/** Returns what fetching and using a model costs on a server with so many cores, in two or three sentences. */
export function fetchCostWords(
  model: Listed,
  { cores, models }: Pick<Fetchable, 'cores' | 'models'>,
): string {
  const { name, bytes, coreSeconds, memoryBytes } = model;
  const seconds = coreSeconds && `${oneDigit.format(coreSeconds.value / cores)}\u00a0s`;
  const memory = memoryBytes && `${formatBytes(memoryBytes.value)} de memorie`;
  const costs = [seconds, memory].filter((cost) => cost !== null).join(' și ');
  const cost = costs ? ` Pe acest server, o fotografie va lua cam ${costs}.` : '';
  const meanwhile = models.find(({ key, isHere }) => key === AUTO.small && isHere)?.name;
  const until = meanwhile
    ? `Până se descarcă, decupează ${meanwhile}.`
    : 'Până se descarcă, se decupează fără model.';
  return `${name} are ${formatMegabytes(bytes)} de descărcat.${cost} ${until}`;
}

/** Returns the cost of one photo on a server with so many cores: „cam 0,4 s (măsurat), cam 1,5 GB de memorie (estimat)”. */
export function costWords({ coreSeconds, memoryBytes }: Cost, cores: number): string {
  const costs = [
    coreSeconds && `cam ${oneDigit.format(coreSeconds.value / cores)}\u00a0s (${KNOWN[coreSeconds.known]})`,
    memoryBytes && `cam ${formatBytes(memoryBytes.value)} de memorie (${KNOWN[memoryBytes.known]})`,
  ].filter((cost) => cost !== null);
  return costs.length > 0 ? `O fotografie: ${costs.join(', ')}` : 'O fotografie: se vede la încercare';
}
