import { deepEqual, equal, match } from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  backupRemarks,
  databaseWords,
  mailWords,
  triedMailRemark,
  triedPaymentsRemark,
} from '#web/features/admin/system/installation-words.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const madeAt = '2026-11-29T00:30:00.000Z';
const check = { at: '2026-11-29T00:34:00.000Z', isWhole: true };
const remarks = (backup: Parameters<typeof backupRemarks>[0]) =>
  backupRemarks(backup).map(({ words, isBad }) => `${isBad ? '! ' : ''}${plain(words)}`);

describe('the words about an installation', () => {
  it('say where the database is and how mails leave', () => {
    const database = { isEmbedded: true, version: '17.5', bytes: 23_400_000 };
    equal(plain(databaseWords(database)), 'PostgreSQL 17.5, pornit de server, 23,4 MB');
    match(databaseWords({ ...database, isEmbedded: false }), /, propriu \(DATABASE_URL\), /);
    equal(mailWords('mail.example'), 'Prin mail.example');
    match(mailWords(null), /nu pleacă nimic$/);
  });

  it('name the page of backups where none was made, and warn of none for two days and of a damaged one', () => {
    deepEqual(remarks(null), [
      'Încă nu s-a făcut niciuna. Cum se fac singure, în fiecare noapte, spune docs/install.md.',
    ]);
    const fresh = { madeAt, isLate: false, check };
    const [made] = remarks(fresh);
    deepEqual(remarks(fresh), [made, 'Verificată la 29 nov. 2026, 02:34: e întreagă']);
    deepEqual(remarks({ ...fresh, check: null }), [made, 'Încă neverificată']);
    deepEqual(remarks({ ...fresh, isLate: true, check: { ...check, isWhole: false } }), [
      made,
      '! Verificarea a găsit-o stricată. Fă alta.',
      '! De peste 48 de ore nu s-a mai făcut una: vezi docs/install.md.',
    ]);
  });

  it('say what came of a trial mail and of a trial of the card provider', () => {
    deepEqual(triedMailRemark('ana@fotolot.example', 'mail.example', null), {
      words: 'mail.example a primit mailul pentru ana@fotolot.example.',
      isBad: false,
    });
    equal(triedMailRemark('ana@fotolot.example', 'mail.example', '451 later').isBad, true);
    equal(triedMailRemark('ana@fotolot.example', null, null).isBad, false);
    const verdicts = (['accepted', 'refused', 'unclear'] as const).map(
      (verdict) => triedPaymentsRemark('NETOPIA', verdict).isBad,
    );
    deepEqual(verdicts, [false, true, true]);
  });
});
