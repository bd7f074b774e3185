import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Sending, SentPicture } from '#contract/adverts/sendings.ts';
import type { Batch } from '#contract/batches.ts';
import {
  isOutdated,
  isUndo,
  listReachable,
  listSentFiles,
  tellAfter,
  tellBefore,
  type Whose,
} from './whose-pictures.ts';

describe('a lot’s sendings', () => {
  it('were sent the last time by the newest sending of the lot’s files into the same advert', () => {
    const into = (id: string, pictures: readonly object[]) =>
      ({ site: 'olx', advert: { id }, pictures }) as unknown as Sending;
    const file = (key: string) => ({ source: { result: key }, photoId: `photo of ${key}` });
    const sendings = [
      into('1', [{ source: { former: 'x' }, photoId: null }]),
      into('2', [file('c')]),
      into('1', [{ source: { kept: 0 }, photoId: null }, file('d'), file('a')]),
      into('1', [file('a')]),
    ];
    const listed = (advertId: string) =>
      listSentFiles(sendings, { site: 'olx', advertId }).map(({ key }) => key);
    deepEqual([listed('1'), listed('2'), listed('3')], [['d', 'a'], ['c'], []]);
    deepEqual(listSentFiles(sendings, { site: 'autovit', advertId: '1' }), []);
  });

  it('are put back where all of them are former ones', () => {
    equal(isUndo([{ source: { former: 'x' } }]), true);
    equal(isUndo([{ source: { former: 'x' } }, { source: { result: 'a' } }]), false);
    equal(isUndo([]), false);
  });

  it('are out of date once a sent file is made anew, which former pictures never are', () => {
    const batch = { results: { a: {} } } as unknown as Parameters<typeof isOutdated>[1];
    equal(isOutdated([{ source: { result: 'a' } }], batch), false);
    equal(isOutdated([{ source: { result: 'a' } }, { source: { result: 'b' } }], batch), true);
    equal(isOutdated([{ source: { former: 'old' } }, { source: { kept: 0 } }], batch), false);
  });
});

/** `redo`: the lot is made anew. `edit`: the seller changes the advert's pictures at the site. */
const ACTS = ['send', 'add', 'undo', 'redo', 'edit'] as const;
type Act = (typeof ACTS)[number];

/** An advert with what it truly has, and the sendings that are known of it, the newest first. */
interface Story {
  readonly now: readonly string[];
  /** What the last sending left in it. */
  readonly left: readonly string[];
  /** Of which making the lot's files are. */
  readonly making: number;
  readonly edits: number;
  readonly sendings: readonly Sending[];
  /** What the advert had before each sending, and after it. */
  readonly before: ReadonlyMap<string, readonly string[]>;
  readonly after: ReadonlyMap<string, readonly string[]>;
}

const START: Story = {
  now: ['old 1', 'old 2', 'old 3'],
  left: [],
  making: 1,
  edits: 0,
  sendings: [],
  before: new Map(),
  after: new Map(),
};

const listFiles = (making: number) => ['a', 'b', 'c'].map((photo) => `${photo}${making}`);
const isSame = (a: readonly string[] = [], b: readonly string[] = []) => a.join() === b.join();

function putPictures(story: Story, sources: readonly SentPicture[], undoes: string | null): Story {
  const { now, left, sendings } = story;
  const id = `sending ${sendings.length + 1}`;
  const shows = (source: SentPicture) => {
    if ('result' in source) return source.result;
    if ('kept' in source) return now[source.kept] ?? '';
    const [of = '', at] = source.former.split('/');
    return story.before.get(of)?.[Number(at)] ?? '';
  };
  const next = sources.map(shows);
  const sending = {
    id,
    site: 'olx',
    seller: 'Ana',
    advert: { id: '1' },
    connectionId: 'account',
    state: 'done',
    pictures: sources.map((source) => ({ source })),
    former: now.map((_, at) => `${id}/${at}`),
    undoUntil: '2026-12-08T10:00:00.000Z',
    undoes,
    follows: isSame(now, left) ? (sendings[0]?.id ?? null) : null,
  } as unknown as Sending;
  return {
    ...story,
    now: next,
    left: next,
    sendings: [sending, ...sendings],
    before: new Map([...story.before, [id, now]]),
    after: new Map([...story.after, [id, next]]),
  };
}

function applyAct(story: Story, what: Act): Story {
  const { now, making, edits, sendings } = story;
  const [latest] = sendings;
  const files = listFiles(making).map((result) => ({ result }));
  if (what === 'send') return putPictures(story, files, null);
  if (what === 'add') return putPictures(story, [...now.map((_, kept) => ({ kept })), ...files], null);
  if (what === 'redo') return { ...story, making: making + 1 };
  if (what === 'edit') return { ...story, now: [`by hand ${edits}`, 'old 2', 'old 3'], edits: edits + 1 };
  return latest === undefined
    ? story
    : putPictures(
        story,
        latest.former.map((former) => ({ former })),
        latest.id,
      );
}

