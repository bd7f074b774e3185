import { deepEqual, equal, throws } from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  autovitMode,
  drainSeconds,
  firmRegistryMode,
  googleIssuer,
  olxMode,
  readConfig,
  SETTINGS,
  wooCommerceMode,
} from '#server/config.ts';
import { eFacturaMode } from '#server/e-factura-settings.ts';

const PAGE = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'configuration.md'), 'utf8');

test('docs/configuration.md lists every setting with its words, and no other', () => {
  const rows = [...PAGE.matchAll(/^\| `(\w+)` \| (.+?) \| (.+?) \|$/gm)].map(([, name, doc]) => [name, doc]);
  deepEqual(
    rows,
    Object.entries(SETTINGS.shape).map(([name, { description }]) => [name, description]),
  );
});

test('without any setting the server is for this machine alone', () => {
  const { HOST, PORT, DATABASE_URL, PUBLIC_URL } = readConfig({});
  deepEqual([HOST, PORT, DATABASE_URL, PUBLIC_URL], ['127.0.0.1', 8080, '', null]);
});

test('invoices are handed in by admins where payments are live, and elsewhere only where the setting says so', () => {
  const { NETOPIA_MODE: _, ...others } = readConfig({});
  const modes = ['live', 'sandbox', 'simulator', 'off'] as const;
  const getModes = (EFACTURA_MODE: 'export' | 'off' | null) =>
    modes.map((NETOPIA_MODE) => eFacturaMode({ ...others, NETOPIA_MODE, EFACTURA_MODE }));
  deepEqual(getModes(null), ['export', 'off', 'off', 'off']);
  deepEqual(getModes('off'), ['off', 'off', 'off', 'off']);
  deepEqual(getModes('export'), ['export', 'export', 'export', 'export']);
  throws(
    () => readConfig({ EFACTURA_MODE: 'anaf' }),
    /EFACTURA_MODE must be stand-in, test, live, export, off/,
  );
});

test('all problems are named at once', () => {
  throws(
    () => readConfig({ PORT: 'ușă', PUBLIC_URL: 'ftp://x.ro', LOT_PROCESSES: '0' }),
    (error: Error) => ['PORT', 'PUBLIC_URL', 'LOT_PROCESSES'].every((name) => error.message.includes(name)),
  );
});

test('a setting that cannot be read hides no other’s problem, and is named once', () => {
  const given = {
    ROLE: 'web',
    FILES_URL: 's3://key:secret@127.0.0.1:1/b',
    LOG_LEVEL: 'loud',
    SMTP_URL: 'x',
    DATABASE_URL: 'mysql://fotolot@127.0.0.1/fotolot',
    NETOPIA_MODE: 'live',
  };
  throws(
    () => readConfig(given),
    ({ message }: Error) => {
      const lines = message.split('\n').slice(1);
      const named = (name: string) => lines.filter((line) => line.startsWith(`- ${name} `));
      for (const name of ['FILES_URL', 'LOG_LEVEL', 'SMTP_URL', 'DATABASE_URL', 'SECRET_KEY', 'PUBLIC_URL'])
        equal(named(name).length, 1, message);
      equal(
        named('FILES_URL')[0],
        '- FILES_URL must name a bucket of 3–63 characters: a–z, 0–9, dots and hyphens within',
      );
      return lines.some((line) => line.includes('NETOPIA_API_KEY is missing'));
    },
  );
});

test('trusted proxies are addresses and networks, and every other text is named beside the other problems', () => {
  const given = (TRUSTED_PROXIES: string) => readConfig({ TRUSTED_PROXIES }).TRUSTED_PROXIES;
  deepEqual(given(''), []);
  const good = ['127.0.0.1', '10.0.0.0/8', '2001:db8::/32', '::1', 'loopback', '192.168.0.0/255.255.0.0'];
  deepEqual(given(` ${good.join(' , ')},`), good);
  for (const bad of ['0.0.0.0/0', '::/0', '10.0.0.0/33', 'proxy.example', '10.0.0.0/8;::1', '*', 'true'])
    throws(
      () => readConfig({ TRUSTED_PROXIES: `127.0.0.1, ${bad}`, PORT: 'ușă', ADMIN_EMAIL: 'eu' }),
      ({ message }: Error) =>
        message.includes(
          `- TRUSTED_PROXIES must name addresses or networks such as 10.0.0.0/8; ${bad} is neither`,
        ) &&
        message.includes('- PORT ') &&
        message.includes('- ADMIN_EMAIL must be an email address'),
      bad,
    );
});

