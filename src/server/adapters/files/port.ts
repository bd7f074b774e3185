import type { Readable } from 'node:stream';

/** Stored files by key („originals/img_…”, „users/usr_…/avatar.jpg”, „installation.json”). Nothing is ever written in place: a file is complete or absent. */
export interface Files {
  /** Where an image process finds the file. */
  pathOf(key: string): string;
  /** A fresh path on the same volume to write to. */
  temporaryPath(): string;
  /** Moves a complete, synced file under its key, in the place of an older one; durable when it answers. */
  keep(temporaryPath: string, key: string): Promise<void>;
  /** Files an upload under its key as well as where it lies: may be repeated after a crash. */
  adopt(path: string, key: string): Promise<void>;
  /** Removes a temporary file that was not kept; nothing happens when it was. */
  discard(temporaryPath: string): Promise<void>;
  sizeOf(key: string): Promise<number | null>;
  /** Whether the file is surely lost; not while the whole store, or the part where it would lie, is away. */
  isLost(key: string): Promise<boolean>;
  read(key: string): Readable;
  remove(key: string): Promise<void>;
  /** How much of the volume is free, from 0 to 1; may be some seconds old. */
  freeShare(): Promise<number>;
  /** Bytes of the volume: those that may still be taken, and those there are for us. */
  space(): Promise<{ freeBytes: number; totalBytes: number }>;
  /** Keys below a prefix, with the age of each file. */
  list(prefix: string): AsyncIterable<{ key: string; modifiedAt: Date }>;
}
