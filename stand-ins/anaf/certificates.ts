/** Made-up certificates: what each of them may do is all that there is to them. */
export interface Certificate {
  readonly serial: string;
  readonly name: string;
  /** CIFs for which its holder has a right in SPV; `*` is any. */
  cifs: readonly string[];
  /** False: tokens of this certificate open „TestOauth” alone, the invoices answer 403. */
  hasService: boolean;
  /** True: the sign-in refuses it. */
  isExpired: boolean;
}

/** A CIF of none of the firms here, for the certificate that has a right elsewhere. */
const ELSEWHERE = '9000001343';

export function makeCertificates(cifs: readonly string[]): Certificate[] {
  const plain = { hasService: true, isExpired: false };
  return [
    { ...plain, serial: '1234AA456', name: 'Reprezentant legal', cifs },
    { ...plain, serial: '1234AA457', name: 'Reprezentant al altei firme', cifs: [ELSEWHERE] },
    { ...plain, serial: '1234AA458', name: 'Fără drept în SPV', cifs: [] },
    { ...plain, serial: '1234AA459', name: 'Fără acces la e-Factura', cifs, hasService: false },
    { ...plain, serial: '1234AA460', name: 'Certificat expirat', cifs, isExpired: true },
  ];
}

export function hasRight({ cifs }: Certificate, cif: string): boolean {
  return cifs.includes('*') || cifs.includes(cif);
}