const REACHED = {
  HOST: '0.0.0.0',
  PUBLIC_URL: 'https://fotolot.example/x',
  SMTP_URL: 'smtps://fotolot:parola@mail.example',
  MAIL_FROM: 'Fotolot <salut@fotolot.example>',
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'secret',
  NETOPIA_MODE: 'sandbox',
  NETOPIA_API_KEY: 'key',
  NETOPIA_POS_SIGNATURE: '1ABC-2DEF-3GHI-4JKL-5MNO',
};

test('OLX is the real one with an application, a stand-in where nothing is public, and else not offered', () => {
  const application = { OLX_CLIENT_ID: '1', OLX_CLIENT_SECRET: 'x' };
  equal(olxMode(readConfig(application)), 'live');
  const given = (env: Record<string, string>) => olxMode(readConfig({ OLX_MODE: 'auto', ...env }));
  equal(given({}), 'stand-in');
  equal(given({ PUBLIC_URL: 'http://127.0.0.1:8080' }), 'stand-in');
  equal(given({ HOST: '0.0.0.0', ALLOW_DEMO: '1' }), 'stand-in');
  equal(given(REACHED), 'off');
  equal(given({ ...REACHED, ...application }), 'live');
  equal(given(application), 'live');
  for (const OLX_MODE of ['stand-in', 'off']) equal(given({ ...application, OLX_MODE }), OLX_MODE);
  throws(() => given({ OLX_CLIENT_ID: '1' }), /OLX_CLIENT_ID and OLX_CLIENT_SECRET must both be set/);
  throws(() => given({ ...REACHED, OLX_MODE: 'stand-in' }), /OLX_MODE=stand-in is for trying/);
  throws(() => given({ ROLE: 'web', OLX_MODE: 'stand-in' }), /OLX_MODE must be auto or off/);
});

test('Autovit is the real one with a client, as its partner where that is given whole, and for itself alone', () => {
  const client = { AUTOVIT_CLIENT_ID: '1', AUTOVIT_CLIENT_SECRET: 'x' };
  const given = (env: Record<string, string>) => autovitMode(readConfig(env));
  equal(given({}), 'stand-in');
  equal(given(REACHED), 'off');
  equal(given({ ...REACHED, OLX_CLIENT_ID: '1', OLX_CLIENT_SECRET: 'x' }), 'off');
  equal(given({ ...REACHED, ...client }), 'live');
  const partner = { AUTOVIT_PARTNER_CODE: 'P', AUTOVIT_PARTNER_SECRET: 's' };
  equal(given({ ...client, ...partner }), 'live');
  throws(() => given({ AUTOVIT_CLIENT_ID: '1' }), /AUTOVIT_CLIENT_ID and AUTOVIT_CLIENT_SECRET must both/);
  throws(() => given({ ...client, AUTOVIT_PARTNER_CODE: 'P' }), /AUTOVIT_PARTNER_SECRET must both be set/);
  throws(() => given(partner), /AUTOVIT_PARTNER_CODE needs AUTOVIT_CLIENT_ID/);
  throws(() => given({ ...REACHED, AUTOVIT_MODE: 'stand-in' }), /AUTOVIT_MODE=stand-in is for trying/);
  throws(() => given({ ROLE: 'web', AUTOVIT_MODE: 'stand-in' }), /AUTOVIT_MODE must be auto or off/);
});

