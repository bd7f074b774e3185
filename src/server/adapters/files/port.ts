import type { Readable } from 'node:stream';
import type { DataStore } from '@tus/server';

/**
 * Stored files by key („originals/img_…”, „users/usr_…/avatar-….jpg”, „installation.json”). Nothing is ever written in place: a file is
 * complete or absent. Only an adapter knows where they lie.
 */
export interface Files {
  /** Lends a file to an image process. Fails with `photos/file-missing`. */
  borrow(key: string): Promise<BorrowedFile>;
  /** A fresh path of this process to write to. */
  temporaryPath(): string;
  /** Moves a complete, synced file under its key, in the place of an older one; durable when it resolves. */
  keep(temporaryPath: string, key: string): Promise<void>;
  /** Files an upload under its key as well as where it lies: may be repeated after a crash. */
  adopt(path: string, key: string): Promise<void>;
  /** Stores what a stream brings, of whatever length, whole or not at all; durable when it resolves. Fails as the stream does. */
  write(key: string, body: Readable): Promise<{ bytes: number }>;
  /** Removes a temporary file that was not kept; nothing happens when it was. */
  discard(temporaryPath: string): Promise<void>;
  sizeOf(key: string): Promise<number | null>;
  /** True when the file is surely lost; false while the whole store, or the part where it would lie, is away. */
  isLost(key: string): Promise<boolean>;
  /** Opens a file, or a part of it; null when it is not there. Its body has to be read or destroyed. */
  open(key: string, range?: ByteRange): Promise<OpenFile | null>;
  /** A small file at once, in a quarter of the work that a stream takes; null when it is not there. */
  readWhole(key: string): Promise<Buffer | null>;
  /** Nothing happens to those that are not there. */
  remove(keys: readonly string[]): Promise<void>;
  /** Returns the room of the volume, which may be some seconds old; null: its space is not ours to watch. */
  room(): Promise<Room | null>;
  /** The files below a prefix, in the order of their keys' bytes. */
  list(prefix: string): AsyncIterable<ListedFile>;
  /** Removes what writers below a prefix left that began before an instant and died; returns how much that was. */
  removeUnfinished(prefix: string, before: Date): Promise<number>;
}

/** Files that a program opened for itself. */
export interface OpenedFiles extends Files {
  close(): Promise<void>;
  /** Of copies on this machine; where files lie in folders there are none. */
  scratchBytes?(): number;
}

/** The path stays what it is until the loan is disposed of. */
export interface BorrowedFile extends AsyncDisposable {
  readonly path: string;
}

/** Bytes from `first` to `last`, both counted from 0 and both included; `last` lies in the file. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

export interface OpenFile {
  /** Size of the whole file. */
  readonly bytes: number;
  readonly body: Readable;
}

export interface Room {
  /** What may still be taken by a program without special rights. */
  readonly freeBytes: number;
  readonly totalBytes: number;
}

export interface ListedFile {
  readonly key: string;
  readonly bytes: number;
  readonly modifiedAt: Date;
}

/** Where the bytes of photos lie until their upload is whole, by the photos' ids. */
export interface Uploads {
  /** What the upload server reads and writes; every call comes under the upload's lock. */
  store(questions: UploadQuestions): DataStore;
  /** Bytes of an upload that may be whole; null: it surely is not, or it is over. */
  sizeOf(photoId: string): Promise<number | null>;
  /** Files a whole upload under a key as well as where it lies: may be repeated after a crash. */
  adopt(photoId: string, key: string): Promise<void>;
  /** Removes what came and what is noted of it; nothing happens when nothing is there. */
  remove(photoId: string): Promise<void>;
  /** What lies here; the parts of one upload may come apart. */
  list(): AsyncIterable<{ readonly photoId: string; readonly modifiedAt: Date }>;
  /** Ends its connections. */
  close(): void;
}

export interface UploadQuestions {
  /** The size of an upload that is over, whatever became of it; null while bytes are expected. */
  sizeOnceOver(photoId: string): Promise<number | null>;
  /** False once another process may have taken over the upload. */
  mayWrite(photoId: string): boolean;
}
