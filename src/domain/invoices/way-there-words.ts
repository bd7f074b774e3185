import type { EFacturaMode } from './hand-in.ts';

/** Returns how documents get to RO e-Factura, and who marks them there: admins, not those who only read the books. */
export function wayThereWords(mode: EFacturaMode, isAdmin: boolean): string {
  const mark = isAdmin
    ? 'apoi le marchezi cu indexul primit'
    : 'iar un administrator le marchează cu indexul primit';
  switch (mode) {
    case 'live':
      return `Documentele pleacă singure la ANAF și ies din listă când le acceptă. Ce predai totuși prin SPV ${isAdmin ? 'marchezi aici' : 'marchează un administrator'}, cu indexul primit.`;
    case 'export':
      return `Ia fișierele de aici și trimite-le prin SPV, ${mark}.`;
    case 'stand-in':
    case 'test':
      return `Cele de probă (MOD TEST) se trimit doar la un mediu de probă, ceea ce nu e o predare. Pe cele adevărate le iei de aici, le trimiți prin SPV, ${mark}.`;
    case 'off':
      return '';
  }
}
