import { deepEqual, equal, ok, throws } from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { countDraws } from '#testing/draws.ts';
import { AnafModel, mostADay, type Troubles } from '#testing/invoices/anaf-model.ts';
import { isSameDocument, readErrors } from './error-file.ts';
import {
  applyEvent,
  earlierIndex,
  newSending,
  SENDING_STATES,
  type Sending,
  type SendingEvent,
  stepOf,
} from './sending.ts';

const MINUTE = 60_000;
const START = Date.parse('2026-12-01T08:00:00Z');
const LIVES = countDraws({ local: 150, ci: 2000, soak: 200_000 });

/** Numbers from 0 to 1, the same for a seed. */
function drawFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const life = fc.record({
  seed: fc.integer(),
  share: fc.constantFrom(0, 0.1, 0.3, 0.6, 0.9),
  troubledHours: fc.constantFrom(0, 2, 12, 30),
  isValid: fc.boolean(),
  slowestMinutes: fc.constantFrom(0, 5, 60, 600),
  deaths: fc.constantFrom(0, 0.05, 0.3),
  seesDoubles: fc.constant(true),
});
interface Life extends Pick<Troubles, 'share' | 'isValid' | 'slowestMinutes' | 'seesDoubles'> {
  readonly seed: number;
  readonly troubledHours: number;
  readonly deaths: number;
}

/** Lives a document's days, a run a minute, with a process that may end before and after each call. */
function live({ seed, deaths, share, troubledHours, ...more }: Life) {
  const random = drawFrom(seed);
  const until = START + troubledHours * 60 * MINUTE;
  const anaf = new AnafModel({ random, share, until, ...more });
  let stored: Sending = newSending(new Date(START));
  const uploads: number[] = [];
  for (let at = START; at < START + 4 * 1440 * MINUTE; at += MINUTE) {
    const dies = () => at < until && random() < deaths;
    const now = new Date(at);
    const step = stepOf(stored, now);
    if (step === null) continue;
    const before = stored;
    const write = (event: SendingEvent) => {
      stored = applyEvent(before, event, now);
    };
    if (step === 'lost') write({ type: 'unclear', technical: false });
    else if (step === 'upload') {
      write({ type: 'begun' });
      if (dies()) continue;
      uploads.push(at);
      const event = anaf.upload(at);
      if (dies()) continue;
      stored = applyEvent(stored, event, now);
    } else {
      write({ type: 'unread' });
      if (dies()) continue;
      const index = before.uploadIndex;
      const event =
        step === 'look' ? anaf.look(at) : step === 'poll' ? anaf.poll(index, at) : anaf.download(index, at);
      if (dies()) continue;
      write(event);
    }
  }
  return { sending: stored, anaf, uploads };
}

