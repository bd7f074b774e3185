import { deepEqual, equal, match, notEqual } from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Connection } from '#contract/adverts/connections.ts';
import type { Sending } from '#contract/adverts/sendings.ts';
import { SENDING_FAILURES } from '#domain/adverts/sending.ts';
import {
  canSendAgain,
  describeAfter,
  describeFields,
  describePicture,
  describeRefused,
  describeSending,
  describeTestMode,
  isLinkedSince,
  needsLink,
  warnOfClosed,
} from './sending-words.ts';

const FETCHED = { at: '2026-12-01T10:00:00.000Z', isWhole: true };
const sending = (facts: Partial<Sending> = {}): Sending => ({
  id: 'snd_00000000000000000000',
  batchId: null,
  connectionId: null,
  site: 'olx',
  seller: 'Ana',
  advert: { id: '7000001', title: 'Canapea', url: 'https://www.olx.ro/d/canapea' },
  state: 'done',
  failure: null,
  retryAt: null,
  createdAt: '2026-12-01T10:00:00.000Z',
  finishedAt: null,
  pictures: [
    { source: { kept: 0 }, photoId: null, refused: null, fetched: FETCHED },
    { source: { kept: 1 }, photoId: null, refused: null, fetched: { ...FETCHED, isWhole: false } },
    { source: { kept: 2 }, photoId: null, refused: null, fetched: null },
  ],
  taken: null,
  cover: null,
  after: null,
  former: [],
  undoUntil: null,
  undoes: null,
  follows: null,
  ...facts,
});

describe('test mode', () => {
  it('is said of the sites that are none, and of no other', () => {
    const site = (name: 'olx' | 'autovit', mode: 'live' | 'stand-in') => ({ site: name, mode });
    equal(describeTestMode([site('olx', 'live'), site('autovit', 'live')]), null);
    equal(
      describeTestMode([site('olx', 'live'), site('autovit', 'stand-in')]),
      'Doar la Autovit: ce vezi acolo e inventat.',
    );
    match(describeTestMode([site('olx', 'stand-in')]) ?? '', /^Conturile/);
  });
});

const COVER = 'pht_1';
const fileOf = (photoId: string | null): Sending['pictures'][number] => ({
  source: { result: `res of ${photoId}` },
  photoId,
  refused: null,
  fetched: FETCHED,
});

const failed = (code: (typeof SENDING_FAILURES)[number], detail = '') =>
  sending({ state: 'failed', failure: { code, detail, fields: [] } });

