import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js';
import { HOLDER, OTHER, startTried, type Tried } from './testing/client.ts';
import { FIRM, SELLER, writeInvoice } from './testing/invoice.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const RESPONSE = 'mfp:anaf:dgti:spv:respUploadFisier:v1';
const STATE = 'mfp:anaf:dgti:efactura:stareMesajFactura:v1';
const UPLOAD = `uploadb2c?standard=UBL&cif=${SELLER}`;

describe("documents at ANAF's stand-in", () => {
  let office: Tried;
  let token = '';
  let numbers = 0;
  before(async () => {
    office = await startTried();
    token = (await office.connect()).access_token;
  });
  after(() => office.close());
  beforeEach(() => office.setFaults({}));

  const nextNumber = () => {
    numbers += 1;
    return `FTL${numbers}`;
  };
  const upload = (changes: Parameters<typeof writeInvoice>[0] = {}) =>
    office.upload(token, writeInvoice({ number: nextNumber(), ...changes }));
  const getState = async (index: string) =>
    (await office.call(token, `stareMesaj?id_incarcare=${index}`)).text;
  /** Asks until it has been processed; returns the download's id. */
  const finish = async (index: string): Promise<string> => {
    await getState(index);
    return /id_descarcare="(\d+)"/.exec(await getState(index))?.[1] ?? '';
  };
  const unzip = async (id: string): Promise<Record<string, Buffer>> => {
    const { bytes } = await office.call(token, `descarcare?id=${id}`);
    const entries = await new ZipReader(new Uint8ArrayReader(bytes)).getEntries();
    const read = entries.map(async (entry) => {
      if (entry.directory) return [entry.filename, Buffer.alloc(0)];
      return [entry.filename, Buffer.from(await entry.getData(new Uint8ArrayWriter()))];
    });
    return Object.fromEntries(await Promise.all(read));
  };
  const readErrors = async (index: string): Promise<string> => {
    const files = await unzip(await finish(index));
    return String(files[`${index}.xml`]);
  };

  it('takes a document, processes it, and gives back the very bytes with a signature that says what it is', async () => {
    const xml = writeInvoice({ number: nextNumber() });
    const { text } = await office.call(token, UPLOAD, xml);
    const [, day = '', index = ''] = /dateResponse="(\d{12})".*index_incarcare="(\d+)"/.exec(text) ?? [];
    equal(
      text,
      `${HEAD}\r\n<header xmlns="${RESPONSE}" dateResponse="${day}" ExecutionStatus="0" index_incarcare="${index}"/>`,
    );
    equal(await getState(index), `${HEAD}\n<header xmlns="${STATE}" stare="in prelucrare"/>`);
    const state = await getState(index);
    const id = /id_descarcare="(\d+)"/.exec(state)?.[1] ?? '';
    equal(state, `${HEAD}\n<header xmlns="${STATE}" stare="ok" id_descarcare="${id}"/>`);
    const files = await unzip(id);
    deepEqual(Object.keys(files), [`${index}.xml`, `semnatura_${index}.xml`]);
    equal(String(files[`${index}.xml`]), xml);
    match(String(files[`semnatura_${index}.xml`]), /Semnatura inventata/);
  });

  it('keeps the test world and the live one apart', async () => {
    const index = await upload();
    const live = await office.send(`/prod/FCTEL/rest/stareMesaj?id_incarcare=${index}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    match(live.text, new RegExp(`Nu exista factura cu id_incarcare= ${index}`));
  });

  it('refuses at once what it cannot read, in the documented words', async () => {
    const refuse = async (path: string, body: string) => {
      const { text } = await office.call(token, path, body);
      const [, sentence = ''] =
        /^<\?xml [^>]*\?>\r\n<header xmlns="[^"]*" dateResponse="\d{12}" ExecutionStatus="1">\r\n {4}<Errors errorMessage="([^"]*)"\/>\r\n<\/header>$/.exec(
          text,
        ) ?? [];
      return sentence;
    };
    const xml = writeInvoice();
    const sax = 'Fisierul transmis nu este valid. org.xml.sax.SAXParseException; lineNumber: ';
    const cut = await refuse(UPLOAD, xml.slice(0, -12));
    ok(cut.startsWith(sax), cut);
    const renamed = xml.replace('<Invoice ', '<Invoice1 ').replace('</Invoice>', '</Invoice1>');
    match(
      await refuse(UPLOAD, renamed),
      /cvc-elt\.1\.a: Cannot find the declaration of element 'Invoice1'\. $/,
    );
    ok((await refuse(UPLOAD, xml.replace('Pro 25', 'Pro\u0001'))).startsWith(`${sax}8; `));
    const standards = 'Valorile acceptate pentru parametrul standard sunt UBL, CN, CII sau RASP';
    equal(await refuse(`upload?standard=XML&cif=${SELLER}`, xml), standards);
    equal(await refuse('upload?standard=UBL&cif=123a', xml), 'CIF introdus= 123a nu este un numar');
    equal(await refuse('upload?standard=UBL&cif=1234', xml), 'Nu aveti drept in SPV pentru CIF=1234');
    const extern = 'Daca parametrul extern trebuie completat, valoarea acceptata este DA';
    equal(await refuse(`${UPLOAD}&extern=NU`, xml), extern);
    equal(
      await refuse(UPLOAD, ' '.repeat(10 * 1024 * 1024 + 1)),
      'Marime fisier transmis mai mare de 10 MB.',
    );
    const bare = await office.call(token, 'upload?standard=UBL', xml);
    equal(bare.status, 400);
    match(
      bare.text,
      /^\{"timestamp":"\d\d-\d\d-\d{4} \d\d:\d\d:\d\d","status":400,"error":"Bad Request","message":"Parametrii standard si cif sunt obligatorii"\}$/,
    );
  });

  it('finds the same number of a seller twice, and names the first index and its day', async () => {
    const number = nextNumber();
    const first = await upload({ number });
    const second = await upload({ number, town: 'SECTOR4' });
    match(
      await readErrors(second),
      new RegExp(
        `<Error errorMessage="Factura a mai fost transmisa anterior cu index=${first} si data incarcare=\\d{4}-\\d\\d-\\d\\d"/>`,
      ),
    );
    ok(await finish(first));
  });

  it('takes a number again that was refused', async () => {
    const number = nextNumber();
    match(await readErrors(await upload({ number, town: 'București' })), /\[BR-RO-101\]-/);
    const again = await upload({ number });
    await finish(again);
    match(await getState(again), /stare="ok"/);
  });

  it('writes the errors into a file with the documented names', async () => {
    const index = await upload({ customization: 'urn:cen.eu:en16931:2017' });
    ok(
      (await readErrors(index)).startsWith(
        `${HEAD}\n<header xmlns="mfp:anaf:dgti:efactura:mesajEroriFactuta:v1" Index_incarcare="${index}" Cif_emitent="${SELLER}">\n    <Error errorMessage="[BR-RO-001]-`,
      ),
    );
  });

  it('looks at the seller, the address, the kind of buyer and the sums', async () => {
    const judge = async (changes: Parameters<typeof writeInvoice>[0], path = UPLOAD) => {
      const { text } = await office.call(token, path, writeInvoice({ number: nextNumber(), ...changes }));
      return readErrors(/index_incarcare="(\d+)"/.exec(text)?.[1] ?? '');
    };
    match(await judge({ seller: '9000000012' }), /R_BT_32_cui: Cui vanzator incorect/);
    match(
      await judge({ seller: FIRM }),
      new RegExp(`\\(${FIRM}\\) nu este cel din parametrul cif=${SELLER}`),
    );
    match(await judge({ buyer: FIRM }), /numai facturi catre persoane fizice/);
    match(await judge({}, `upload?standard=UBL&cif=${SELLER}`), /se transmite prin uploadb2c/);
    match(await judge({ vat: '15.70' }), /\[BR-CO-15\]/);
    match(await judge({ vat: '15.00', gross: '97.64' }), /\[BR-CO-17\].*\n.*\[BR-S-09\]/);
    match(await judge({ county: 'CJ' }), /\[BR-RO-111\]/);
    match(await judge({ number: 'FTL' }), /\[BR-RO-010\]/);
  });

  it('processes by time what was never asked for, and tells all that arrived', async () => {
    const xml = writeInvoice({ number: nextNumber() });
    const index = await office.upload(token, xml);
    await office.move(60);
    match(await getState(index), /stare="ok"/);
    const { arrivals, counts } = await office.sim('');
    const sha256 = createHash('sha256').update(xml).digest('hex');
    equal(arrivals.filter((each: { sha256: string }) => each.sha256 === sha256).length, 1);
    equal(arrivals.at(-1).index, index);
    ok(counts['/test/FCTEL/rest/uploadb2c'] > 0);
  });

  it('takes a document whose answer is lost, and none where the call is', async () => {
    const lose = async (fault: 'reset-after' | 'reset-before' | 'timeout-after' | 'timeout-before') => {
      const xml = writeInvoice({ number: nextNumber() });
      const sha256 = createHash('sha256').update(xml).digest('hex');
      await office.setFaults({ upload: fault, times: 1 });
      const asked = new AbortController();
      const sent = office.send(`/test/FCTEL/rest/${UPLOAD}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: xml,
        signal: asked.signal,
      });
      const lost = sent.then(({ text }) => text).catch(() => 'lost');
      const findArrival = async () =>
        (await office.sim('')).arrivals.find((each: { sha256: string }) => each.sha256 === sha256);
      let arrival = await findArrival();
      while (arrival === undefined) arrival = await findArrival();
      asked.abort();
      equal(await lost, 'lost');
      return arrival.index;
    };
    ok(await lose('reset-after'));
    ok(await lose('timeout-after'));
    equal(await lose('reset-before'), null);
    equal(await lose('timeout-before'), null);
  });

  it('fails an upload in every named way', async () => {
    const xml = writeInvoice({ number: nextNumber() });
    const fail = async (fault: '500' | 'waf-html' | '429' | '401' | 'technical-1814' | 'no-rights') => {
      await office.setFaults({ upload: fault, times: 1 });
      return office.call(token, UPLOAD, xml);
    };
    for (const fault of ['500', '429', '401'] as const) equal((await fail(fault)).status, Number(fault));
    match((await fail('waf-html')).text, /Request Rejected/);
    match((await fail('technical-1814')).text, /errorMessage="A aparut o eroare tehnica\. Cod: 1814"/);
    match((await fail('no-rights')).text, /"Nu exista niciun CIF pentru care sa aveti drept in SPV"/);
    match((await office.call(token, UPLOAD, xml)).text, /ExecutionStatus="0"/);
  });

  it('answers a question for the state in every named way', async () => {
    const index = await upload();
    await office.setFaults({ state: 'technical' });
    match(await getState(index), /"A aparut o eroare tehnica\. Cod: XXX"/);
    await office.setFaults({ state: 'limit' });
    const crlf = (sentence: string) =>
      `${HEAD}\r\n<header xmlns="${STATE}">\r\n    <Errors errorMessage="${sentence}"/>\r\n</header>`;
    equal(await getState(index), crlf('S-au facut deja 20 descarcari de mesaj in cursul zilei'));
    await office.setFaults({ state: 'xml-errors' });
    equal(
      await getState(index),
      `${HEAD}\r\n<header xmlns="${STATE}" stare="XML cu erori nepreluat de sistem"/>`,
    );
    equal(await getState('aaa'), crlf('Id_incarcare introdus= aaa nu este un numar intreg'));
    await office.setFaults({ state: 'slow:3' });
    for (const _ of [1, 2, 3]) match(await getState(index), /stare="in prelucrare"/);
    match(await getState(index), /stare="ok"/);
    await office.setFaults({ state: 'nok:[BR-XX]-Nu place "asa" & gata' });
    match(
      await readErrors(await upload()),
      /<Error errorMessage="\[BR-XX\]-Nu place &quot;asa&quot; &amp; gata"\/>/,
    );
    const other = (await office.connect(OTHER)).access_token;
    const { text } = await office.call(other, `stareMesaj?id_incarcare=${index}`);
    match(text, new RegExp(`"Nu aveti dreptul de inteorgare pentru id_incarcare= ${index}"`));
  });

  it('answers a download in every named way', async () => {
    const id = await finish(await upload());
    const load = async (faults: Parameters<Tried['setFaults']>[0] = {}) => {
      await office.setFaults(faults);
      return office.call(token, `descarcare?id=${id}`);
    };
    const expired =
      '{"eroare":"Fisierul nu mai poate fi descarcat pentru ca a trecut perioada de 60 de zile in care este disponibil","titlu":"Descarcare mesaj"}';
    equal((await load({ download: 'expired' })).text, expired);
    match((await load({ download: 'html' })).type, /html/);
    const over =
      '{"eroare":"S-au facut deja 10 descarcari de mesaj in cursul zilei","titlu":"Descarcare mesaj"}}';
    equal((await load({ download: 'limit' })).text, over);
    const [whole, part] = [await load(), await load({ download: 'truncated' })];
    equal(part.bytes.length, Math.floor(whole.bytes.length / 2));
    equal(
      (await office.call(token, 'descarcare?id=21')).text,
      '{"eroare":"Pentru id=21 nu exista inregistrata nici o factura","titlu":"Descarcare mesaj"}',
    );
    for (let n = 0; n < 10; n += 1) await load();
    equal((await load()).text, over);
    await office.move(86_400);
    equal((await load()).type, 'application/zip');
    await office.move(60 * 86_400);
    equal((await load()).text, expired);
    token = (await office.connect(HOLDER)).access_token;
  });

  it('counts the questions for one document in a day, and all calls in a minute', async () => {
    const index = await upload();
    await office.setFaults({ limits: { statesADay: 3 } });
    for (const _ of [1, 2, 3]) match(await getState(index), /stare=/);
    match(await getState(index), /S-au facut deja 20 descarcari/);
    await office.move(86_400);
    match(await getState(index), /stare=/);
    await office.setFaults({ limits: { callsAMinute: 1 } });
    await office.move(60);
    equal((await office.call(token, `stareMesaj?id_incarcare=${index}`)).status, 200);
    equal((await office.call(token, `stareMesaj?id_incarcare=${index}`)).status, 429);
    await office.move(60);
    equal((await office.call(token, `stareMesaj?id_incarcare=${index}`)).status, 200);
  });

  it('checks a document without a token, as the public service does', async () => {
    const check = async (xml: string) =>
      JSON.parse((await office.send('/prod/FCTEL/rest/validare/FACT1', { method: 'POST', body: xml })).text);
    equal((await check(writeInvoice())).stare, 'ok');
    const { stare, Messages } = await check(writeInvoice({ town: 'Sector 3' }));
    equal(stare, 'nok');
    match(Messages[0].message, /^E: validari globale {2}SCHEMATRON {3}eroare: \[BR-RO-101\]-/);
  });
});
