import { faultsSchema } from './faults.ts';
import { startSimulator } from './server.ts';

/**
 * A stand-in for NETOPIA Payments (API v2) on this machine alone, written from the provider's documents. No money moves.
 *   node stand-ins/netopia/main.ts
 * The first line of standard output is JSON: url, apiKey, posSignature, publicKey. It ends when its standard input does. Settings:
 *   PORT (0), API_KEY, POS_SIGNATURE (made up when missing), STATE_FILE (remembers orders, key and port across restarts),
 *   RETURN_SECONDS (3), RETRY_SECONDS (1,5,30,120,600), FAULTS (JSON; control.ts says what else can be done to it)
 */
const { env } = process;
const faults = faultsSchema.safeParse(JSON.parse(env.FAULTS ?? '{}'));
if (!faults.success) {
  console.error(`FAULTS: ${faults.error.issues[0]?.path.join('.')} is not one of its words`);
  process.exit(1);
}
const { access, close } = await startSimulator({
  port: Number(env.PORT ?? 0),
  apiKey: env.API_KEY || undefined,
  posSignature: env.POS_SIGNATURE || undefined,
  stateFile: env.STATE_FILE || null,
  returnSeconds: Number(env.RETURN_SECONDS ?? 3),
  retrySeconds: (env.RETRY_SECONDS ?? '1,5,30,120,600').split(',').map(Number),
  faults: faults.data,
});
console.log(JSON.stringify(access));
process.stdin.on('end', () => {
  close();
  process.exit();
});
process.stdin.on('error', () => process.exit());
process.stdin.resume();
