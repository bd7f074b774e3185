/** The server's own documents, outside of the app's routes: plain links, never the router's. */
export const TERMS = '/legal/terms';
export const PRIVACY = '/legal/privacy';

export const LEGAL_LINKS = [
  { href: TERMS, label: 'Termeni și condiții' },
  { href: PRIVACY, label: 'Confidențialitate' },
  { href: '/legal/withdrawal', label: 'Retrage-te din contract aici' },
  { href: '/legal/contact', label: 'Ajutor și contact' },
  { href: '/legal/notice', label: 'Semnalează conținut ilegal' },
  { href: '/legal/accessibility', label: 'Accesibilitate' },
] as const;
