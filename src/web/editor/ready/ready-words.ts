import type { Fix, Tool } from '#domain/batches/fix-kinds.ts';
import { type Finding, listAgainst, type RuleId } from '#domain/batches/ready.ts';
import { CLOSED_WINDOW, runCost } from '#domain/credits/cost.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { formatBytes } from '#domain/language/size.ts';
import type { Preset } from '#domain/recipes/presets.ts';
import type { Recipe } from '#domain/recipes/recipe.ts';
import { enoughWords, sizeWords } from '#web/editor/ready/size-words.ts';
import { formatFrameNumbers } from '#web/text/batch-words.ts';

/** Words for where the photos go that an output does not take. */
const HALF_WORDS = {
  cover: 'Aici nu merge coperta; ea merge la „eMAG principal”',
  others: 'Aici încape o singură fotografie, coperta; celelalte merg la „eMAG secundar”',
};

const oneOrMore =
  (one: string, more: string) =>
  ({ photoIds }: Finding) =>
    photoIds.length === 1 ? one : more;

const TROUBLE: Record<RuleId, (finding: Finding) => string> = {
  delivered: ({ photoIds, fix }) => {
    if (fix?.kind === 'run-rest')
      return photoIds.length === 1 ? 'O fotografie încă neprocesată' : 'Încă neprocesate';
    return photoIds.length === 1 ? 'O fotografie n-a ieșit' : 'Nu toate au ieșit';
  },
  count: ({ figure, fix }) =>
    fix?.kind === 'add-output' || fix?.kind === 'beyond-plan'
      ? HALF_WORDS[fix.preset === 'emag-principal' ? 'cover' : 'others']
      : `Un anunț primește cel mult ${formatCount(figure ?? 0, NOUNS.photo)}; acestea ies, dar nu mai încap în el`,
  size: ({ figure, cause, photoIds }) =>
    sizeWords(figure ?? 0, { isOfPixels: cause === 'pixels', photos: photoIds.length }),
  shape: ({ figure, fix, photoIds }) => {
    const isOne = photoIds.length === 1;
    const upright = isOne ? 'Fotografie pe verticală' : 'Fotografii pe verticală';
    const tooLong = `${isOne ? 'Nu încape întreagă' : 'Nu încap întregi'} în forma cerută`;
    const photos = fix?.kind === 'crop' && fix.aspect > 1 ? upright : tooLong;
    return `${photos}: în jur se adaugă fundal, cel mult ${figure ?? 0}% din fișier`;
  },
  weight: ({ figure }) => `Peste ${formatBytes(figure ?? 0)}`,
  background: () => 'Fundalul nu e alb',
  object: ({ figure, photoIds }) => {
    if (figure === 0)
      return 'Obiectul e tăiat de marginea fotografiei; păstrează fundalul sau fă alta, cu tot obiectul';
    return figure === null || figure === photoIds.length
      ? 'Din obiect au rămas bucăți sau prea puțin; corectează decuparea sau păstrează fundalul'
      : 'Obiectul nu e întreg: e tăiat de marginea fotografiei sau au rămas bucăți din el; corectează decuparea sau păstrează fundalul';
  },
  fill: ({ figure, cause }) =>
    cause === 'pixels'
      ? `Obiectul are prea puțini pixeli în fotografie, așa că umple mai puțin de ${figure}% din cadru`
      : `Obiectul umple mai puțin de ${figure}% din cadru`,
  overlays: oneOrMore(
    'Are text, siglă sau ramă, care aici nu sunt permise',
    'Au text, siglă sau ramă, care aici nu sunt permise',
  ),
  'real-background': () => 'Fundalul e înlocuit; aici cumpărătorii îl vor pe cel adevărat',
  plates: ({ fix }) =>
    fix?.kind === 'recipe' || fix?.kind === 'run-again'
      ? 'Numere de înmatriculare la vedere'
      : 'Numere de înmatriculare neverificate',
  metadata: oneOrMore('Fișierul poartă date despre aparat', 'Fișierele poartă date despre aparat'),
  twins: () => 'Aproape la fel cu alta din lot',
  blurry: oneOrMore('Pare neclară', 'Par neclare'),
  dark: oneOrMore('Pare prea întunecată', 'Par prea întunecate'),
  bright: oneOrMore('Pare arsă de lumină', 'Par arse de lumină'),
};

