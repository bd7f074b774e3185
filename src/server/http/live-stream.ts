import type { FastifyReply, FastifyRequest } from 'fastify';
import { type LiveEvent, TOKEN_RENEWED } from '#contract/live.ts';
import { AppError } from '#domain/errors.ts';
import type { NumberedEvent, Reader } from '#server/adapters/live/port.ts';
import type { App, User } from '#server/app.ts';
import { createBatchLoader } from '#server/http/limits/together.ts';

/** Loads a whole document by key for its owner; null when it no longer exists. */
export type LoadDocument = (userId: string, key: string) => Promise<{ rev: number } | null>;

const HEARTBEAT_MS = 20_000;
/** The first change goes out at once; changes within this time after a read go out together, so a burst reads a document once. */
const GATHER_MS = 120;
/** Seconds after which a person with too many streams, or a client that a full process refused, may try again; pages poll meanwhile. */
const AGAIN_SECONDS = 20;
const BACKLOG_LIMIT = 1_000_000;

/** Heartbeats of all streams of this process; they beat together, so that look-ups are shared. */
const beats = new Set<() => void>();
let beating: NodeJS.Timeout | null = null;
const open = new Map<string, number>();
/** When a user's streams last looked, by performance.now(): they look together. */
const lookedAt = new Map<string, number>();

/** Returns how many streams this process serves. */
export function openStreams(): number {
  let all = 0;
  for (const streams of open.values()) all += streams;
  return all;
}

export interface StreamCaps {
  readonly all: number;
  readonly ofUser: number;
}

/**
 * All: a quarter of the connections remain for everything else. A browser has one stream for all of its tabs, or, without locks, one a tab,
 * and opens at most six to a server.
 */
export const STREAM_CAPS: StreamCaps = { all: 3_000, ofUser: 12 };

type ReadEvents = (userId: string, seq: number) => Promise<readonly NumberedEvent[] | null>;

/** Shared by the streams of one process. */
interface Source {
  readonly app: App;
  readonly load: LoadDocument;
  readonly eventsAfter: ReadEvents;
  /** False once the session has ended, the stream's token has been renewed, or its owner's rights have changed. */
  readonly isSameSession: (user: User) => Promise<boolean>;
  readonly caps: StreamCaps;
}

interface Stream extends Source {
  readonly user: User;
}

