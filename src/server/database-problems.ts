import { isLoopback } from '#domain/loopback.ts';

interface Given {
  readonly DATABASE_URL: string;
  readonly DATABASE_DIRECT_URL: string;
  readonly ALLOW_DEMO: boolean;
}

/**
 * Returns problems of the database's addresses. All personal data goes this way: to another machine under checked TLS, unless the operator
 * waives it.
 */
export function databaseProblems({
  DATABASE_URL: pooled,
  DATABASE_DIRECT_URL: direct,
  ALLOW_DEMO: isDemo,
}: Given): string[] {
  return [
    ...(direct && !pooled ? ['DATABASE_DIRECT_URL is set without DATABASE_URL, which it goes with'] : []),
    ...addressProblems('DATABASE_URL', pooled, isDemo),
    ...addressProblems('DATABASE_DIRECT_URL', direct, isDemo),
  ];
}

function addressProblems(name: string, url: string, isDemo: boolean): string[] {
  if (!url || isDemo) return [];
  const { protocol, hostname, searchParams } = URL.parse(url) ?? {};
  if (!searchParams || !/^postgres(ql)?:$/.test(protocol ?? ''))
    return [`${name} must be an address, postgres://name:password@host/database`];
  const host = searchParams.get('host') ?? hostname ?? '';
  const isHere = host === '' || host.startsWith('/') || isLoopback(host);
  return isHere || ['verify-full', 'disable'].includes(searchParams.get('sslmode') ?? '')
    ? []
    : [
        `${name} is on another machine, so it must end with ?sslmode=verify-full (and &sslrootcert=FILE for a CA of your own), or with ?sslmode=disable where no other machine is on the line`,
      ];
}