/** Returns „Fundalul nu e alb”. */
export function ruleWords(finding: Finding): string {
  return TROUBLE[finding.rule](finding);
}

/** Returns „Fundalul nu e alb: 01, 02”. */
export function troubleText(finding: Finding, batch: readonly string[]): string {
  return `${ruleWords(finding)}: ${formatFrameNumbers(finding.photoIds, batch)}`;
}

/** Returns „OLX, Autovit: Pare neclară: 04”; where there is one place only, it need not be named. */
export function placedText(
  trouble: Finding & { readonly labels: readonly string[] },
  batch: readonly string[],
  places: number,
): string {
  const text = troubleText(trouble, batch);
  return places === 1 ? text : `${trouble.labels.join(', ')}: ${text}`;
}

const GOOD: Record<RuleId, (finding: Finding) => string> = {
  delivered: ({ figure }) => (figure === 1 ? 'a ieșit' : `${formatCount(figure ?? 0, NOUNS.photo)}`),
  count: ({ figure }) =>
    figure === 1 ? 'aici merge doar coperta' : figure === null ? 'aici merg celelalte' : 'încap în anunț',
  size: ({ figure }) => enoughWords(figure ?? 0),
  shape: () => 'fără margini',
  weight: ({ figure }) => `sub ${formatBytes(figure ?? 0)}`,
  background: () => 'fundal alb',
  object: () => 'obiect întreg',
  fill: () => 'umple cadrul',
  overlays: () => 'fără text și siglă adăugate de noi',
  'real-background': () => 'fundal adevărat',
  plates: () => 'numere acoperite',
  metadata: () => 'fără GPS și date despre telefon',
  twins: () => 'fără dubluri',
  blurry: () => 'clare',
  dark: () => 'luminoase',
  bright: () => 'fără zone arse',
};

/** Returns „14 fotografii · cel puțin 800 px · sub 5 MB”; no line begins with a dot. */
export function goodText(findings: readonly Finding[]): string {
  const fitting = describeFitting(findings);
  return findings
    .filter(({ passes, rule }) => passes && !(rule === 'delivered' && fitting !== null))
    .map((finding) => (finding.rule === 'count' && fitting) || GOOD[finding.rule](finding))
    .join('\u00a0· ');
}

/**
 * Returns how many photos an advert takes as „Pune pozele în anunț” proposes them: those against which nothing speaks. Null where that is
 * all of them, or the place has no adverts with a number of pictures.
 */
function describeFitting(findings: readonly Finding[]): string | null {
  const isCounted = findings.some(
    ({ rule, passes, figure }) => rule === 'count' && passes && (figure ?? 0) > 1,
  );
  const all = findings.find(({ rule }) => rule === 'delivered')?.figure ?? 0;
  const { size: held } = listAgainst(findings.filter(({ rule }) => rule !== 'delivered'));
  if (!isCounted || held === 0) return null;
  if (all === 1) return 'fotografia nu intră direct în anunț';
  const among = formatCount(all, NOUNS.photo);
  return all === held
    ? `niciuna din ${among} nu intră direct în anunț`
    : `${all - held} din ${among} intră direct în anunț`;
}

interface Around {
  /** Photos of the batch. */
  readonly photos: number;
  readonly places: number;
  /** Number of photos with a background, or a crop, of their own: a change of the recipe leaves them as they are. */
  readonly own: Readonly<Record<'background' | 'crop', number>>;
  readonly source: string;
}

