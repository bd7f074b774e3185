/** Shot lists that the product brings along: what buyers of such a thing look for, the cover first. */
import { formatCount } from '#domain/language/plural.ts';
import type { Shot, ShotList } from './shots.ts';

interface NamedShot extends Shot {
  /** The shot as a sentence says that it is missing: „bordul”. */
  readonly definite: string;
  /** True where that is a plural. */
  readonly isPlural?: true;
}

export interface BuiltInList extends ShotList {
  readonly id: string;
  readonly shots: NamedShot[];
}

export const SHOT_LISTS: readonly BuiltInList[] = [
  {
    id: 'car',
    name: 'Mașină',
    shots: [
      { key: 'car-front-left', name: 'Față, din stânga', kind: 'exterior', definite: 'fața, din stânga' },
      { key: 'car-front', name: 'Față', kind: 'exterior', definite: 'fața' },
      { key: 'car-right', name: 'Lateral dreapta', kind: 'exterior', definite: 'lateralul din dreapta' },
      {
        key: 'car-rear-right',
        name: 'Spate, din dreapta',
        kind: 'exterior',
        definite: 'spatele, din dreapta',
      },
      { key: 'car-rear', name: 'Spate', kind: 'exterior', definite: 'spatele' },
      { key: 'car-left', name: 'Lateral stânga', kind: 'exterior', definite: 'lateralul din stânga' },
      { key: 'car-dashboard', name: 'Bord', kind: 'interior', definite: 'bordul' },
      {
        key: 'car-front-seats',
        name: 'Locuri față',
        kind: 'interior',
        definite: 'locurile din față',
        isPlural: true,
      },
      { key: 'car-rear-seats', name: 'Banchetă', kind: 'interior', definite: 'bancheta' },
      { key: 'car-boot', name: 'Portbagaj', kind: 'interior', definite: 'portbagajul' },
      { key: 'car-mileage', name: 'Kilometraj', kind: 'detail', definite: 'kilometrajul' },
      { key: 'car-engine', name: 'Motor', kind: 'detail', definite: 'motorul' },
    ],
  },
  {
    id: 'clothes',
    name: 'Haine',
    shots: [
      { key: 'clothes-front', name: 'Față', kind: 'exterior', definite: 'fața' },
      { key: 'clothes-back', name: 'Spate', kind: 'exterior', definite: 'spatele' },
      { key: 'clothes-label', name: 'Etichetă', kind: 'detail', definite: 'eticheta' },
      {
        key: 'clothes-fabric',
        name: 'Material de aproape',
        kind: 'detail',
        definite: 'materialul de aproape',
      },
      {
        key: 'clothes-wear',
        name: 'Semne de purtare',
        kind: 'detail',
        definite: 'semnele de purtare',
        isPlural: true,
      },
    ],
  },
  {
    id: 'shoes',
    name: 'Încălțăminte',
    shots: [
      { key: 'shoes-pair', name: 'Perechea', kind: 'exterior', definite: 'perechea' },
      { key: 'shoes-side', name: 'Lateral', kind: 'exterior', definite: 'lateralul' },
      { key: 'shoes-toe', name: 'Vârf', kind: 'exterior', definite: 'vârful' },
      { key: 'shoes-heel', name: 'Călcâi', kind: 'exterior', definite: 'călcâiul' },
      { key: 'shoes-sole', name: 'Talpă', kind: 'detail', definite: 'talpa' },
      { key: 'shoes-size', name: 'Mărimea', kind: 'detail', definite: 'mărimea' },
    ],
  },
  {
    id: 'phone',
    name: 'Telefon',
    shots: [
      { key: 'phone-screen', name: 'Ecran pornit', kind: 'exterior', definite: 'ecranul pornit' },
      { key: 'phone-back', name: 'Spate', kind: 'exterior', definite: 'spatele' },
      { key: 'phone-left', name: 'Lateral stânga', kind: 'exterior', definite: 'lateralul din stânga' },
      { key: 'phone-right', name: 'Lateral dreapta', kind: 'exterior', definite: 'lateralul din dreapta' },
      {
        key: 'phone-scratches',
        name: 'Zgârieturi',
        kind: 'detail',
        definite: 'zgârieturile',
        isPlural: true,
      },
      {
        key: 'phone-box',
        name: 'Cutie și accesorii',
        kind: 'exterior',
        definite: 'cutia și accesoriile',
        isPlural: true,
      },
    ],
  },
  {
    id: 'furniture',
    name: 'Mobilă',
    shots: [
      { key: 'furniture-front', name: 'Față', kind: 'exterior', definite: 'fața' },
      { key: 'furniture-corner', name: 'Din colț', kind: 'exterior', definite: 'vederea din colț' },
      { key: 'furniture-side', name: 'Lateral', kind: 'exterior', definite: 'lateralul' },
      {
        key: 'furniture-material',
        name: 'Material de aproape',
        kind: 'detail',
        definite: 'materialul de aproape',
      },
      {
        key: 'furniture-wear',
        name: 'Semne de uzură',
        kind: 'detail',
        definite: 'semnele de uzură',
        isPlural: true,
      },
    ],
  },
];

const BUILT_IN = new Map(SHOT_LISTS.flatMap(({ shots }) => shots.map((shot) => [shot.key, shot] as const)));

/** So many are named one by one. */
const MOST_NAMED = 3;
const SHOTS = { one: 'poză', few: 'poze' };

/** „Lipsește bordul”, „Lipsesc bordul, portbagajul și motorul”, „Lipsesc 9 poze din listă”; null where none is missing. */
export function sayMissingShots(missing: readonly Shot[]): string | null {
  if (missing.length === 0) return null;
  if (missing.length > MOST_NAMED) return `Lipsesc ${formatCount(missing.length, SHOTS)} din listă`;
  const known = missing.map((shot) => BUILT_IN.get(shot.key));
  const isSeveral = missing.length > 1 || known[0]?.isPlural === true;
  const names = missing.map((shot, i) => known[i]?.definite ?? `„${shot.name}”`);
  return `${isSeveral ? 'Lipsesc' : 'Lipsește'} ${new Intl.ListFormat('ro').format(names)}`;
}
