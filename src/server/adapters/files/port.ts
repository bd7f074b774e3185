import type { Readable } from 'node:stream';

/**
 * Stored files by key („originals/img_…”, „users/usr_…/avatar.jpg”, „installation.json”). Nothing is ever written in place: a file is
 * complete or absent.
 */
export interface Files {
  /** The path at which an image process finds the file. */
  pathOf(key: string): string;
  /** A fresh path on the same volume to write to. */
  temporaryPath(): string;
  /** Moves a complete, synced file under its key, in the place of an older one; durable when it resolves. */
  keep(temporaryPath: string, key: string): Promise<void>;
  /** Files an upload under its key as well as where it lies: may be repeated after a crash. */
  adopt(path: string, key: string): Promise<void>;
  /** Removes a temporary file that was not kept; nothing happens when it was. */
  discard(temporaryPath: string): Promise<void>;
  sizeOf(key: string): Promise<number | null>;
  /** True when the file is surely lost; false while the whole store, or the part where it would lie, is away. */
  isLost(key: string): Promise<boolean>;
  read(key: string): Readable;
  /** A small file at once, in a quarter of the work that a stream takes; null when it is not there. */
  readWhole(key: string): Promise<Buffer | null>;
  remove(key: string): Promise<void>;
  /** The free share of the volume, from 0 to 1; may be some seconds old. */
  availableShare(): Promise<number>;
  /** Bytes of the volume: those that may still be taken, and those there are for us. */
  space(): Promise<{ freeBytes: number; totalBytes: number }>;
  /** Keys below a prefix, with the age of each file. */
  list(prefix: string): AsyncIterable<{ key: string; modifiedAt: Date }>;
}