/** Returns why one press is not enough, or does more than its place asks for; null where neither is so. */
export function fixNote({ rule, fix, photoIds }: Finding, around: Around): string | null {
  const { photos, places, source } = around;
  if (fix?.kind === 'beyond-plan')
    return `Cu ${source} ai ${formatCount(fix.most, NOUNS.output)} la o procesare: scoate una din „Unde publici” sau alege alt plan.`;
  if (fix?.kind === 'crop' && places > 1)
    return `Tăierea e a ${photoIds.length === 1 ? 'fotografiei' : 'fotografiilor'}: se schimbă la toate locurile alese.`;
  if (fix?.kind === 'recipe') return lotNote(fix.change, around);
  if (fix?.kind !== 'split') return null;
  const want = fix.against.length === 1 ? 'cere' : 'cer';
  const opposite = rule === 'background' ? 'fundalul adevărat' : 'fundal alb';
  const cost = formatCount(
    runCost(
      CLOSED_WINDOW,
      Array.from({ length: photos }, (_, n) => String(n)),
    ),
    NOUNS.credit,
  );
  return `${joinLabels(fix.against)} ${want} ${opposite}, deci nu încap în același lot. Lotul separat are pozele acestea și se plătește separat (${cost}).`;
}

/** Returns null where a lot of one photo has one place: the press changes just what the finding is about. */
function lotNote(change: Partial<Recipe>, { photos, places, own }: Around): string | null {
  const what = change.background ? 'background' : change.crop ? 'crop' : null;
  const all = [
    ...(photos > 1 ? ['toate fotografiile'] : []),
    ...(places > 1 ? ['toate locurile alese'] : []),
  ].join(', la ');
  if (what === null || all === '') return null;
  const [whose, chosen] =
    what === 'background' ? ['Fundalul e al', 'fundal ales'] : ['Tăierea e a', 'tăiere aleasă'];
  const but = own[what] === 0 ? '' : ` (fără cele cu ${chosen} separat)`;
  return `${whose} lotului: se schimbă la ${all}${but}.`;
}

function joinLabels(labels: readonly string[]): string {
  return new Intl.ListFormat('ro', { type: 'conjunction' }).format(labels);
}

const TOOL_WORDS: Record<Tool, string> = {
  plates: 'Verifică numerele',
  background: 'Ajută decuparea',
  photo: 'Vezi fotografia',
};
const GROUND_WORDS: Partial<Record<Recipe['background']['kind'], string>> = {
  keep: 'Păstrează fundalul',
  white: 'Pune fundal alb',
};

/** Returns words for a change of the recipe, which has one subject. */
function recipeWords({ background, crop, plates }: Partial<Recipe>): string {
  if (background) return GROUND_WORDS[background.kind] ?? 'Schimbă fundalul';
  if (crop === 'original') return 'Nu mai tăia';
  return plates && plates.kind !== 'off' ? 'Acoperă-le' : 'Schimbă rețeta';
}

function toolWords(tool: Tool, { rule, photoIds }: Finding): string {
  // The cut-out is good there: it is the ground that the place does not want.
  if (tool === 'background' && rule === 'real-background') return 'Schimbă fundalul';
  return tool === 'photo' && photoIds.length > 1 ? 'Vezi fotografiile' : TOOL_WORDS[tool];
}

function shapeWords(aspect: number): string {
  if (aspect === 1) return 'pătrat';
  return aspect > 1 ? 'pe orizontală' : 'pe verticală';
}

/** Returns what a press on the fix does, read from the fix itself. */
export function fixWords(finding: Finding, fix: Fix, presets: readonly Preset[]): string {
  const isOne = finding.photoIds.length === 1;
  switch (fix.kind) {
    case 'recipe':
      return recipeWords(fix.change);
    case 'add-output':
      return `Adaugă ${presets.find(({ key }) => key === fix.preset)?.label ?? fix.preset}`;
    case 'beyond-plan':
      return 'Vezi planurile';
    case 'split':
      return `Lot separat pentru ${joinLabels(fix.labels)}`;
    case 'crop':
      return `${isOne ? 'Decupează-o' : 'Decupează-le'} ${shapeWords(fix.aspect)}`;
    case 'lighten':
      return 'Luminează mai mult';
    case 'leave-out':
      return isOne ? 'Scoate-o din lot' : 'Scoate-le din lot';
    case 'run-again':
      return 'Procesează din nou';
    case 'run-rest':
      return isOne ? 'Procesează-o' : 'Procesează-le';
    case 'tool':
      return toolWords(fix.tool, finding);
  }
}