type OpenStream = (user: User, request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/**
 * Returns what opens a stream of server-sent events: the user document first, then every change, resumable by Last-Event-ID. It throws
 * `http/too-many-requests` past the user's cap, `http/busy` past the process's.
 */
export function liveStreams(
  app: App,
  load: LoadDocument,
  { isSameSession, caps = STREAM_CAPS }: Pick<Source, 'isSameSession'> & Partial<Pick<Source, 'caps'>>,
): OpenStream {
  const source = { app, load: loadedOnce(load), eventsAfter: readTogether(app), isSameSession, caps };
  return (user, request, reply) => openStream({ ...source, user }, request, reply);
}

/** Returns a look-up that serves all readers in one turn of the event loop with one query. */
function readTogether({ live }: App): ReadEvents {
  const events = createBatchLoader(async (keys: readonly string[]) => {
    const answers = await live.eventsAfter(keys.map((key) => JSON.parse(key) as Reader));
    return new Map(keys.map((key, n) => [key, answers[n] ?? null]));
  });
  return async (userId, seq) => (await events(JSON.stringify({ userId, seq }))) ?? null;
}

/** Loads a document once for all tabs of a user, which look in the same turn of the event loop. */
function loadedOnce(load: LoadDocument): LoadDocument {
  const about = new Map<string, ReturnType<LoadDocument>>();
  return (userId, key) => {
    const name = `${userId} ${key}`;
    const begun = about.get(name);
    if (begun) return begun;
    const document = new Promise<void>((resolve) => void setImmediate(resolve)).then(() => {
      about.delete(name);
      return load(userId, key);
    });
    about.set(name, document);
    return document;
  };
}

async function openStream(stream: Stream, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { app, user, caps } = stream;
  // The client left while the session was looked up: its „close” is over and would never lower the count.
  if (request.raw.socket.destroyed || reply.raw.closed) return void reply.hijack();
  const streams = open.get(user.id) ?? 0;
  if (streams >= caps.ofUser) throw new AppError('http/too-many-requests', { retryAfter: AGAIN_SECONDS });
  if (openStreams() >= caps.all) throw new AppError('http/busy', { retryAfter: AGAIN_SECONDS });
  open.set(user.id, streams + 1);
  const onClose: (() => void)[] = [() => releaseStream(user.id)];
  reply.raw.on('close', () => {
    for (const act of onClose.splice(0)) act();
  });
  const headers = reply.getHeaders() as Record<string, string>;
  reply.hijack();
  reply.raw.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  const send = (seq: number, event: LiveEvent) => {
    if (reply.raw.writableEnded) return;
    reply.raw.write(`id: ${seq}\ndata: ${serialiseEvent(event)}\n\n`);
    if (reply.raw.writableLength > BACKLOG_LIMIT) reply.raw.destroy();
  };
  reply.raw.write('retry: 1000\n\n');
  // Browsers ignore a message without data.
  if (user.token?.graceUntil) reply.raw.write(`event: ${TOKEN_RENEWED}\ndata: ask\n\n`);
  const resumeFrom = Number(request.headers['last-event-id'] ?? Number.NaN);
  const pump = await startPump(stream, resumeFrom, send).catch((error: unknown) => {
    app.log.warn({ error }, 'live stream');
    reply.raw.destroy();
  });
  if (!pump || reply.raw.closed) return;
  // A client that still has a session comes back at once, with its present rights.
  const cut = () => void (reply.raw.writableEnded || reply.raw.end('retry: 100\n\n'));
  const endUnlessSame = async () => {
    if (!(await stream.isSameSession(user).catch(() => true))) cut();
  };
  const unsubscribe = app.live.subscribe(user.id, {
    onChange: pump,
    onSessionEnd: (session) => {
      if (session === null || session === user.sessionId) cut();
    },
    onTokenChange: (session) => {
      if (session === user.sessionId) void endUnlessSame();
    },
    onLeave: cut,
  });
  const stopBeating = onHeartbeat(async () => {
    await endUnlessSame();
    if (reply.raw.writableEnded) return;
    reply.raw.write(': still here\n\n');
    // The news of a change may have been lost on its way here.
    pump();
  });
  onClose.push(unsubscribe, stopBeating, atGraceEnd(stream, cut));
  // A change between reading the session and subscribing reached no listener.
  await endUnlessSame();
  pump();
}

/** Calls `beat` at every heartbeat; returns a function that stops it. */
function onHeartbeat(beat: () => void): () => void {
  beats.add(beat);
  beating ??= setInterval(() => {
    for (const each of beats) each();
  }, HEARTBEAT_MS);
  return () => {
    beats.delete(beat);
    if (beats.size > 0 || beating === null) return;
    clearInterval(beating);
    beating = null;
  };
}

/** Ends a stream whose token was renewed when that token expires; returns a function that cancels this. */
function atGraceEnd({ app, user }: Stream, cut: () => void): () => void {
  const until = user.token?.graceUntil;
  if (!until) return () => {};
  const timer = setTimeout(cut, until.getTime() - app.now().getTime());
  return () => clearTimeout(timer);
}

const texts = new WeakMap<object, string>();

/** Serialises a document once for all tabs that get it. */
function serialiseEvent(event: LiveEvent): string {
  if (event.type !== 'snapshot') return JSON.stringify(event);
  const { data, ...head } = event;
  const text = texts.get(data as object) ?? JSON.stringify(data);
  texts.set(data as object, text);
  return `${JSON.stringify(head).slice(0, -1)},"data":${text}}`;
}

function releaseStream(userId: string): void {
  const left = (open.get(userId) ?? 1) - 1;
  if (left > 0) return void open.set(userId, left);
  open.delete(userId);
  lookedAt.delete(userId);
}

/** Returns the function to call when there may be news; calls during a look lead to one more look. */
async function startPump(
  stream: Stream,
  resumeFrom: number,
  send: (seq: number, event: LiveEvent) => void,
): Promise<() => void> {
  const { app, user } = stream;
  let sent = resumeFrom;
  if (!Number.isSafeInteger(resumeFrom)) sent = await startAfresh(stream, send);
  let looking = false;
  let again = false;
  const look = async () => {
    const events = await stream.eventsAfter(user.id, sent);
    if (events === null) sent = await startAfresh(stream, send);
    else sent = await deliverEvents(stream, events, { from: sent, send });
  };
  const pump = () => {
    again = true;
    if (looking) return;
    looking = true;
    const rested = performance.now() - (lookedAt.get(user.id) ?? Number.NEGATIVE_INFINITY);
    setTimeout(
      async () => {
        again = false;
        if (open.has(user.id)) lookedAt.set(user.id, performance.now());
        await look().catch((error: unknown) => app.log.warn({ error }, 'live stream'));
        looking = false;
        if (again) pump();
      },
      Math.max(0, GATHER_MS - rested),
    );
  };
  return pump;
}

/** With nothing to resume from, sends the user document and the word to read everything else again. */
async function startAfresh(stream: Stream, send: (seq: number, event: LiveEvent) => void): Promise<number> {
  const seq = await stream.app.live.lastSeq(stream.user.id);
  const data = await stream.load(stream.user.id, 'users/me');
  if (data) send(seq, { type: 'snapshot', key: 'users/me', rev: data.rev, data });
  send(seq, { type: 'changed', key: '*' });
  return seq;
}

async function deliverEvents(
  stream: Stream,
  events: readonly NumberedEvent[],
  { from, send }: { from: number; send: (seq: number, event: LiveEvent) => void },
): Promise<number> {
  const said = new Set<string>();
  const isRepeated = (event: NumberedEvent['event']) =>
    event.type !== 'patch' && said.size === said.add(`${event.type} ${event.key}`).size;
  let last = from;
  for (const { seq, event } of events) {
    last = seq;
    if (isRepeated(event)) continue;
    if (event.type !== 'document') send(seq, event);
    else {
      const { key } = event;
      const data = await stream.load(stream.user.id, key);
      // Of one that is gone a page hears by reading it again.
      send(seq, data ? { type: 'snapshot', key, rev: data.rev, data } : { type: 'changed', key });
    }
  }
  return last;
}
