import { deepEqual, equal, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { diffFigures } from '#domain/figures.ts';
import { auditChanges, auditSentence } from '#domain/language/audit-words.ts';
import { AUDIT_ACTIONS } from '#domain/users/audit-actions.ts';

const nbsp = (text: string) => text.replaceAll('\u00a0', ' ');

describe('an audit entry', () => {
  it('is a sentence that names its subject', () => {
    const say = (kind: (typeof AUDIT_ACTIONS)[number], details: object, subject: string | null = null) =>
      nbsp(auditSentence({ kind, subject, details: { ...details } }));
    equal(say('credits-given', { credits: 25, days: 30 }), 'A dat 25 de credite, pentru 30 de zile');
    equal(
      say('plan-given', { plan: 'pro', days: null, withCredits: true }),
      'A dat planul Pro, fără termen, cu creditele lui',
    );
    equal(say('suspended', { runs: 2 }), 'A suspendat contul: 2 procesări oprite');
    equal(
      say('order-refunded', { amount: 45, withdrawn: 9 }),
      'A cerut returnarea a 45 lei, cu 9 credite înapoi',
    );
    equal(
      say('withdrawal-paid', { amount: 45, way: 'transfer', reference: 'OP 17', paidOn: '2026-12-01' }),
      'A plătit banii datorați după o retragere: 45 lei, prin transfer, nr. OP 17',
    );
    equal(
      say('handed-in', { document: 'FTL0007', index: '3828' }),
      'A marcat ca predat în RO e-Factura FTL0007, index 3828',
    );
    equal(
      say('hand-in-undone', { document: 'FTL0007', index: null }),
      'A anulat marcarea ca predat în RO e-Factura: FTL0007',
    );
    equal(
      say('handed-in-before', { documents: 21, first: 'FTL0001', last: 'FTL0021' }),
      'A marcat ca predate în RO e-Factura 21 de documente dinaintea listei',
    );
    equal(
      say('package-made', { name: 'Târg', credits: 10, price: 49.5 }),
      'A creat pachetul „Târg”: 10 credite la 49,50 Lei',
    );
    equal(
      say('preset-version', { label: 'OLX', validFrom: '2026-12-01T08:00:00Z' }, 'olx'),
      'A adăugat o versiune a șablonului OLX, din 1 dec. 2026, 10:00:00',
    );
    equal(say('right-given', { right: 'support' }), 'A dat dreptul „Asistență”');
    equal(say('right-taken', { right: 'another' }), 'A retras un drept');
  });

  it('shows the values before and after, only where they differ', () => {
    const changes = diffFigures(
      { price: 149, credits: 60, retentionDays: 90, 'file2.maxBytes': 2_000_000 },
      { price: 169.9, credits: 60, retentionDays: 100, 'file2.maxBytes': null },
    );
    const reported = auditChanges({ details: { changes } }).map(({ label, before, after }) =>
      nbsp(`${label}: ${before} → ${after}`),
    );
    deepEqual(reported, [
      'preț: 149 Lei → 169,90 Lei',
      'păstrare: 90 de zile → 100 de zile',
      'fișierul 2: cel mult: 2 MB → oricât',
    ]);
  });

  it('is shown also without such details, or with others', () => {
    for (const kind of AUDIT_ACTIONS)
      for (const details of [
        {},
        { changes: 'x', credits: 'y', validFrom: 7 },
        { changes: { z: 1, price: [null, 5] } },
      ]) {
        const text = auditSentence({ kind, subject: null, details });
        ok(/^A \p{L}/u.test(text) && !/undefined|null|NaN|object/.test(text), text);
        ok(auditChanges({ details }).every(({ after }) => after !== ''));
      }
  });
});
