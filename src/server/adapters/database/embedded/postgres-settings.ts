/** A socket on Unix; on Windows a port of this machine only. */
export type Listening = ({ socketFolder: string } | { port: number }) & { password: string };

/** Fits a machine of 2 GB. On the command line, so that every start has exactly these, whatever an old configuration file says. */
const SETTINGS: Record<string, string> = {
  shared_buffers: '64MB',
  max_connections: '60',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  max_wal_size: '256MB',
  max_parallel_workers_per_gather: '0',
  autovacuum_max_workers: '2',
  io_method: 'sync',
  jit: 'off',
  fsync: 'on',
  TimeZone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  // Statements and details carry addresses and names; the log must not.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

export function settingsFor(listening: Listening, more: Record<string, string>): string[] {
  const where =
    'port' in listening
      ? { listen_addresses: '127.0.0.1', port: String(listening.port) }
      : {
          listen_addresses: '',
          port: '5432',
          unix_socket_directories: quoteFolder(listening.socketFolder),
          unix_socket_permissions: '0700',
        };
  return Object.entries({ ...SETTINGS, ...more, ...where }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
}

/** The setting is a list, in which a comma or a space would begin the next folder. */
function quoteFolder(folder: string): string {
  return `"${folder.replaceAll('"', '""')}"`;
}
