import type { ensureFirstAdmin } from '#server/account/first-start/first-admin.ts';
import { createSampleAccount } from '#server/account/first-start/sample-data.ts';
import type { App } from '#server/app.ts';
import { retryWhileUnavailable } from '#server/http/limits/patiently.ts';
import { hasAdmin } from '#server/users/admins/role-store.ts';

interface Started {
  readonly app: App;
  readonly url: string;
  readonly firstAdmin: Awaited<ReturnType<typeof ensureFirstAdmin>> | null;
  readonly isGoogleStandIn: boolean;
  readonly wantsSamples: boolean;
  /** Prints a line for the operator. */
  printLine(line: string): void;
}

/** Prints the lines that the operator looks for last, the address at the very end: later log lines report only problems. */
export async function greetOperator({ app, url, firstAdmin, printLine, ...wanted }: Started): Promise<void> {
  if (firstAdmin === 'unverified')
    printLine('ADMIN_EMAIL has an account whose address is not verified; it was not promoted.');
  if (wanted.isGoogleStandIn)
    printLine('„Continuă cu Google” is a local stand-in, for trying; GOOGLE_CLIENT_ID brings the real one.');
  if (await retryWhileUnavailable(app.log, () => hasAdmin(app.db)))
    printLine(`Admins sign in at ${url}/login`);
  else
    printLine('To create the first admin, stop and start with ADMIN_EMAIL=you@example.com ADMIN_PASSWORD=…');
  if (wanted.wantsSamples) printLine(await retryWhileUnavailable(app.log, () => createSampleAccount(app)));
  printLine(`Fotolot runs at ${url}`);
}
