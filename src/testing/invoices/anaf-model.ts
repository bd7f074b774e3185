import type { SendingEvent } from '#domain/invoices/anaf/sending.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

interface Upload {
  readonly index: string;
  readonly processedAt: number;
  readonly listedAt: number;
  outcome: 'ok' | 'invalid' | { readonly duplicateOf: string } | null;
}

export interface Troubles {
  readonly random: () => number;
  /** Share of calls that go wrong, from 0 to 1. */
  readonly share: number;
  /** Nothing goes wrong from then on. */
  readonly until: number;
  /** ANAF takes the document. */
  readonly isValid: boolean;
  readonly slowestMinutes: number;
  /** It knows a document that it accepted before. */
  readonly seesDoubles: boolean;
}

/** ANAF as its documents tell, for one document, with all that may go wrong on the way there and back. */
export class AnafModel {
  readonly uploads: Upload[] = [];
  readonly polls: number[] = [];
  readonly downloads: number[] = [];
  readonly troubles: Troubles;

  constructor(troubles: Troubles) {
    this.troubles = troubles;
  }

  get accepted(): string[] {
    return this.uploads.filter(({ outcome }) => outcome === 'ok').map(({ index }) => index);
  }

  private isHit(now: number): boolean {
    return now < this.troubles.until && this.troubles.random() < this.troubles.share;
  }

  private draw<T>(...of: T[]): T {
    return of[Math.floor(this.troubles.random() * of.length)] as T;
  }

  upload(now: number): SendingEvent {
    const trouble = this.isHit(now)
      ? this.draw('away', 'limit', 'lost', 'arrived', 'technical', 'sentence')
      : null;
    if (trouble === 'away' || trouble === 'limit') return { type: 'put-off' };
    if (trouble === 'lost') return { type: 'unclear', technical: false };
    if (trouble === 'technical' && this.draw(true, false)) return { type: 'unclear', technical: true };
    this.process(now);
    if (trouble === 'sentence' && this.accepted[0])
      return { type: 'refused', detail: duplicateSentence(this.accepted[0]) };
    const { random, slowestMinutes } = this.troubles;
    const processedAt = now + random() * slowestMinutes * MINUTE;
    const index = String(3001 + this.uploads.length);
    this.uploads.push({ index, processedAt, listedAt: processedAt + random() * 15 * MINUTE, outcome: null });
    if (trouble === 'arrived') return { type: 'unclear', technical: false };
    if (trouble === 'technical') return { type: 'unclear', technical: true };
    return { type: 'uploaded', index };
  }

  /** Documents are processed in the order of their time: a number that was accepted before is a duplicate. */
  private process(now: number): void {
    const due = this.uploads.filter(({ outcome, processedAt }) => outcome === null && processedAt <= now);
    for (const upload of due.sort((a, b) => a.processedAt - b.processedAt)) {
      const [first] = this.accepted;
      upload.outcome =
        first && this.troubles.seesDoubles
          ? { duplicateOf: first }
          : this.troubles.isValid
            ? 'ok'
            : 'invalid';
    }
  }

  look(now: number): SendingEvent {
    this.process(now);
    if (this.isHit(now)) return { type: 'unread' };
    const found = this.uploads.find(({ outcome, listedAt }) => outcome === 'ok' && listedAt <= now);
    return found ? { type: 'found', index: found.index, downloadId: `9${found.index}` } : { type: 'absent' };
  }

  poll(index: string | null, now: number): SendingEvent {
    this.process(now);
    this.polls.push(now);
    if (this.isHit(now)) return { type: 'unread' };
    const upload = this.uploads.find((each) => each.index === index);
    if (!upload) return { type: 'index-refused', detail: `Nu exista factura cu id_incarcare= ${index}` };
    if (upload.outcome === null) return { type: 'in-progress' };
    if (upload.outcome === 'ok') return { type: 'ok', downloadId: `9${index}` };
    return { type: 'nok', downloadId: `9${index}`, detail: null };
  }

  download(index: string | null, now: number): SendingEvent {
    this.downloads.push(now);
    if (this.isHit(now)) return { type: 'unread' };
    const outcome = this.uploads.find((each) => each.index === index)?.outcome;
    if (outcome === 'ok') return { type: 'zip-kept' };
    if (outcome === 'invalid') return { type: 'errors-read', errors: '[BR-RO-110] Judetul lipseste' };
    return { type: 'errors-read', errors: duplicateSentence(outcome ? outcome.duplicateOf : '') };
  }
}

function duplicateSentence(index: string): string {
  return `E: Factura a mai fost transmisa anterior cu index=${index} si data incarcare=2026-01-20`;
}

/** Returns the most of the instants within any day. */
export function mostADay(instants: readonly number[]): number {
  return Math.max(
    0,
    ...instants.map((from) => instants.filter((at) => at >= from && at < from + DAY).length),
  );
}
