/** The 41 counties and București (codes of ISO 3166-2:RO); București has sectors instead of localities. */
export const COUNTIES = {
  AB: 'Alba',
  AR: 'Arad',
  AG: 'Argeș',
  BC: 'Bacău',
  BH: 'Bihor',
  BN: 'Bistrița-Năsăud',
  BT: 'Botoșani',
  BR: 'Brăila',
  BV: 'Brașov',
  B: 'București',
  BZ: 'Buzău',
  CL: 'Călărași',
  CS: 'Caraș-Severin',
  CJ: 'Cluj',
  CT: 'Constanța',
  CV: 'Covasna',
  DB: 'Dâmbovița',
  DJ: 'Dolj',
  GL: 'Galați',
  GR: 'Giurgiu',
  GJ: 'Gorj',
  HR: 'Harghita',
  HD: 'Hunedoara',
  IL: 'Ialomița',
  IS: 'Iași',
  IF: 'Ilfov',
  MM: 'Maramureș',
  MH: 'Mehedinți',
  MS: 'Mureș',
  NT: 'Neamț',
  OT: 'Olt',
  PH: 'Prahova',
  SJ: 'Sălaj',
  SM: 'Satu Mare',
  SB: 'Sibiu',
  SV: 'Suceava',
  TR: 'Teleorman',
  TM: 'Timiș',
  TL: 'Tulcea',
  VL: 'Vâlcea',
  VS: 'Vaslui',
  VN: 'Vrancea',
} as const;
export type County = keyof typeof COUNTIES;

export const BUCHAREST: County = 'B';
export const SECTORS = ['Sector 1', 'Sector 2', 'Sector 3', 'Sector 4', 'Sector 5', 'Sector 6'] as const;

export function isCounty(code: string): code is County {
  return Object.hasOwn(COUNTIES, code);
}
