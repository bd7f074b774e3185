import { faultsSchema } from './faults.ts';
import { startOffice } from './server.ts';

/**
 * A stand-in for ANAF's RO e-Factura, its sign-in and its registry of firms, on this machine alone, written from ANAF's documents; what
 * they do not say is made up and carries the word „presupus”. Nothing is declared anywhere, and its signatures are none.
 *   node stand-ins/anaf/main.ts
 * The first line of standard output is JSON: url, clientId, clientSecret. It ends when its standard input does. Settings:
 *   PORT (0), CLIENT_ID, CLIENT_SECRET, REDIRECT_URIS (separated by spaces), LOOPBACK_PATH (of redirects to this machine),
 *   CIFS (of the first certificate, separated by spaces; * is any), STATE_FILE (remembers documents, tokens, clock and port across
 *   restarts), POLLS (1) and SECONDS (60): a document is processed at the question after so many, or so long after it came,
 *   FAULTS (JSON; control.ts says what else can be done to it)
 */
const {
  PORT = '0',
  CLIENT_ID = 'fotolot',
  CLIENT_SECRET = 'stand-in',
  REDIRECT_URIS = '',
  LOOPBACK_PATH = '',
  CIFS = '9000000011',
  STATE_FILE = '',
  POLLS = '1',
  SECONDS = '60',
  FAULTS = '{}',
} = process.env;
const faults = faultsSchema.safeParse(JSON.parse(FAULTS));
if (!faults.success) {
  console.error(`FAULTS: ${faults.error.issues[0]?.path.join('.')} is not one of its words`);
  process.exit(1);
}
const { url, close } = await startOffice({
  port: Number(PORT),
  application: {
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    redirectUris: REDIRECT_URIS.split(' ').filter(Boolean),
    loopbackPath: LOOPBACK_PATH,
  },
  cifs: CIFS.split(' ').filter(Boolean),
  stateFile: STATE_FILE || null,
  pace: { polls: Number(POLLS), seconds: Number(SECONDS) },
  faults: faults.data,
});
console.log(JSON.stringify({ url, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET }));
process.stdin.on('end', () => {
  close();
  process.exit();
});
process.stdin.on('error', () => process.exit());
process.stdin.resume();
