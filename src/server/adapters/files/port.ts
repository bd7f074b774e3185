import type { Readable } from 'node:stream';
import type { DataStore } from '@tus/server';

/**
 * Stored files by key („originals/img_…”, „users/usr_…/avatar-….jpg”, „installation.json”). Nothing is written in place: a file is complete
 * or absent. Only an adapter knows where files lie. Every call throws `http/unavailable` when a bucket is away, and an Error for a
 * malformed key.
 */
export interface Files {
  /** Lends a file to an image process. Throws `photos/file-missing`. */
  borrow(key: string): Promise<BorrowedFile>;
  /** Returns a fresh path of this process to write to. */
  temporaryPath(): string;
  /** Moves a complete, synced file under its key, replacing an older one; durable when it resolves. */
  keep(temporaryPath: string, key: string): Promise<void>;
  /** Stores an upload under its key and leaves it where it lies; may be repeated after a crash. */
  adopt(path: string, key: string): Promise<void>;
  /** Stores a stream of any length, whole or not at all; durable when it resolves. Errors of the stream pass through. */
  write(key: string, body: Readable): Promise<{ bytes: number }>;
  /** Removes a temporary file; a file that was kept is not touched. */
  discard(temporaryPath: string): Promise<void>;
  sizeOf(key: string): Promise<number | null>;
  /** True when the file is surely lost; false while the store, or the folder where it would lie, is away. */
  isLost(key: string): Promise<boolean>;
  /** Opens a file or a part of it; null when it is missing. Its body has to be read or destroyed. */
  open(key: string, range?: ByteRange): Promise<OpenFile | null>;
  /** Reads a small file at once, with a quarter of a stream's work; null when it is missing. */
  readWhole(key: string): Promise<Buffer | null>;
  /** Removes files; missing ones are ignored. */
  remove(keys: readonly string[]): Promise<void>;
  /** Returns the room of the volume, at most some seconds old; null: its space is not ours to watch. */
  room(): Promise<Room | null>;
  /** Lists the files below a prefix, in byte order of keys. */
  list(prefix: string): AsyncIterable<ListedFile>;
  /** Removes what dead writers left below a prefix, begun before an instant; returns how many. */
  removeUnfinished(prefix: string, before: Date): Promise<number>;
}

/** Files that a program opened for itself. */
export interface OpenedFiles extends Files {
  close(): Promise<void>;
  /** Bytes of copies on this machine; missing where files lie in folders. */
  scratchBytes?(): number;
}

/** The path stays valid until the loan is disposed of. */
export interface BorrowedFile extends AsyncDisposable {
  readonly path: string;
}

/** Bytes `first` to `last`, counted from 0, both included; `last` lies in the file. */
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
  /** Bytes that a program without special rights may still take. */
  readonly freeBytes: number;
  readonly totalBytes: number;
}

export interface ListedFile {
  readonly key: string;
  readonly bytes: number;
  readonly modifiedAt: Date;
}

/** Store of photos' bytes until their upload is whole, by photo id. */
export interface Uploads {
  /** Returns the store that the upload server reads and writes; it calls under the upload's lock. */
  store(questions: UploadQuestions): DataStore;
  /** Returns the bytes of an upload that may be whole; null: it surely is not, or it is over. */
  sizeOf(photoId: string): Promise<number | null>;
  /** Stores a whole upload under a key and leaves it where it lies; may be repeated after a crash. Throws `photos/file-missing`. */
  adopt(photoId: string, key: string): Promise<void>;
  /** Removes an upload's bytes and notes; a missing one is ignored. */
  remove(photoId: string): Promise<void>;
  /** Lists what lies here; parts of one upload may come separately. */
  list(): AsyncIterable<{ readonly photoId: string; readonly modifiedAt: Date }>;
  /** Ends its connections. */
  close(): void;
}

export interface UploadQuestions {
  /** Returns the size of an upload that is over, whatever its outcome; null while bytes are expected. */
  sizeOnceOver(photoId: string): Promise<number | null>;
  /** False once another process may have taken over the upload. */
  mayWrite(photoId: string): boolean;
}