const play = (acts: readonly Act[]) => acts.reduce(applyAct, START);
const knownOf = ({ making, sendings }: Story) => ({
  batch: { results: Object.fromEntries(listFiles(making).map((id) => [id, {}])) } as unknown as Batch,
  sendings,
});

/** What is true of pictures, by what they are. */
function tellTruth(story: Story, pictures: readonly string[]): Whose {
  const last = story.sendings.find((each) => !isUndo(each.pictures));
  if (last === undefined || !isSame(story.after.get(last.id), pictures)) return 'former';
  const wasMadeAnew = last.pictures.some(
    ({ source }) => 'result' in source && !listFiles(story.making).includes(source.result),
  );
  return wasMadeAnew ? 'sent' : 'lot';
}

function listChains(length: number, among: readonly Act[] = ACTS): Act[][] {
  if (length === 0) return [[]];
  return listChains(length - 1, among).flatMap((acts) => among.map((last) => [...acts, last]));
}

describe('an advert after its sendings', () => {
  const chains: readonly (readonly [acts: readonly Act[], now: Whose, back: Whose])[] = [
    [['send'], 'lot', 'former'],
    [['send', 'undo'], 'former', 'lot'],
    [['send', 'undo', 'undo'], 'lot', 'former'],
    [['send', 'undo', 'undo', 'undo'], 'former', 'lot'],
    [['add', 'undo', 'undo'], 'lot', 'former'],
    [['send', 'redo'], 'sent', 'former'],
    [['send', 'undo', 'redo'], 'former', 'sent'],
    [['send', 'undo', 'redo', 'undo'], 'sent', 'former'],
    [['send', 'undo', 'undo', 'redo'], 'sent', 'former'],
    [['send', 'redo', 'undo', 'undo', 'undo'], 'former', 'sent'],
    [['send', 'redo', 'send', 'undo'], 'former', 'lot'],
    [['send', 'redo', 'send', 'undo', 'undo'], 'lot', 'former'],
    [['send', 'edit', 'undo'], 'former', 'former'],
    [['send', 'edit', 'undo', 'undo'], 'former', 'former'],
  ];
  for (const [acts, now, back] of chains)
    it(`has pictures that are „${now}”, and gets „${back}” back: ${acts.join(', ')}`, () => {
      const story = play(acts);
      const [latest] = story.sendings;
      const known = knownOf(story);
      deepEqual(latest && [tellAfter(latest, known), tellBefore(latest, known)], [now, back]);
    });

  it('has the pictures that are said, and gets those back that are offered, after every chain of acts', () => {
    for (const acts of listChains(5)) {
      const story = play(acts);
      const [latest] = story.sendings;
      if (latest === undefined) continue;
      const known = knownOf(story);
      const said = [tellAfter(latest, known), tellBefore(latest, known)];
      const { before, after } = story;
      const told = [after.get(latest.id), before.get(latest.id)].map((each) => tellTruth(story, each ?? []));
      deepEqual(said, told, acts.join());
    }
  });

  it('is offered each earlier set of its pictures once, and none that it has', () => {
    // Pictures added twice to the same ones are offered twice: no name tells that they are the same.
    for (const acts of listChains(5, ['send', 'undo', 'redo', 'edit'])) {
      const story = play(acts);
      const [latest] = story.sendings;
      if (latest === undefined) continue;
      const { before, after, sendings } = story;
      const shown = [after.get(latest.id), before.get(latest.id)].map((each) => each?.join());
      const offered = listReachable(latest, sendings).map(({ id }) => before.get(id)?.join());
      const all = new Set([...shown, ...offered]);
      equal(all.size, new Set(shown).size + offered.length, acts.join());
      const fresh = sendings.filter(({ pictures }) => !isUndo(pictures));
      for (const { id } of fresh) equal(all.has(before.get(id)?.join()), true, acts.join());
    }
  });

  it('has others where another lot was sent into it meanwhile, or what is known of it has ended', () => {
    const story = play(['send', 'undo', 'undo']);
    const [latest, undone, first] = story.sendings;
    const tell = ([newest, ...others]: readonly (Sending | undefined)[]) => {
      const sendings = [newest, ...others].flatMap((each) => each ?? []);
      return newest && tellAfter(newest, { ...knownOf(story), sendings });
    };
    equal(tell([latest, undone, first]), 'lot');
    equal(tell([latest, undone && { ...undone, follows: 'of another lot' }, first]), 'former');
    equal(tell([latest, undone && { ...undone, follows: null }, first]), 'former');
    equal(tell([latest && { ...latest, undoes: null }, undone, first]), 'former');
  });
});