describe('what is said of a sending', () => {
  it('counts the pictures that the site took whole', () => {
    equal(describeSending(sending({ state: 'sending' })), 'OLX ia pozele: 1 din 3.');
  });

  it('says how many pictures the advert has, and when the site took fewer', () => {
    equal(describeSending(sending({ taken: 3 })), 'Anunțul are acum 3 poze, trimise în ordinea ta.');
    equal(describeSending(sending({ taken: 2 })), 'OLX a luat 2 din 3. Uită-te în anunț.');
    const more = 'Anunțul are acum 6 poze, nu doar cele trimise (3). Uită-te la el.';
    equal(describeSending(sending({ taken: 6 })), more);
  });

  it('says no more of their order where the site changed it, nor of one where former pictures are back', () => {
    equal(describeSending(sending({ taken: 3, cover: 'other' })), 'Anunțul are acum 3 poze.');
    const back = sending({
      taken: 1,
      cover: 'right',
      pictures: [{ source: { former: 'x' }, photoId: null, refused: null, fetched: null }],
    });
    equal(describeSending(back), 'Pozele de dinainte sunt din nou în anunț: 1 poză.');
    equal(describeSending(back, 'lot'), 'Pozele lotului sunt din nou în anunț: 1 poză.');
    equal(describeSending(back, 'sent'), 'Pozele trimise înainte sunt din nou în anunț: 1 poză.');
    deepEqual(describeAfter(back, COVER), []);
  });

  it('says when a busy site is tried again', () => {
    const waiting = sending({ state: 'waiting', retryAt: '2026-12-01T12:20:00.000Z' });
    match(describeSending(waiting), /la 14:20\.$/);
  });

  it('has a sentence of its own for each failure', () => {
    const sentences = SENDING_FAILURES.map((code) => describeSending(failed(code)));
    equal(new Set(sentences).size, SENDING_FAILURES.length);
    for (const sentence of sentences) match(sentence, /\.$/);
    notEqual(describeSending(failed('too-many', '8')), describeSending(failed('too-many')));
  });

  it('names the refused fields in Romanian with the site’s own words', () => {
    const fields = [
      { field: 'title', detail: 'prea scurt' },
      { field: 'params.state', detail: '' },
    ];
    const refused = sending({ state: 'failed', failure: { code: 'refused', detail: '', fields } });
    deepEqual(describeFields(refused), ['titlul: prea scurt', 'params.state']);
  });

  it('names a refused picture by its number', () => {
    const fields = [{ field: '2', detail: 'The image is too small' }];
    const refused = sending({
      site: 'autovit',
      state: 'failed',
      failure: { code: 'pictures', detail: '', fields },
    });
    equal(describeSending(refused), 'Autovit nu a primit toate pozele. Anunțul a rămas cum era.');
    deepEqual(describeFields(refused), ['poza 2: The image is too small']);
  });

  it('says what became of cover and advert once it is done', () => {
    const after = { state: 'stopped', rawState: 'moderated', reason: 'Fotografii neclare' } as const;
    deepEqual(describeAfter(sending({ cover: 'right', after, pictures: [fileOf(COVER)] }), COVER), [
      'Coperta e cea aleasă.',
      'OLX a oprit anunțul: Fotografii neclare',
    ]);
    deepEqual(describeAfter(sending({ state: 'checking', cover: 'right' }), COVER), []);
  });

  it('calls the cover the chosen one only where the lot’s own cover was sent first and taken', () => {
    const say = (pictures: Sending['pictures'], coverId?: string) =>
      describeAfter(sending({ cover: 'right', pictures }), coverId).join();
    const others = [fileOf('pht_2'), fileOf('pht_3')];
    equal(say([fileOf(COVER), ...others], COVER), 'Coperta e cea aleasă.');
    equal(say(others, COVER), 'Coperta e prima poză trimisă.');
    equal(say([...others, fileOf(COVER)], COVER), 'Coperta e prima poză trimisă.');
    equal(say([fileOf(null)]), 'Coperta e prima poză trimisă.');
    equal(say([{ ...fileOf(COVER), refused: '' }, ...others], COVER), 'Coperta e prima poză primită.');
  });

  it('speaks of a shop’s product by the shop’s own name, and names the photos that it left out', () => {
    const ofShop = { site: 'woocommerce', seller: 'magazin.ro' } as const;
    const kept = { source: { kept: 0 }, photoId: null, refused: null, fetched: null };
    const left = sending({
      ...ofShop,
      taken: 2,
      cover: 'right',
      pictures: [kept, { ...kept, refused: 'fișier neacceptat' }, { ...kept, fetched: FETCHED }],
    });
    equal(describeSending(left), 'Produsul are acum 2 poze; 1 poză nu a fost primită.');
    deepEqual(describeRefused(left), ['Poza 2 nu a fost primită: fișier neacceptat']);
    deepEqual(
      left.pictures.map((picture) => describePicture(left, picture).words),
      ['pusă', 'neprimită', 'pusă'],
    );
    equal(describeSending({ ...left, taken: 1 }), 'magazin.ro a luat 1 din 3. Uită-te în produs.');
    const busy = { ...failed('busy'), ...ofShop };
    equal(describeSending(busy), 'magazin.ro e prea ocupat de o oră. Nu am trimis nimic.');
    for (const code of SENDING_FAILURES)
      equal(/anunț(?!at)/iu.test(describeSending({ ...failed(code), ...ofShop })), false, code);
    const draft = { state: 'waiting', rawState: 'draft', reason: null } as const;
    deepEqual(describeAfter({ ...left, after: draft, cover: null }), ['Produsul nu e publicat încă.']);
  });

  it('has a clock on no picture once it has ended: each is in the advert or is not', () => {
    const marks = (of: Sending) => of.pictures.map((picture) => describePicture(of, picture).mark);
    deepEqual(marks(sending({ state: 'sending' })), ['good', 'waits', 'waits']);
    deepEqual(marks(sending({ taken: 3 })), ['good', 'good', 'good']);
    deepEqual(marks(sending({ taken: 1 })), ['good', 'bad', 'bad']);
    deepEqual(marks(sending({ state: 'stopped' })), ['bad', 'bad', 'bad']);
    for (const code of SENDING_FAILURES) deepEqual(marks(failed(code)), ['bad', 'bad', 'bad'], code);
  });

  it('warns of an advert whose pictures cannot be changed before they are sent again', () => {
    const of = { site: 'olx', seller: 'Ana' } as const;
    deepEqual([warnOfClosed({ state: 'shown' }, of), warnOfClosed({ state: 'waiting' }, of)], [null, null]);
    for (const state of ['ended', 'stopped', 'unknown'] as const)
      equal(
        warnOfClosed({ state }, of),
        'Anunțul nu e activ pe OLX, așa că pozele lui nu se pot schimba. Fă-l activ acolo sau alege altul.',
      );
    const after = { state: 'ended', rawState: 'outdated', reason: null } as const;
    deepEqual(describeAfter(sending({ after })), ['Anunțul s-a încheiat pe OLX.']);
  });

  it('says what stays in a shop’s media library after an undo, and nothing of it elsewhere', () => {
    const pictures = [{ source: { former: 'x' }, photoId: null, refused: null, fetched: null }];
    match(describeAfter(sending({ site: 'woocommerce', pictures })).join(), /biblioteca media.* pic_\.$/);
    deepEqual(describeAfter(sending({ pictures })), []);
    deepEqual(describeAfter(sending({ site: 'woocommerce' })), []);
  });

  it('says how many photos an advert takes, also where that is none', () => {
    const limited = (detail: string) => {
      const many = failed('too-many');
      return describeSending({ ...many, failure: { code: 'too-many', detail, fields: [] } });
    };
    equal(limited('0'), 'OLX nu primește poze la acest anunț. Nu am trimis nimic.');
    equal(limited('1'), 'OLX primește la acest anunț cel mult 1 poză. Nu am trimis nimic.');
    equal(limited('40'), 'OLX primește la acest anunț cel mult 40 de poze. Nu am trimis nimic.');
  });

  it('knows its account again when that was linked anew after it, under another id where it was unlinked', () => {
    const account = {
      id: 'adc_00000000000000000001',
      site: 'olx',
      seller: 'Ana',
      connectedAt: '2026-12-01T11:00:00.000Z',
    } as Connection;
    const ended = { ...failed('reconnect'), finishedAt: '2026-12-01T10:05:00.000Z' };
    equal(
      describeSending(ended),
      'Contul OLX nu mai e legat de Fotolot. Leagă-l din nou; anunțul a rămas cum era.',
    );
    const kept = { ...ended, connectionId: account.id };
    match(describeSending(kept), /^OLX nu mai dă acces/);
    deepEqual(
      [ended, kept].map((each) => isLinkedSince(account, each)),
      [true, true],
    );
    const others = [
      { ...account, seller: 'Ion' },
      { ...account, site: 'autovit' as const },
      { ...account, connectedAt: '2026-12-01T10:00:00.000Z' },
    ];
    for (const other of others) equal(isLinkedSince(other, ended), false);
    equal(isLinkedSince({ ...account, id: 'adc_00000000000000000002' }, kept), false);
  });

  it('goes on with the account of a sending whose access was cut off, once it can be used', () => {
    const account = {
      id: 'adc_00000000000000000001',
      site: 'olx',
      seller: 'Ana',
      connectedAt: '2026-11-01T10:00:00.000Z',
    } as Connection;
    const ended = { ...failed('cut-off'), connectionId: account.id, finishedAt: '2026-12-01T10:05:00.000Z' };
    deepEqual([needsLink(ended), isLinkedSince(account, ended)], [true, true]);
    equal(isLinkedSince({ ...account, id: 'adc_00000000000000000002' }, ended), false);
    equal(isLinkedSince(account, { ...ended, connectionId: null }), false);
    const anew = { ...account, connectedAt: '2026-12-01T11:00:00.000Z' };
    equal(isLinkedSince(anew, { ...ended, connectionId: null }), true);
    equal(needsLink(failed('unclear')), false);
  });

  it('offers another try only where one may help', () => {
    equal(canSendAgain(failed('not-sent')), true);
    equal(canSendAgain(failed('gone')), false);
    equal(canSendAgain(failed('reconnect')), false);
    equal(canSendAgain(sending({ state: 'stopped' })), true);
    equal(canSendAgain(sending({ taken: 3 })), false);
  });
});
