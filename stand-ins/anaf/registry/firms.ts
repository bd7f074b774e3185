/** Firms that do not exist. Their CUIs have ten digits, which no firm's has, and right check digits. */
export interface Firm {
  readonly cui: number;
  readonly denumire: string;
  readonly nrRegCom: string;
  readonly stare: string;
  readonly address: Address;
  /** Days from which it pays VAT, and on which it stopped. Null: it never did. */
  readonly vat: { readonly from: string; readonly until: string } | null;
  /** TVA la încasare. */
  readonly cash: { readonly from: string; readonly until: string } | null;
  readonly inactive: { readonly from: string; readonly until: string; readonly erased: string } | null;
  readonly isInRegister: boolean;
}

export interface Address {
  readonly street: string;
  readonly number: string;
  readonly town: string;
  readonly townCode: string;
  readonly county: string;
  readonly countyCode: string;
  readonly car: string;
  readonly details: string;
  readonly post: string;
}

/** Spelling as clients show it, with cedillas (presupus). */
const CLUJ: Address = {
  street: 'Str. Inventată',
  number: '4',
  town: 'Mun. Cluj-Napoca',
  townCode: '242',
  county: 'CLUJ',
  countyCode: '12',
  car: 'CJ',
  details: 'Ap. 3',
  post: '400001',
};
const SECTOR_3: Address = {
  street: 'Bd. Nicăieri',
  number: '9-9A',
  town: 'Sector 3 Mun. Bucureşti',
  townCode: '3',
  county: 'MUNICIPIUL BUCUREŞTI',
  countyCode: '40',
  car: 'B',
  details: 'Bl. M1, Sc. 2, Et. 5, Ap. 51',
  post: '30001',
};
const VILLAGE: Address = {
  street: '',
  number: '117',
  town: 'Sat Valea Inventată Com. Dealu Inventat',
  townCode: '88',
  county: 'BRAŞOV',
  countyCode: '8',
  car: 'BV',
  details: '',
  post: '',
};
const PAYS = { from: '2019-04-01', until: '' };

const base = {
  stare: 'INREGISTRAT din data 14.03.2018',
  address: CLUJ,
  vat: PAYS,
  cash: null,
  inactive: null,
  isInRegister: true,
} as const;

export const FIRMS: readonly Firm[] = [
  { ...base, cui: 9_000_000_011, denumire: 'ANTICARIAT DE PROBĂ S.R.L.', nrRegCom: 'J12/1/2018' },
  {
    ...base,
    cui: 9_000_000_127,
    denumire: 'GHETE & FII <PROBĂ> S.R.L.',
    nrRegCom: 'J40/2/2018',
    address: SECTOR_3,
  },
  {
    ...base,
    cui: 9_000_000_232,
    denumire: 'MOBILĂ DE PROBĂ S.R.L.',
    nrRegCom: 'J08/3/2018',
    address: VILLAGE,
  },
  {
    ...base,
    cui: 9_000_000_348,
    denumire: 'PLATFORMĂ FĂRĂ TVA S.R.L.',
    nrRegCom: 'J12/4/2018',
    vat: null,
  },
  {
    ...base,
    cui: 9_000_000_453,
    denumire: 'IEȘITĂ DIN TVA S.R.L.',
    nrRegCom: 'J12/5/2018',
    vat: { from: '2019-04-01', until: '2025-06-01' },
  },
  {
    ...base,
    cui: 9_000_000_569,
    denumire: 'FIRMĂ INACTIVĂ S.R.L.',
    nrRegCom: 'J12/6/2018',
    vat: { from: '2019-04-01', until: '2024-02-01' },
    inactive: { from: '2024-02-01', until: '', erased: '' },
  },
  {
    ...base,
    cui: 9_000_000_674,
    denumire: 'FIRMĂ RADIATĂ S.R.L.',
    nrRegCom: 'J12/7/2018',
    stare: 'RADIERE din data 10.10.2023',
    vat: { from: '2019-04-01', until: '2023-10-10' },
    inactive: { from: '2023-01-10', until: '', erased: '2023-10-10' },
    isInRegister: false,
  },
  {
    ...base,
    cui: 9_000_000_780,
    denumire: 'STRADĂ FĂRĂ NUMĂR S.R.L.',
    nrRegCom: 'J12/8/2018',
    address: { ...CLUJ, number: '', details: '' },
  },
  {
    ...base,
    cui: 9_000_000_895,
    denumire: 'TVA LA ÎNCASARE S.R.L.',
    nrRegCom: 'J12/9/2018',
    cash: { from: '2022-01-01', until: '' },
  },
  {
    ...base,
    cui: 9_000_000_909,
    denumire: 'PERSOANĂ DE PROBĂ ȘTEFAN ÎNTREPRINDERE INDIVIDUALĂ',
    nrRegCom: 'F12/10/2018',
    address: VILLAGE,
    vat: null,
    isInRegister: false,
  },
  {
    ...base,
    cui: 9_000_001_017,
    denumire: 'VA PLĂTI TVA DIN 2027 S.R.L.',
    nrRegCom: 'J12/11/2018',
    vat: { from: '2027-01-01', until: '' },
  },
  {
    ...base,
    cui: 9_000_001_122,
    denumire: 'FĂRĂ NICIO ADRESĂ S.R.L.',
    nrRegCom: '',
    address: {
      street: '',
      number: '',
      town: '',
      townCode: '',
      county: '',
      countyCode: '',
      car: '',
      details: '',
      post: '',
    },
  },
  {
    ...base,
    cui: 9_000_001_238,
    denumire: `SOCIETATE CU NUME FOARTE LUNG ${'ȘI FOARTE LUNG '.repeat(14)}S.R.L.`,
    nrRegCom: 'J12/13/2018',
  },
];
