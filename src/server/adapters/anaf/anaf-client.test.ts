import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import { AnafFailure, type AnafFailureKind } from '#domain/invoices/anaf-failure.ts';
import { unusedPort } from '#testing/unused-port.ts';
import { createAnafClient } from './anaf-client.ts';
import type { Anaf } from './port.ts';

type Reply = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void;

const NOW = new Date('2026-11-29T10:00:00Z');
const TOKEN = `eyJhbGciOiJSUzUxMiJ9.${'a1'.repeat(30)}.${'b2'.repeat(30)}`;
const WAF =
  '<html><head><title>Request Rejected</title></head><body>The requested URL was rejected.</body></html>';
const header = (attributes: string, errors: readonly string[] = []) =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<header xmlns="mfp:anaf:dgti:spv:respUploadFisier:v1" ${attributes}>${errors
    .map((error) => `<Errors errorMessage="${error}"/>`)
    .join('')}</header>`;
const refusedUpload = (sentence: string) =>
  header('dateResponse="202210121034" ExecutionStatus="1"', [sentence]);
const ZIP = Buffer.concat([Buffer.from('PK\x03\x04 42.xml '), Buffer.from('PK\x05\x06'), Buffer.alloc(18)]);
const DOCUMENT = { cif: '8000000000', counter: 'firm', xml: Buffer.from('<Invoice>ș</Invoice>') } as const;
const WINDOW = {
  cif: '8000000000',
  from: new Date(1_646_037_374_000),
  until: new Date(1_646_170_574_000),
  page: 1,
  filter: 'T',
} as const;

describe('ANAF’s interfaces of RO e-Factura', () => {
  let server: Server;
  let anaf: Anaf;
  let build: (options?: { port?: number; callMs?: number }) => Anaf;
  let reply: Reply;
  let asked: { method: string; url: string; headers: IncomingMessage['headers']; body: Buffer }[] = [];
  before(async () => {
    server = createServer(async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part);
      const body = Buffer.concat(parts);
      asked.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
      reply(request, response, body);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const own = (server.address() as AddressInfo).port;
    build = ({ port = own, callMs = 2000 } = {}) =>
      createAnafClient({
        mode: 'test',
        environment: 'test',
        findPlace: async () => {
          const at = `http://127.0.0.1:${port}`;
          return { signIn: at, api: at, clientId: 'client', clientSecret: 'c+d' };
        },
        now: () => NOW,
        pace: async () => {},
        callMs,
      });
    anaf = build();
  });
  after(() => server.close());
  beforeEach(() => {
    asked = [];
  });

  const say = (status: number, body: string | Buffer, headers: Record<string, string> = {}) => {
    reply = (_, response) => response.writeHead(status, headers).end(body);
  };
  const fails = (call: Promise<unknown>, kind: AnafFailureKind, detail?: RegExp) =>
    rejects(call, (error: unknown) => {
      ok(error instanceof AnafFailure, String(error));
      equal(error.kind, kind, error.message);
      if (detail) match(error.facts.detail ?? '', detail);
      equal(error.message.includes(TOKEN), false);
      return true;
    });
  const calls = {
    upload: () => anaf.upload(TOKEN, DOCUMENT),
    state: () => anaf.readState(TOKEN, '3828'),
    list: () => anaf.listMessages(TOKEN, WINDOW),
    download: () => anaf.download(TOKEN, '123'),
  };

  it('gets a document’s bytes as they are, as plain text, at the counter for firms or for persons', async () => {
    say(200, header('dateResponse="202108051140" ExecutionStatus="0" index_incarcare="3828"'));
    equal(await anaf.upload(TOKEN, DOCUMENT), '3828');
    equal(await anaf.upload(TOKEN, { ...DOCUMENT, counter: 'person' }), '3828');
    deepEqual(
      asked.map(({ method, url }) => `${method} ${url}`),
      [
        'POST /test/FCTEL/rest/upload?standard=UBL&cif=8000000000',
        'POST /test/FCTEL/rest/uploadb2c?standard=UBL&cif=8000000000',
      ],
    );
    deepEqual(asked[0]?.body, DOCUMENT.xml);
    equal(asked[0]?.headers['content-type'], 'text/plain');
    equal(asked[0]?.headers.authorization, `Bearer ${TOKEN}`);
  });

  it('refuses an upload in its own sentence, each by what may be done about it', async () => {
    const sentences: readonly [string, AnafFailureKind][] = [
      ['Valorile acceptate pentru parametrul standard sunt UBL, CN, CII sau RASP', 'refused'],
      ['Marime fisier transmis mai mare de 10 MB.', 'refused'],
      ['CIF introdus= 123a nu este un numar', 'refused'],
      ['Nu exista niciun CIF pentru care sa aveti drept in SPV', 'no-rights'],
      ['Nu aveti drept in SPV pentru CIF=1234', 'no-rights'],
      [
        'Fisierul transmis nu este valid. org.xml.sax.SAXParseException; lineNumber: 15; cvc-elt.1.a: element &apos;Invoice1&apos;. ',
        'refused',
      ],
      ['S-au incarcat deja 1000 de mesaje de tip RASP pentru cui=1234 in cursul zilei', 'limit'],
      ['A aparut o eroare tehnica. Cod: 1814', 'unknown'],
    ];
    for (const [sentence, kind] of sentences) {
      say(200, refusedUpload(sentence));
      await fails(calls.upload(), kind, new RegExp(sentence.slice(0, 12)));
    }
    say(200, refusedUpload('element &apos;Invoice1&apos; &#537;i &lt;b&gt;'));
    await fails(calls.upload(), 'refused', /^element 'Invoice1' și <b>$/);
    say(
      400,
      JSON.stringify({
        timestamp: '05-08-2021',
        status: 400,
        error: 'Bad Request',
        message: 'Parametrii standard si cif sunt obligatorii',
      }),
    );
    await fails(calls.upload(), 'refused', /^Parametrii standard/);
  });

  it('leaves open whether a document arrived when no answer of its own says so', async () => {
    const replies: Reply[] = [
      (_, response) => response.destroy(),
      (_, response) =>
        response.writeHead(200, { 'content-length': '900' }).write('<header', () => response.destroy()),
      (_, response) =>
        response.writeHead(500).end(JSON.stringify({ status: 500, message: 'Internal Server Error' })),
      (_, response) => response.writeHead(502).end('<html>Bad Gateway</html>'),
      (_, response) => response.writeHead(302, { location: '/elsewhere' }).end(),
      (_, response) => response.end(WAF),
      (_, response) => response.end(''),
      (_, response) => response.end(header('ExecutionStatus="0"')),
      (_, response) => response.end(header('ExecutionStatus="0" index_incarcare="38 OR 1"')),
      (_, response) =>
        response.end(header('ExecutionStatus="0" index_incarcare="3828"').replace('</header>', '')),
      (_, response) =>
        response.end(
          `<!DOCTYPE header [<!ENTITY i "3828">]><header ExecutionStatus="0" index_incarcare="&i;"/>`,
        ),
      (_, response) =>
        response.end(`${' '.repeat(5 * 1024 * 1024)}${header('ExecutionStatus="0" index_incarcare="3828"')}`),
    ];
    for (const each of replies) {
      reply = each;
      await fails(calls.upload(), 'unknown');
    }
    reply = () => {};
    await fails(build({ callMs: 50 }).upload(TOKEN, DOCUMENT), 'unknown');
    await fails(build({ port: await unusedPort() }).upload(TOKEN, DOCUMENT), 'away');
    equal(asked.length, replies.length + 1, 'each was sent once');
  });

  it('says by its status that it is called too often, that access has ended or is not given', async () => {
    for (const call of Object.values(calls)) {
      say(429, WAF, { 'retry-after': '75' });
      await rejects(call(), (error: AnafFailure) => error.kind === 'limit' && error.facts.waitSeconds === 75);
      say(401, '');
      await fails(call(), 'token');
      say(403, '<html>Forbidden</html>');
      await fails(call(), 'no-rights');
      say(
        200,
        JSON.stringify({ eroare: 'Nu aveti drept in SPV pentru CIF=8000000000', titlu: 'Lista Mesaje' }),
      );
      await fails(call(), 'no-rights', /CIF=8000000000/);
    }
    for (const call of [calls.state, calls.list, calls.download]) {
      for (const [status, body] of [
        [500, ''],
        [200, WAF],
        [200, ''],
        [503, WAF],
      ] as const) {
        say(status, body);
        await fails(call(), 'away');
      }
    }
  });

  it('says what became of an upload', async () => {
    const states: readonly [string, unknown][] = [
      ['stare="ok" id_descarcare="1234"', { state: 'ok', downloadId: '1234' }],
      ['stare="nok" id_descarcare="123"', { state: 'nok', downloadId: '123', detail: null }],
      ['stare="in prelucrare"', { state: 'in-progress' }],
      [
        'stare="XML cu erori nepreluat de sistem"',
        { state: 'nok', downloadId: null, detail: 'XML cu erori nepreluat de sistem' },
      ],
    ];
    for (const [attributes, state] of states) {
      say(200, header(attributes));
      deepEqual(await calls.state(), state);
    }
    equal(asked[0]?.url, '/test/FCTEL/rest/stareMesaj?id_incarcare=3828');
    for (const [sentence, kind] of [
      ['Nu aveti dreptul de inteorgare pentru id_incarcare= 18', 'no-rights'],
      ['Nu exista niciun CIF petru care sa aveti drept', 'no-rights'],
      ['Id_incarcare introdus= aaa nu este un numar intreg', 'refused'],
      ['Nu exista factura cu id_incarcare= 15000', 'refused'],
      ['S-au facut deja 20 descarcari de mesaj in cursul zilei', 'limit'],
      ['A aparut o eroare tehnica. Cod: 12', 'away'],
    ] as const) {
      say(200, header('', [sentence]));
      await fails(calls.state(), kind);
    }
    for (const odd of ['stare="ok"', 'stare="altceva"']) {
      say(200, header(odd));
      await fails(calls.state(), 'away');
    }
  });

  it('gives the ZIP, or says in JSON with status 200 why not', async () => {
    say(200, ZIP);
    deepEqual(await calls.download(), ZIP);
    equal(asked[0]?.url, '/test/FCTEL/rest/descarcare?id=123');
    for (const [eroare, kind] of [
      ['Id descarcare introdus= 123a nu este un numar intreg', 'refused'],
      ['S-au facut deja 10 descarcari de mesaj in cursul zilei', 'limit'],
      ['Nu aveti dreptul sa descarcati acesta factura', 'no-rights'],
      ['Pentru id=21 nu exista inregistrata nici o factura', 'refused'],
      ['Fisierul nu mai poate fi descarcat, au trecut 60 de zile', 'gone'],
    ] as const) {
      say(200, JSON.stringify({ eroare, titlu: 'Descarcare mesaj' }));
      await fails(calls.download(), kind);
    }
    say(
      200,
      '{"eroare":"S-au facut deja 10 descarcari de mesaj in cursul zilei","titlu":"Descarcare mesaj"}}',
    );
    await fails(calls.download(), 'limit', /^S-au facut deja 10/);
    say(200, 'Fisierul nu mai poate fi descarcat. Au trecut 60 de zile');
    await fails(calls.download(), 'gone');
    for (const part of [ZIP.subarray(0, 12), ZIP.subarray(4)]) {
      say(200, part);
      await fails(calls.download(), 'away');
    }
  });

  it('lists messages by pages, with Bucharest’s time, and an empty list by a sentence', async () => {
    const odd = { id: 'x', tip: 'FACTURA TRIMISA', data_creare: '202210311452' };
    const listed = {
      data_creare: '202210311452',
      cif: '8000000000',
      id_solicitare: '5001120362',
      detalii: 'Erori de validare identificate la factura primita cu id_incarcare=5001120362',
      tip: 'ERORI FACTURA',
      id: '3001474425',
    };
    say(
      200,
      JSON.stringify({
        mesaje: [listed, odd, 3],
        numar_total_pagini: 29,
        index_pagina_curenta: 1,
        titlu: 'Lista',
      }),
    );
    deepEqual(await calls.list(), {
      messages: [
        {
          downloadId: '3001474425',
          uploadIndex: '5001120362',
          createdAt: new Date('2022-10-31T12:52:00Z'),
          type: 'ERORI FACTURA',
          details: listed.detalii,
        },
      ],
      isLast: false,
    });
    equal(
      asked[0]?.url,
      '/test/FCTEL/rest/listaMesajePaginatieFactura?startTime=1646037374000&endTime=1646170574000&cif=8000000000&pagina=1&filtru=T',
    );
    say(200, JSON.stringify({ mesaje: [listed], numar_total_pagini: 29, index_pagina_curenta: 29 }));
    equal((await calls.list()).isLast, true);
    for (const eroare of [
      'Nu exista mesaje in intervalul selectat',
      'Nu exista mesaje in ultimele 15 zile',
    ]) {
      say(200, JSON.stringify({ eroare, titlu: 'Lista Mesaje' }));
      deepEqual(await calls.list(), { messages: [], isLast: true });
    }
    for (const [eroare, kind] of [
      ['endTime = 02-12-2022 11:49:24 nu poate in viitor fata de momentul requestului', 'refused'],
      ['S-au facut deja 1000 interogari de lista mesaje de catre utilizator in cursul zilei', 'limit'],
      ['Nu exista niciun CIF pentru care sa aveti drept in SPV', 'no-rights'],
    ] as const) {
      say(200, JSON.stringify({ eroare, titlu: 'Lista Mesaje' }));
      await fails(calls.list(), kind);
    }
  });

  it('greets without repeating the token that its own greeting has', async () => {
    say(
      200,
      `Hello, Fotolot\nheaders=key=Authorization\nval=[Bearer ${TOKEN}]\nkey=serial_certificate val=[12]`,
    );
    equal(await anaf.greet(TOKEN), 'Hello, Fotolot');
    say(200, `Hello, Fotolot headers=key=Authorization val=[Bearer ${TOKEN}]`);
    equal(await anaf.greet(TOKEN), 'Hello, Fotolot');
    equal(asked[0]?.url, '/TestOauth/jaxrs/hello?name=Fotolot');
    say(200, WAF);
    await fails(anaf.greet(TOKEN), 'away');
  });

  it('gives access for a code and for a renewal, and says until when', async () => {
    const page = new URL(await anaf.connectUrl({ state: 's', redirectUri: 'https://fotolot.example/x' }));
    equal(page.pathname, '/anaf-oauth2/v1/authorize');
    deepEqual(Object.fromEntries(page.searchParams), {
      response_type: 'code',
      client_id: 'client',
      redirect_uri: 'https://fotolot.example/x',
      token_content_type: 'jwt',
      state: 's',
    });
    const jwt = (exp: number) => `e30.${Buffer.from(JSON.stringify({ exp })).toString('base64url')}.x`;
    const [access, refresh] = [jwt(1_803_000_000), jwt(1_827_000_000)];
    const given = {
      access_token: access,
      refresh_token: refresh,
      expires_in: 7_776_000,
      token_type: 'Bearer',
    };
    say(200, JSON.stringify(given));
    const grant = await anaf.exchangeCode({ code: 'k', redirectUri: 'https://fotolot.example/x' });
    deepEqual(grant, {
      accessToken: access,
      refreshToken: refresh,
      expiresAt: new Date(1_803_000_000_000),
      refreshExpiresAt: new Date(1_827_000_000_000),
    });
    equal(asked[0]?.headers.authorization, `Basic ${Buffer.from('client:c+d').toString('base64')}`);
    deepEqual(Object.fromEntries(new URLSearchParams(asked[0]?.body.toString())), {
      grant_type: 'authorization_code',
      code: 'k',
      redirect_uri: 'https://fotolot.example/x',
      token_content_type: 'jwt',
    });
    say(200, JSON.stringify({ ...given, access_token: 'opaque', refresh_token: 'opaque too' }));
    await fails(anaf.renew(refresh), 'unknown');
    say(200, JSON.stringify({ ...given, access_token: 'opaque', refresh_token: 'opaque-2' }));
    const renewed = await anaf.renew(refresh);
    deepEqual(renewed.expiresAt, new Date('2027-02-27T10:00:00Z'));
    deepEqual(renewed.refreshExpiresAt, new Date('2027-11-29T10:00:00Z'));
    equal(new URLSearchParams(asked.at(-1)?.body.toString()).get('refresh_token'), refresh);
  });

  it('tells an end of access from a registration that is refused and from no answer', async () => {
    for (const [status, body, kind] of [
      [400, { error: 'invalid_grant', error_description: 'The refresh token is invalid' }, 'reconnect'],
      [400, { error: 'invalid_request', error_description: 'Token expired' }, 'reconnect'],
      [401, { error: 'invalid_client' }, 'operator'],
      [400, { error: 'unauthorized_client' }, 'operator'],
      [401, '', 'operator'],
      [400, { error: 'something_new' }, 'refused'],
      [429, '', 'limit'],
      [500, { error: 'server_error' }, 'unknown'],
      [200, WAF, 'unknown'],
      [200, { access_token: TOKEN }, 'unknown'],
    ] as const) {
      say(status, typeof body === 'string' ? body : JSON.stringify(body));
      await fails(anaf.renew(TOKEN), kind);
    }
    say(400, JSON.stringify({ error: 'invalid_grant', error_description: `no such token ${TOKEN}` }));
    await fails(anaf.renew(TOKEN), 'reconnect', /^no such token …$/);
  });
});
