import { deepEqual, equal, match } from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { startTried, type Tried } from './testing/client.ts';
import { FIRM, SELLER, writeInvoice } from './testing/invoice.ts';

const HOUR = 3_600_000;

describe("lists of ANAF's stand-in", () => {
  let office: Tried;
  let token = '';
  before(async () => {
    office = await startTried();
    await office.sim('/certificates/1234AA456', { cifs: [SELLER, FIRM] }, 'PUT');
    token = (await office.connect()).access_token;
  });
  after(() => office.close());
  beforeEach(() => office.setFaults({}));

  const getNow = async () => Date.parse((await office.sim('')).now);
  const list = async (changes: Record<string, string | number> = {}) => {
    const now = await getNow();
    const asked = { startTime: now - HOUR, endTime: now, cif: SELLER, pagina: 1, ...changes };
    const entries = Object.entries(asked).map(([name, value]) => [name, String(value)]);
    const query = new URLSearchParams(Object.fromEntries(entries));
    return (await office.call(token, `listaMesajePaginatieFactura?${query}`)).text;
  };
  const refuse = async (changes: Record<string, string | number>) => JSON.parse(await list(changes)).eroare;

  it('shows what was sent, what was refused, what came and what the buyer wrote, by their letters', async () => {
    const send = async (xml: string, path = 'upload') => {
      const { text } = await office.call(token, `${path}?standard=UBL&cif=${SELLER}`, xml);
      return /index_incarcare="(\d+)"/.exec(text)?.[1] ?? '';
    };
    const sent = await send(writeInvoice({ number: 'L1', buyer: FIRM }));
    const bad = await send(writeInvoice({ number: 'L2', town: 'București' }), 'uploadb2c');
    await office.sim('/process', {});
    await office.sim('/buyer-message', { index: sent, message: 'Suma nu e bună' });
    const text = await list({ filtru: 'T' });
    const { mesaje, serial, titlu, ...numbers } = JSON.parse(text);
    match(
      text,
      new RegExp(
        `^\\{"mesaje":\\[\\{"data_creare":"\\d{12}","cif":"${SELLER}","id_solicitare":"${sent}","detalii":"Factura cu id_incarcare=${sent} emisa de cif_emitent=${SELLER} pentru cif_beneficiar=${FIRM}","tip":"FACTURA TRIMISA","id":"\\d+"\\}\\],"numar_inregistrari_in_pagina":1,`,
      ),
    );
    equal(serial, '1234AA456');
    match(titlu, /^Lista Mesaje disponibile din intervalul \d\d-\d\d-\d{4} \d\d:\d\d:\d\d - /);
    deepEqual(numbers, {
      numar_inregistrari_in_pagina: 1,
      numar_total_inregistrari_per_pagina: 500,
      numar_total_inregistrari: 1,
      numar_total_pagini: 1,
      index_pagina_curenta: 1,
      cui: SELLER,
    });
    const [error] = JSON.parse(await list({ filtru: 'E' })).mesaje;
    equal(error.detalii, `Erori de validare identificate la factura primita cu id_incarcare=${bad}`);
    const [received] = JSON.parse(await list({ filtru: 'P', cif: FIRM })).mesaje;
    equal(received.tip, 'FACTURA PRIMITA');
    const [word] = JSON.parse(await list({ filtru: 'R' })).mesaje;
    equal(word.tip, 'MESAJ CUMPARATOR PRIMIT');
    equal(JSON.parse(await list()).mesaje.length, 3);
    equal(mesaje.length, 1);
  });

  it('takes the word of a buyer by an upload', async () => {
    const [{ id_solicitare: invoice }] = JSON.parse(await list({ filtru: 'T' })).mesaje;
    const xml = `<header xmlns="mfp:anaf:dgti:spv:reqMesaj:v1" index_incarcare="${invoice}" message="Nu am primit"/>`;
    await office.call(token, `upload?standard=RASP&cif=${FIRM}`, xml);
    await office.sim('/process', {});
    const [own] = JSON.parse(await list({ filtru: 'R', cif: FIRM })).mesaje;
    equal(own.tip, 'MESAJ CUMPARATOR TRANSMIS');
    equal(JSON.parse(await list({ filtru: 'R' })).mesaje.length, 2);
  });

  it('lies strictly within its own clock, and says so', async () => {
    const now = await getNow();
    match(
      await refuse({ endTime: now + HOUR }),
      /^endTime = .{19} nu poate in viitor fata de momentul requestului$/,
    );
    match(
      await refuse({ startTime: now, endTime: now }),
      /^endTime = .{19} nu poate fi <= startTime = .{19}$/,
    );
    const old = 'nu poate fi mai vechi de 60 de zile fata de momentul requestului';
    match(await refuse({ startTime: now - 61 * 24 * HOUR }), new RegExp(`^startTime = .{19} ${old}$`));
    equal(await refuse({ startTime: 1646037374000 }), `startTime = 28-02-2022 10:36:14 ${old}`);
    await office.setFaults({ lists: 'clock-behind' });
    match(await refuse({}), /nu poate in viitor/);
    match(
      await list({ endTime: now - 180_000 }),
      /^\{"(mesaje|eroare":"Nu exista mesaje in intervalul selectat)/,
    );
  });

  it('refuses what is no number and what is no filter', async () => {
    const over = 'nu este un numar sau nu are o valoare acceptata de sistem';
    equal(await refuse({ cif: 'aaa' }), `CIF introdus= aaa ${over}`);
    equal(await refuse({ startTime: 'aaa' }), `startTime = aaa ${over}`);
    equal(await refuse({ pagina: 'aa' }), `pagina = aa ${over}`);
    equal(await refuse({ filtru: 'X' }), 'Valorile acceptate pentru parametrul filtru sunt E, T, P sau R');
    equal(await refuse({ filtru: 'E', cif: FIRM }), 'Nu exista mesaje in intervalul selectat');
  });

  it('shows an entry late when it is told to', async () => {
    const index = await office.upload(token, writeInvoice({ number: 'L3' }));
    await office.sim('/process', {});
    await office.setFaults({ lists: 'late:15' });
    const isShown = async () => (await list()).includes(index);
    equal(await isShown(), false);
    await office.move(15 * 60);
    equal(await isShown(), true);
  });

  it('gives pages of 500, and sends who wants more at once to them', async () => {
    await office.sim('/fill', { cif: FIRM, count: 1001 });
    const paged = JSON.parse(await list({ cif: FIRM, filtru: 'P', pagina: 3 }));
    equal(paged.numar_total_pagini, 3);
    equal(paged.mesaje.length, 2);
    equal(
      await refuse({ cif: FIRM, filtru: 'P', pagina: 4 }),
      'Pagina solicitata 4 este mai mare decat numarul toatal de pagini 3',
    );
    const { text } = await office.call(token, `listaMesajeFactura?zile=1&cif=${FIRM}`);
    match(
      text,
      /mai mare decat numarul de 500 elemente permise in pagina\. Folositi endpoint-ul cu paginatie\./,
    );
    match((await office.call(token, `listaMesajeFactura?zile=61&cif=${FIRM}`)).text, /intre 1 si 60/);
  });

  it('names the parties of an entry when it is told to', async () => {
    await office.setFaults({ entries: 'with-parties' });
    const [entry] = JSON.parse(await list({ filtru: 'T' })).mesaje;
    equal(entry.cif_emitent, SELLER);
  });
});
