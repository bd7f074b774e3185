import { faultsSchema } from './faults.ts';
import { startPortal } from './server.ts';

/**
 * A stand-in for Autovit's API on this machine alone, written from what its documents and its public clients say; what is not known
 * of the site is made up and carries the word „presupus”. It really fetches the pictures that it is given.
 *   node stand-ins/autovit/main.ts
 * The first line of standard output is JSON: url, clientId, clientSecret. It ends when its standard input does. Settings:
 *   PORT (0), CLIENT_ID, CLIENT_SECRET, PARTNER_CODE and PARTNER_SECRET (none), FAULTS (JSON; control.ts says what else can be done to it)
 */
const {
  PORT = '0',
  CLIENT_ID = 'fotolot',
  CLIENT_SECRET = 'stand-in',
  PARTNER_CODE = '',
  PARTNER_SECRET = '',
  FAULTS = '{}',
} = process.env;
const faults = faultsSchema.safeParse(JSON.parse(FAULTS));
if (!faults.success) {
  console.error(`FAULTS: ${faults.error.issues[0]?.path.join('.')} is not one of its words`);
  process.exit(1);
}
const { url, close } = await startPortal({
  port: Number(PORT),
  client: {
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    partner: PARTNER_CODE === '' ? null : { code: PARTNER_CODE, secret: PARTNER_SECRET },
  },
  faults: faults.data,
});
console.log(JSON.stringify({ url, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET }));
process.stdin.on('end', () => {
  close();
  process.exit();
});
process.stdin.on('error', () => process.exit());
process.stdin.resume();