test('shops are offered where the operator wants them; where nothing is public a stand-in takes their place', () => {
  const given = (env: Record<string, string>) => wooCommerceMode(readConfig(env));
  equal(given({}), 'stand-in');
  equal(given(REACHED), 'off');
  equal(given({ HOST: '0.0.0.0', ALLOW_DEMO: '1' }), 'stand-in');
  for (const WOOCOMMERCE_MODE of ['live', 'off', 'stand-in'])
    equal(given({ WOOCOMMERCE_MODE }), WOOCOMMERCE_MODE);
  throws(
    () => given({ ...REACHED, WOOCOMMERCE_MODE: 'stand-in' }),
    /WOOCOMMERCE_MODE=stand-in is for trying/,
  );
  throws(() => given({ ROLE: 'web', WOOCOMMERCE_MODE: 'stand-in' }), /WOOCOMMERCE_MODE must be auto, live/);
});

test('invoices are sent to ANAF only where that cannot be mistaken: real ones live, no others', () => {
  const seller = { OPERATOR_NAME: 'Fotolot SRL', OPERATOR_CUI: 'RO14399840' };
  const application = { ANAF_CLIENT_ID: 'id', ANAF_CLIENT_SECRET: 'secret' };
  const given = (env: Record<string, string>) =>
    eFacturaMode(readConfig({ ...seller, ...application, ...env }));
  const sandbox = { ...REACHED, NETOPIA_MODE: 'sandbox' };
  equal(given({ ...sandbox, EFACTURA_MODE: 'test' }), 'test');
  equal(given({ EFACTURA_MODE: 'stand-in', ANAF_CLIENT_ID: '', ANAF_CLIENT_SECRET: '' }), 'stand-in');
  equal(given({ EFACTURA_MODE: 'export' }), 'export');
  const refused: readonly [Record<string, string>, RegExp][] = [
    [{ ...sandbox, EFACTURA_MODE: 'live' }, /EFACTURA_MODE=live needs NETOPIA_MODE=live/],
    [
      { ...REACHED, NETOPIA_MODE: 'live', EFACTURA_MODE: 'test' },
      /with NETOPIA_MODE=live it must be live, export or off/,
    ],
    [{ ...sandbox, EFACTURA_MODE: 'test', ANAF_CLIENT_SECRET: '' }, /must both be set, or neither/],
    [
      { ...sandbox, EFACTURA_MODE: 'test', ANAF_CLIENT_ID: '', ANAF_CLIENT_SECRET: '' },
      /ANAF_CLIENT_ID and ANAF_CLIENT_SECRET are missing for EFACTURA_MODE=test/,
    ],
    [{ EFACTURA_MODE: 'test' }, /PUBLIC_URL must be an https address for EFACTURA_MODE=test/],
    [
      { ...sandbox, EFACTURA_MODE: 'test', OPERATOR_CUI: '' },
      /OPERATOR_CUI is missing for EFACTURA_MODE=test/,
    ],
    [{ ...sandbox, EFACTURA_MODE: 'stand-in' }, /EFACTURA_MODE=stand-in is for trying: nothing gets to ANAF/],
    [{ ROLE: 'web', EFACTURA_MODE: 'stand-in' }, /EFACTURA_MODE must be test, live, export or off/],
  ];
  for (const [env, problem] of refused) throws(() => given(env), problem);
});

test('firms are looked up at ANAF with live payments, in a stand-in where nothing is public, and else not at all', () => {
  const given = (env: Record<string, string>) => {
    const read = (NETOPIA_MODE: 'live' | 'off') =>
      firmRegistryMode({ ...readConfig({ NETOPIA_MODE: 'off', ...env }), NETOPIA_MODE });
    return [read('live'), read('off')];
  };
  deepEqual(given({}), ['live', 'stand-in']);
  deepEqual(given({ HOST: '0.0.0.0', ALLOW_DEMO: '1' }), ['live', 'stand-in']);
  deepEqual(given(REACHED), ['live', 'off']);
  for (const FIRM_REGISTRY of ['live', 'off'])
    deepEqual(given({ ...REACHED, FIRM_REGISTRY }), [FIRM_REGISTRY, FIRM_REGISTRY]);
  deepEqual(given({ FIRM_REGISTRY: 'stand-in' }), ['stand-in', 'stand-in']);
  throws(() => given({ ...REACHED, FIRM_REGISTRY: 'stand-in' }), /FIRM_REGISTRY=stand-in is for trying/);
  throws(() => given({ ROLE: 'web', FIRM_REGISTRY: 'stand-in' }), /FIRM_REGISTRY must be auto, live or off/);
});

