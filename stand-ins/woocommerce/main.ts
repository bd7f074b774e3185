import { faultsSchema } from './faults.ts';
import { startShop } from './server.ts';

/**
 * A stand-in for a shop with WooCommerce (REST, version 3) on this machine alone, written from its documents, its public source and what
 * public clients report; what is not known is made up and carries the word „presupus”. It really fetches the pictures that it is given,
 * and takes itself for a shop behind https, unless a fault says otherwise.
 *   node stand-ins/woocommerce/main.ts
 * The first line of standard output is JSON: url, key, secret. It ends when its standard input does. Settings:
 *   PORT (0), KEY, SECRET, FAULTS (JSON; control.ts says what else can be done to it)
 * Beside KEY it knows ck_read (reads only), ck_vendor (edits its own products) and ck_customer (may do nothing), all with SECRET.
 */
const { PORT = '0', KEY = 'ck_standin', SECRET = 'cs_standin', FAULTS = '{}' } = process.env;
const faults = faultsSchema.safeParse(JSON.parse(FAULTS));
if (!faults.success) {
  console.error(`FAULTS: ${faults.error.issues[0]?.path.join('.')} is not one of its words`);
  process.exit(1);
}
const { url, close } = await startShop({
  port: Number(PORT),
  keys: [
    { key: KEY, secret: SECRET, permissions: 'read_write', role: 'manager' },
    { key: 'ck_read', secret: SECRET, permissions: 'read', role: 'manager' },
    { key: 'ck_vendor', secret: SECRET, permissions: 'read_write', role: 'vendor' },
    { key: 'ck_customer', secret: SECRET, permissions: 'read_write', role: 'customer' },
  ],
  faults: faults.data,
});
console.log(JSON.stringify({ url, key: KEY, secret: SECRET }));
process.stdin.on('end', () => {
  close();
  process.exit();
});
process.stdin.on('error', () => process.exit());
process.stdin.resume();