describe('a document on its way to ANAF', () => {
  it('ends accepted exactly once or rejected, whatever goes wrong, and within the days that the law gives', () => {
    fc.assert(
      fc.property(life, (drawn) => {
        const { sending, anaf } = live(drawn);
        equal(anaf.accepted.length, drawn.isValid ? 1 : 0);
        if (drawn.isValid) {
          deepEqual([sending.state, sending.zip], ['accepted', 'kept']);
          equal(sending.uploadIndex, anaf.accepted[0]);
        } else {
          equal(sending.state, 'rejected');
          ok(sending.errors);
        }
      }),
      { numRuns: LIVES },
    );
  });

  it('is never sent twice even where ANAF would not notice, as long as its list is no later than it says', () => {
    fc.assert(
      fc.property(life, (drawn) => {
        const { anaf } = live({ ...drawn, slowestMinutes: 4, seesDoubles: false, isValid: true });
        equal(anaf.accepted.length, 1);
      }),
      { numRuns: LIVES },
    );
  });

  it('is asked about less than 100 times a day and fetched less than 10 times, whatever goes wrong', () => {
    fc.assert(
      fc.property(life, (drawn) => {
        const { anaf } = live({ ...drawn, troubledHours: 96 });
        ok(mostADay(anaf.polls) < 100);
        ok(mostADay(anaf.downloads) < 10);
      }),
      { numRuns: LIVES / 5 },
    );
  });

  it('is sent again after an hour at the soonest where ANAF spoke of a technical error, else after six', () => {
    for (const [technical, hours] of [
      [true, 1],
      [false, 6],
    ] as const) {
      let sending = applyEvent(newSending(new Date(START)), { type: 'begun' }, new Date(START));
      sending = applyEvent(sending, { type: 'unclear', technical }, new Date(START + 2 * MINUTE));
      const looks: number[] = [];
      let again: number | null = null;
      for (let minute = 0; again === null; minute += 1) {
        const now = new Date(START + minute * MINUTE);
        const step = stepOf(sending, now);
        if (step === 'look') {
          looks.push(minute);
          sending = applyEvent(sending, { type: 'absent' }, now);
        }
        if (stepOf(sending, now) === 'upload') again = minute;
      }
      deepEqual([looks[0], looks.at(-1), again], [20, hours * 60, hours * 60]);
    }
  });

  it('is looked for once more when the look before a second upload is some minutes old', () => {
    const at = (minute: number) => new Date(START + minute * MINUTE);
    let sending = applyEvent(newSending(at(0)), { type: 'begun' }, at(0));
    sending = applyEvent(sending, { type: 'unclear', technical: true }, at(0));
    sending = applyEvent(sending, { type: 'absent' }, at(61));
    equal(stepOf(sending, at(65)), 'upload');
    equal(stepOf(sending, at(67)), 'look');
    throws(() => applyEvent(sending, { type: 'begun' }, at(67)));
  });

  it('that is looked for without getting further is looked for ever less often, and never given up', () => {
    let sending = applyEvent(newSending(new Date(START)), { type: 'begun' }, new Date(START));
    sending = applyEvent(sending, { type: 'unclear', technical: true }, new Date(START));
    const looks: number[] = [];
    for (let minute = 0; minute < 10 * 1440; minute += 1) {
      const now = new Date(START + minute * MINUTE);
      const step = stepOf(sending, now);
      if (step === 'look') {
        looks.push(Math.floor(minute / 1440));
        sending = applyEvent(sending, { type: 'absent' }, now);
      }
      // It may not be sent.
      if (stepOf(sending, now) === 'upload') sending = applyEvent(sending, { type: 'unread' }, now);
    }
    const onDay = (day: number) => looks.filter((each) => each === day).length;
    ok(onDay(0) < 40);
    deepEqual([3, 4, 5, 6, 7, 8, 9].map(onDay), [1, 1, 1, 1, 1, 1, 1]);
    equal(sending.state, 'unknown');
  });

  it('that got no answer is never given up nor sent twice in its quiet hours', () => {
    const { uploads } = live({
      seed: 7,
      share: 0.9,
      troubledHours: 0,
      isValid: true,
      slowestMinutes: 0,
      deaths: 0,
      seesDoubles: true,
    });
    equal(uploads.length, 1);
  });

  it('takes the events of its state and no others', () => {
    const now = new Date(START);
    const started = { ...newSending(now), startedAt: now, unknownSince: now, againAt: now, uploadIndex: '1' };
    const events: SendingEvent[] = [
      { type: 'begun' },
      { type: 'uploaded', index: '3' },
      { type: 'unclear', technical: true },
      { type: 'put-off' },
      { type: 'refused', detail: 'x' },
      { type: 'found', index: '3', downloadId: '4' },
      { type: 'absent' },
      { type: 'in-progress' },
      { type: 'ok', downloadId: '4' },
      { type: 'nok', downloadId: null, detail: 'x' },
      { type: 'unread' },
      { type: 'index-refused', detail: 'x' },
      { type: 'zip-kept' },
      { type: 'zip-gone' },
      { type: 'foreign', detail: 'x' },
      { type: 'errors-read', errors: 'x' },
      { type: 'again' },
    ];
    const taken = SENDING_STATES.map((state) => {
      const takes = events.filter((event) => {
        try {
          applyEvent({ ...started, state }, event, now);
          return true;
        } catch {
          return false;
        }
      });
      return `${state}: ${takes.map(({ type }) => type).join(' ')}`;
    });
    deepEqual(taken, [
      'waiting: begun put-off',
      'sending: uploaded unclear put-off refused',
      'unknown: found absent unread',
      'sent: in-progress ok nok unread index-refused',
      'nok: unread zip-gone errors-read',
      'accepted: unread zip-kept zip-gone foreign',
      'rejected: again',
    ]);
  });
});

describe('what ANAF says of a document', () => {
  it('names the earlier upload of the same document', () => {
    const sentence = 'Factura a mai fost transmisa anterior cu index=0123456789 si data incarcare=2026-01-20';
    equal(earlierIndex(sentence), '123456789');
    equal(earlierIndex(`E: validari globale\n${sentence}`), '123456789');
    for (const other of ['', 'index=3', 'Fisierul transmis nu este valid.', sentence.replace(/\d{10}/, '0')])
      equal(earlierIndex(other), null);
  });

  it('is read from its file of errors', () => {
    const head =
      '<header xmlns="mfp:anaf:dgti:efactura:mesajEroriFactuta:v1" Index_incarcare="5" Cif_emitent="1">';
    equal(
      readErrors(
        `${head}<Error errorMessage="[BR-1] &lt;cbc:ID&gt; lipse&#537;te"/><Error errorMessage='a &amp; b'/></header>`,
      ),
      '[BR-1] <cbc:ID> lipsește\na & b',
    );
    equal(readErrors(`${head}</header>`), '');
  });

  it('is about the same document where number, day, seller and sum are', () => {
    const xml = (number: string, sum = '59.00') =>
      `<Invoice><cbc:CustomizationID>x</cbc:CustomizationID><cbc:ID>${number}</cbc:ID><cbc:IssueDate>2026-12-01</cbc:IssueDate>` +
      '<cac:AccountingSupplierParty><cbc:CompanyID>RO14399840</cbc:CompanyID></cac:AccountingSupplierParty>' +
      `<cbc:TaxInclusiveAmount currencyID="RON">${sum}</cbc:TaxInclusiveAmount><cbc:PayableAmount currencyID="RON">0.00</cbc:PayableAmount></Invoice>`;
    equal(isSameDocument(xml('FTL1'), xml('FTL1').replaceAll('cbc:', '').replaceAll('cac:', '')), true);
    equal(isSameDocument(xml('FTL1'), xml('FTL2')), false);
    equal(isSameDocument(xml('FTL1'), xml('FTL1', '60.00')), false);
    equal(isSameDocument('', ''), false);
  });
});