test('a database on another machine is reached under TLS with a checked certificate, or not at all', () => {
  const given = (url: string, env = {}) => readConfig({ DATABASE_URL: url, ...env }).DATABASE_URL;
  for (const url of [
    'postgres://fotolot:parola@db.example/fotolot',
    'postgres://fotolot:parola@10.0.0.7:5432/fotolot?sslmode=require',
    'postgres://fotolot:parola@db/fotolot?sslmode=no-verify',
    'postgres://fotolot@localhost/fotolot?host=db.example',
  ])
    throws(() => given(url), /DATABASE_URL is on another machine/, url);
  throws(() => given('fotolot'), /DATABASE_URL must be an address/);
  for (const url of [
    'postgres://fotolot:parola@db.example/fotolot?sslmode=verify-full&sslrootcert=/etc/ca.pem',
    'postgres://fotolot:parola@db/fotolot?sslmode=disable',
    'postgres://fotolot@127.0.0.1:5433/fotolot',
    'postgres://fotolot@[::1]/fotolot',
    'postgres:///fotolot?host=/var/run/postgresql',
  ])
    equal(given(url), url);
  equal(given('postgres://db/fotolot', { ALLOW_DEMO: '1' }), 'postgres://db/fotolot');
});

test('a server that others can reach needs an https address, a mail server, the real Google and no payment simulator, unless it is a demonstration', () => {
  throws(
    () => readConfig({ HOST: '0.0.0.0' }),
    (error: Error) =>
      /PUBLIC_URL must be an https address.*SMTP_URL is missing.*GOOGLE_CLIENT_ID is missing.*the simulator gives credits away/s.test(
        error.message,
      ),
  );
  for (const url of ['http://fotolot.example', 'http://192.0.2.1:8080', 'http://[2001:db8::1]'])
    throws(
      () => readConfig({ PUBLIC_URL: url }),
      /PUBLIC_URL is an address for others, so PUBLIC_URL must be an https address.*the simulator gives credits away/s,
      url,
    );
  for (const url of ['http://localhost:8080', 'http://127.0.0.1', 'http://[::1]:8080'])
    equal(readConfig({ PUBLIC_URL: url }).NETOPIA_MODE, 'simulator', url);
  equal(readConfig({ HOST: '0.0.0.0', ALLOW_DEMO: '1' }).ALLOW_DEMO, true);
  const config = readConfig(REACHED);
  equal(config.PUBLIC_URL, 'https://fotolot.example');
  equal(googleIssuer(config), 'https://accounts.google.com');
  throws(
    () => readConfig({ ...REACHED, GOOGLE_ISSUER: 'stand-in' }),
    /GOOGLE_ISSUER=off runs without Google/,
  );
  throws(
    () => readConfig({ ...REACHED, ANALYTICS_ENDPOINT: 'stand-in' }),
    /ANALYTICS_ENDPOINT=stand-in is for trying/,
  );
  throws(
    () => readConfig({ ...REACHED, HOSTED_STORAGE_URL: 'http://127.0.0.1:9000' }),
    /HOSTED_STORAGE_URL is for trying/,
  );
  throws(
    () => readConfig({ HOSTED_STORAGE_URL: 'http://10.0.0.7' }),
    /must be an http address of this machine/,
  );
  equal(googleIssuer(readConfig({ ...REACHED, GOOGLE_CLIENT_ID: '', GOOGLE_ISSUER: 'off' })), 'off');
  equal(googleIssuer(readConfig({})), 'stand-in');
});

const ONE_OF_SEVERAL = {
  ROLE: 'web',
  DATABASE_URL: 'postgres://fotolot@127.0.0.1/fotolot',
  FILES_URL: 's3://key:secret@127.0.0.1:9000/photos',
  SECRET_KEY: 'ab'.repeat(32),
  PUBLIC_URL: 'http://127.0.0.1:8080',
  SMTP_URL: 'smtp://127.0.0.1:2525',
  GOOGLE_ISSUER: 'off',
  NETOPIA_MODE: 'off',
};

