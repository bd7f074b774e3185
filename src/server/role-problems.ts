/** Settings that decide whether a server may be one process of several. */
interface Given {
  readonly ROLE: 'all' | 'web' | 'worker';
  readonly DATABASE_URL: string;
  readonly FILES_URL: object | null;
  readonly SECRET_KEY: object | null;
  readonly PUBLIC_URL: string | null;
  readonly SMTP_URL: string;
  readonly OLX_MODE: string;
  readonly AUTOVIT_MODE: string;
  readonly WOOCOMMERCE_MODE: string;
  readonly FIRM_REGISTRY: string;
  readonly NETOPIA_MODE: string;
  readonly NETOPIA_URL: string;
  readonly ANALYTICS_ENDPOINT: string;
  readonly EFACTURA_MODE: string | null;
}

/**
 * Returns problems of a process of several whose parts the others could not use. A stand-in that is a child of one process knows nothing of
 * another's requests; one with an address of its own serves all of them.
 */
export function roleProblems(config: Given, googleIssuer: string): string[] {
  const { ROLE: role } = config;
  if (role === 'all') return [];
  const missing: [boolean, string][] = [
    [config.DATABASE_URL === '', 'DATABASE_URL is missing: an embedded database is one process’s own'],
    [config.FILES_URL === null, 'FILES_URL is missing: a folder is one machine’s own'],
    [config.SECRET_KEY === null, 'SECRET_KEY is missing: all processes need the same one'],
    [config.PUBLIC_URL === null, 'PUBLIC_URL is missing: mails would carry this process’s address'],
    [config.SMTP_URL === '', 'SMTP_URL is missing: mails in a folder are one machine’s own'],
    [
      googleIssuer === 'stand-in',
      'GOOGLE_ISSUER must be an address or off: the stand-in is one process’s own',
    ],
    [config.OLX_MODE === 'stand-in', 'OLX_MODE must be auto or off: the stand-in is one process’s own'],
    [
      config.AUTOVIT_MODE === 'stand-in',
      'AUTOVIT_MODE must be auto or off: the stand-in is one process’s own',
    ],
    [
      config.WOOCOMMERCE_MODE === 'stand-in',
      'WOOCOMMERCE_MODE must be auto, live or off: the stand-in is one process’s own',
    ],
    [
      config.FIRM_REGISTRY === 'stand-in',
      'FIRM_REGISTRY must be auto, live or off: the stand-in is one process’s own',
    ],
    [
      config.NETOPIA_MODE === 'simulator' && config.NETOPIA_URL === '',
      'NETOPIA_MODE must be sandbox, live or off: the simulator is one process’s own',
    ],
    [
      config.EFACTURA_MODE === 'stand-in',
      'EFACTURA_MODE must be test, live, export or off: the stand-in is one process’s own',
    ],
    [
      config.ANALYTICS_ENDPOINT === 'stand-in',
      'ANALYTICS_ENDPOINT must be an address or empty: the stand-in is one process’s own',
    ],
  ];
  return missing.flatMap(([isSo, problem]) => (isSo ? [`${problem} (ROLE=${role})`] : []));
}
