import type { Bucket, Report } from '#domain/analytics/reports.ts';
import { isErrorCode } from '#domain/errors.ts';
import { errorSentence } from '#domain/language/error-sentences.ts';
import { formatNumber } from '#domain/language/plural.ts';

interface Words {
  readonly title: string;
  readonly note: string;
  /** Unit of its numbers. */
  readonly unit: 'people' | 'lei' | 'credits' | 'photos' | 'seconds';
  readonly none: string;
}

export const REPORT_WORDS: Record<Report, Words> = {
  registrations: {
    title: 'Conturi noi',
    note: 'Câți s-au înscris.',
    unit: 'people',
    none: 'Nimeni nu s-a înscris în perioada asta.',
  },
  active: {
    title: 'Utilizatori activi',
    note: 'Câți au început un lot sau o procesare; fiecare o dată pe punct.',
    unit: 'people',
    none: 'Nimeni n-a lucrat în perioada asta.',
  },
  funnel: {
    title: 'De la înscriere la plată',
    note: 'Cei înscriși în perioada aleasă și până unde au ajuns între timp.',
    unit: 'people',
    none: 'Nimeni nu s-a înscris în perioada asta.',
  },
  revenue: {
    title: 'Încasări',
    note: 'Lei, cât s-a plătit, după pachet și plan; ce s-a returnat stă separat. Fără vânzările importate.',
    unit: 'lei',
    none: 'Nicio vânzare în perioada asta.',
  },
  credits: {
    title: 'Credite',
    note: 'Primite, consumate, expirate și retrase la returnări.',
    unit: 'credits',
    none: 'Nicio mișcare de credite în perioada asta.',
  },
  presets: {
    title: 'Fotografii după șablon',
    note: 'Câte fotografii au ieșit pentru fiecare loc.',
    unit: 'photos',
    none: 'Nicio fotografie procesată în perioada asta.',
  },
  processing: {
    title: 'Cât durează procesarea',
    note: 'Secunde pe procesare: cât așteaptă și cât lucrează, la jumătate dintre ele și la 95%.',
    unit: 'seconds',
    none: 'Nicio procesare încheiată în perioada asta.',
  },
  failures: {
    title: 'De ce n-au ieșit',
    note: 'Fotografiile care nu s-au putut procesa, după motiv.',
    unit: 'photos',
    none: 'Toate fotografiile au ieșit.',
  },
  retention: {
    title: 'Cine se întoarce',
    note: 'Din cei înscriși într-o săptămână, câți au lucrat în săptămânile de după; cel mult 12 săptămâni.',
    unit: 'people',
    none: 'Nimeni nu s-a înscris în perioada asta.',
  },
};

export const BUCKET_WORDS: Record<Bucket, string> = { day: 'Zi', week: 'Săptămâna din', month: 'Luna din' };

/** Words under a picture with shaded days. */
export const UNFINISHED_WORDS: Record<Bucket, string> = {
  day: 'Umbrit: ziua de azi, care nu s-a încheiat.',
  week: 'Umbrit: doar o parte din săptămână.',
  month: 'Umbrit: doar o parte din lună.',
};

const SERIES: Readonly<Record<string, string>> = {
  registered: 'Înscriși',
  active: 'Activi',
  uploaded: 'Au încărcat',
  processed: 'Au procesat',
  paid: 'Au plătit',
  granted: 'Primite',
  spent: 'Consumate',
  expired: 'Expirate',
  withdrawn: 'Retrase',
  refunded: 'Returnat',
  'wait-50': 'Așteptare, jumătate',
  'wait-95': 'Așteptare, 95%',
  'work-50': 'Lucru, jumătate',
  'work-95': 'Lucru, 95%',
  custom: 'Alt format',
  size: 'Înscriși',
};

/** Returns a series in words: „package:Starter 10” → „Pachet Starter 10”, „plan:Plan Pro” → „Plan Pro”; a failure by its sentence. */
export function seriesWords(series: string): string {
  const [, kind, name = ''] = /^(package|plan):(.*)$/s.exec(series) ?? [];
  const word = kind === 'plan' ? 'Plan' : 'Pachet';
  if (kind) return name.startsWith(`${word} `) ? name : `${word} ${name}`;
  if (isErrorCode(series)) return errorSentence(series);
  return SERIES[series] ?? series;
}

const lei = new Intl.NumberFormat('ro-RO', { maximumFractionDigits: 2 });
const seconds = new Intl.NumberFormat('ro-RO', { maximumFractionDigits: 1 });

export function valueWords(value: number, unit: Words['unit']): string {
  if (unit === 'lei') return `${lei.format(value)} lei`;
  if (unit === 'seconds') return `${seconds.format(value)} s`;
  return formatNumber(value);
}