test('one process of several refuses settings that it would have for itself alone and names all at once, also in a demonstration', () => {
  const needed = ['DATABASE_URL', 'FILES_URL', 'SECRET_KEY', 'PUBLIC_URL', 'SMTP_URL'];
  const ownStandIns = ['GOOGLE_ISSUER', 'NETOPIA_MODE', 'ANALYTICS_ENDPOINT'];
  for (const ROLE of ['web', 'worker'])
    for (const demo of [{}, { ALLOW_DEMO: '1' }])
      throws(
        () => readConfig({ ROLE, ANALYTICS_ENDPOINT: 'stand-in', ...demo }),
        new RegExp([...needed, ...ownStandIns].map((name) => `- ${name} .*ROLE=${ROLE}`).join('.*'), 's'),
      );
  throws(() => readConfig({ ...ONE_OF_SEVERAL, ROLE: 'both' }), /ROLE must be all, web, worker/);
  equal(readConfig(ONE_OF_SEVERAL).ROLE, 'web');
  const GOOGLE_ISSUER = 'http://127.0.0.1:9100';
  const google = { GOOGLE_ISSUER, GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
  equal(googleIssuer(readConfig({ ...ONE_OF_SEVERAL, ...google })), GOOGLE_ISSUER);
});

test('a process of several serves on for a while after it was told to stop, a single server only where that is set', () => {
  const seconds = (env: Record<string, string | undefined>) => drainSeconds(readConfig(env));
  deepEqual(
    [{}, { DRAIN_SECONDS: '5' }, ONE_OF_SEVERAL, { ...ONE_OF_SEVERAL, DRAIN_SECONDS: '0' }].map(seconds),
    [0, 5, 20, 0],
  );
  throws(() => readConfig({ DRAIN_SECONDS: '-1' }), /DRAIN_SECONDS must be a whole number/);
});

test('settings that only work together are asked for together', () => {
  throws(() => readConfig({ GOOGLE_CLIENT_ID: 'id' }), /GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must both/);
  throws(() => readConfig({ ANALYTICS_API_KEY: 'k' }), /ANALYTICS_ENDPOINT and ANALYTICS_API_KEY/);
  throws(
    () => readConfig({ ANALYTICS_ENDPOINT: 'stand-in', ANALYTICS_API_KEY: 'k' }),
    /not for the stand-in/,
  );
  equal(readConfig({ ANALYTICS_ENDPOINT: 'stand-in' }).ANALYTICS_ENDPOINT, 'stand-in');
  for (const bad of ['http://analytics.example/config', 'analytics.example', 'ftp://127.0.0.1/'])
    throws(
      () => readConfig({ ANALYTICS_ENDPOINT: bad, ANALYTICS_API_KEY: 'k' }),
      /ANALYTICS_ENDPOINT must begin with https/,
      bad,
    );
  for (const good of ['https://analytics.example/config', 'http://127.0.0.1:4711/', 'http://[::1]/'])
    equal(readConfig({ ANALYTICS_ENDPOINT: good, ANALYTICS_API_KEY: 'k' }).ANALYTICS_ENDPOINT, good);
  throws(() => readConfig({ SMTP_URL: 'mail.example' }), /SMTP_URL must begin with/);
  throws(() => readConfig({ SMTP_URL: 'smtp://a b:/@:x' }), /SMTP_URL must begin with/);
  throws(() => readConfig({ ...REACHED, MAIL_FROM: '' }), /MAIL_FROM is missing/);
});

test('live and sandbox payments refuse to start half-configured, and a key without a mode is refused too', () => {
  for (const mode of ['live', 'sandbox'])
    throws(
      () => readConfig({ NETOPIA_MODE: mode, NETOPIA_POS_SIGNATURE: 'my shop' }),
      /NETOPIA_API_KEY is missing.*NETOPIA_POS_SIGNATURE must look like/s,
    );
  throws(() => readConfig({ NETOPIA_API_KEY: 'key' }), /need NETOPIA_MODE=sandbox or live/);
  throws(() => readConfig({ NETOPIA_MODE: 'production' }), /NETOPIA_MODE must be simulator, sandbox, live/);
  equal(readConfig({ NODE_ENV: 'production' }).NETOPIA_MODE, 'simulator');
});

test('trusted keys of notifications are PEM or a file of PEM, one or more, 2048 bits at least', () => {
  const pem = (bits: number) =>
    generateKeyPairSync('rsa', { modulusLength: bits })
      .publicKey.export({ type: 'spki', format: 'pem' })
      .toString();
  const [one, two] = [pem(2048), pem(2048)];
  const keysOf = (text: string) => readConfig({ NETOPIA_PUBLIC_KEY: text }).NETOPIA_PUBLIC_KEY;
  equal(keysOf('').length, 0);
  equal(keysOf(one.replaceAll('\n', '\\n')).length, 1);
  const folder = mkdtempSync(join(tmpdir(), 'fotolot-keys-'));
  try {
    writeFileSync(join(folder, 'keys.pem'), `${one}\n${two}`);
    deepEqual(
      keysOf(join(folder, 'keys.pem')).map((key) => key.export({ type: 'spki', format: 'pem' })),
      [one, two],
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
  throws(() => keysOf(pem(1024)), /NETOPIA_PUBLIC_KEY must hold RSA keys of 2048 bits or more/);
  throws(() => keysOf('/nowhere/key.pem'), /NETOPIA_PUBLIC_KEY ENOENT/);
  throws(() => keysOf(`-----BEGIN PUBLIC KEY-----\nnothing\n-----END PUBLIC KEY-----`), /NETOPIA_PUBLIC_KEY/);
});

test('the model that cuts out is one of the catalogue, none, or a manifest, and may come by a mirror and a proxy', () => {
  equal(readConfig({}).CUTOUT_MODEL, 'auto');
  for (const name of ['off', 'u2netp', 'isnet-general-use'])
    equal(readConfig({ CUTOUT_MODEL: name }).CUTOUT_MODEL, name);
  equal(readConfig({ CUTOUT_MODEL: '/models/mine.json' }).CUTOUT_MODEL, '/models/mine.json');
  throws(
    () => readConfig({ CUTOUT_MODEL: 'u2net' }),
    /CUTOUT_MODEL must be auto, off, u2netp, .*or the path/,
  );
  const proxied = (HTTPS_PROXY: string) => readConfig({ HTTPS_PROXY }).HTTPS_PROXY;
  equal(proxied('http://ana:parola@proxy.example:3128'), 'http://ana:parola@proxy.example:3128/');
  equal(proxied('proxy.example:3128'), 'http://proxy.example:3128/');
  throws(() => proxied('socks5://proxy.example'), /HTTPS_PROXY must begin with/);
  const CUTOUT_MODEL_MIRROR = 'http://127.0.0.1:9000/models';
  equal(readConfig({ CUTOUT_MODEL_MIRROR }).CUTOUT_MODEL_MIRROR, CUTOUT_MODEL_MIRROR);
});

test('files go to a bucket that is named with its host, and the key is then in the settings', () => {
  const SECRET_KEY = 'ab'.repeat(32);
  const { FILES_URL } = readConfig({
    SECRET_KEY,
    FILES_URL: 's3://key:se%2Fcret@s3.example.net:9000/photos/of/us?region=eu-1',
  });
  deepEqual(FILES_URL, {
    endpoint: 'https://s3.example.net:9000',
    region: 'eu-1',
    bucket: 'photos',
    prefix: 'of/us/',
    credentials: { accessKeyId: 'key', secretAccessKey: 'se/cret' },
  });
  const ofTheMachine = readConfig({ SECRET_KEY, FILES_URL: 's3://127.0.0.1:9000/photos' }).FILES_URL;
  deepEqual([ofTheMachine?.endpoint, ofTheMachine?.credentials], ['http://127.0.0.1:9000', null]);
  throws(
    () => readConfig({ FILES_URL: 's3://s3.example.net/photos' }),
    /SECRET_KEY must be set with FILES_URL/,
  );
  for (const wrong of [
    'https://s3.example.net/photos',
    's3://s3.example.net',
    's3://s3.example.net/P',
    's3://key@host/photos',
  ])
    throws(() => readConfig({ SECRET_KEY, FILES_URL: wrong }), /FILES_URL must/);
  throws(() => readConfig({ SECRET_KEY: 'short' }), /SECRET_KEY must be 64 hex digits/);
});
