import { equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Connection } from '#contract/adverts/connections.ts';
import { describeConnection } from './connection-words.ts';

const linked = (facts: Partial<Connection> = {}): Connection => ({
  id: 'adc_00000000000000000000',
  site: 'autovit',
  seller: 'parc@autovit.example',
  connectedAt: '2026-12-01T08:00:00.000Z',
  accessEndsAt: null,
  broken: null,
  ...facts,
});
const brokenBy = (reason: NonNullable<Connection['broken']>['reason']) =>
  describeConnection(linked({ broken: { reason, since: '2026-12-01T20:00:00.000Z' } }));

describe('what is said of a linked account', () => {
  it('names the site, and the hour at which access ends by itself', () => {
    equal(describeConnection(linked()), 'Autovit · legat din 1 dec. 2026');
    equal(
      describeConnection(linked({ accessEndsAt: '2026-12-01T20:00:00.000Z' })),
      'Autovit · legat din 1 dec. 2026 · accesul ține până pe 1 dec., 22:00',
    );
  });

  it('says why it no longer works, with the hour where hours were over', () => {
    equal(brokenBy('over'), 'Accesul dat de Autovit a ținut până pe 1 dec., 22:00.');
    equal(brokenBy('ended'), 'Autovit nu mai dă acces Fotolotului. Din 1 dec. 2026.');
  });
});
