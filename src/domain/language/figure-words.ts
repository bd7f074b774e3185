import type { Figure } from '#domain/figures.ts';
import { FIT_WORDS, FORMAT_WORDS, PAD_WORDS, TAKEN_WORDS } from '#domain/language/output-words.ts';
import { creditsLabel, formatCount, formatNumber, NOUNS } from '#domain/language/plural.ts';
import { formatBytes } from '#domain/language/size.ts';
import { formatDay, formatStamp } from '#domain/language/time.ts';
import { leiLabel } from '#domain/payments/price.ts';
import { PLAN_LABELS, readPlan } from '#domain/plans/plan.ts';
import type { Fit, OutputFormat, Pad, TakenPhotos } from '#domain/recipes/outputs.ts';

/** A figure's label, and a function that words its value. */
type Words = readonly [label: string, text?: (value: never) => string];

const formatPixels = (n: number) => `${n}\u00a0px`;
const formatPercent = (n: number) => `${n}%`;

const FIGURES: Readonly<Record<string, Words>> = {
  name: ['nume'],
  label: ['nume'],
  price: ['preț', leiLabel],
  credits: ['credite', creditsLabel],
  balance: ['sold', creditsLabel],
  plan: ['plan', (plan: string) => PLAN_LABELS[readPlan(plan)]],
  trialUntil: ['proba ține până', (at: string) => formatStamp(new Date(at))],
  isActive: ['în vânzare'],
  photosPerLot: ['pe lot', (n: number) => formatCount(n, NOUNS.photo)],
  outputsPerRun: ['pe procesare', (n: number) => formatCount(n, NOUNS.output)],
  savedRecipes: ['salvate', (n: number) => formatCount(n, NOUNS.recipe)],
  retentionDays: ['păstrare', (n: number) => formatCount(n, NOUNS.day)],
  storageBytes: ['spațiu', formatBytes],
  photosAtOnce: ['deodată', (n: number) => formatCount(n, NOUNS.photo)],
  width: ['lățime', formatPixels],
  height: ['înălțime', formatPixels],
  fit: ['fotografia', (fit: Fit) => FIT_WORDS[fit].toLowerCase()],
  pad: ['margini', (pad: Pad) => PAD_WORDS[pad].toLowerCase()],
  padColour: ['culoarea marginilor', (colour: string) => `#${colour}`],
  aspects: ['forme primite'],
  fill: ['obiectul umple', formatPercent],
  format: ['tip de fișier', (format: OutputFormat) => FORMAT_WORDS[format]],
  quality: ['calitate'],
  maxBytes: ['cel mult', formatBytes],
  suffix: ['terminația numelui'],
  overlays: ['texte și logouri permise'],
  photos: ['primește', (photos: TakenPhotos) => TAKEN_WORDS[photos].toLowerCase()],
  mostPhotos: ['cel mult', (n: number) => formatCount(n, NOUNS.photo)],
  leastSide: ['latura lungă, cel puțin', formatPixels],
  leastFill: ['obiectul, cel puțin', formatPercent],
  whiteBackground: ['fundal alb cerut'],
  realBackground: ['fundal adevărat cerut'],
  shapes: ['sursa formelor'],
  source: ['sursa'],
  sourceUrl: ['adresa sursei'],
  verified: ['verificat', (day: string) => formatDay(new Date(`${day}T12:00:00Z`))],
  withdrawn: ['retras'],
};

/** „preț”, „fișierul 2: lățime”. */
export function figureLabel(name: string): string {
  const [, file, own = name] = /^file(\d)\.(\w+)$/.exec(name) ?? [];
  const label = FIGURES[own]?.[0] ?? own;
  return file === undefined || file === '1' ? label : `fișierul ${file}: ${label}`;
}

/** „149 Lei”, „da”, „oricât”. */
export function figureText(name: string, value: Figure): string {
  const own = name.replace(/^file\d\./, '');
  if (value === null || value === '')
    return OPEN.has(own) ? 'oricât' : own === 'trialUntil' ? 'n-a avut' : 'fără';
  if (typeof value === 'boolean') return value ? 'da' : 'nu';
  const say = FIGURES[own]?.[1] as ((value: string | number) => string) | undefined;
  if (say) return say(value);
  return typeof value === 'number' ? formatNumber(value) : value;
}

const OPEN = new Set(['fill', 'maxBytes', 'mostPhotos', 'leastSide', 'leastFill']);
