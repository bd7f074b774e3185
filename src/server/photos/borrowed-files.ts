import type { BorrowedFile } from '#server/adapters/files/port.ts';
import type { App } from '#server/app.ts';

/** The stored files that one piece of work has borrowed: `await using files = new BorrowedFiles(app)` gives all of them back at its end. */
export class BorrowedFiles implements AsyncDisposable {
  readonly #files: App['files'];
  /** Those on their way too: what arrives after another could not be lent is given back as well. */
  readonly #loans: Promise<BorrowedFile>[] = [];
  #isOver = false;
  /** What was asked for, whether it could be lent or not. */
  readonly keys: string[] = [];

  constructor({ files }: Pick<App, 'files'>) {
    this.#files = files;
  }

  /** Returns the path at which an image process finds the file; null for no key. Fails with `photos/file-missing`. */
  async borrowPath(key: string): Promise<string>;
  async borrowPath(key: string | null): Promise<string | null>;
  async borrowPath(key: string | null): Promise<string | null> {
    if (key === null) return null;
    // A part of the work that was still looking something up when another part had failed.
    if (this.#isOver) throw new Error('the work that borrowed has ended');
    this.keys.push(key);
    const loan = this.#files.borrow(key);
    this.#loans.push(loan);
    return (await loan).path;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    for (const loan of await Promise.allSettled(this.#loans))
      if (loan.status === 'fulfilled') await loan.value[Symbol.asyncDispose]();
  }
}
