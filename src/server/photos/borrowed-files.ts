import type { BorrowedFile } from '#server/adapters/files/port.ts';
import type { App } from '#server/app.ts';

/** Stored files that one piece of work borrows; `await using files = new BorrowedFiles(app)` returns them all at its end. */
export class BorrowedFiles implements AsyncDisposable {
  readonly #files: App['files'];
  /** Loans under way count too: a file that arrives after another loan failed is returned as well. */
  readonly #loans: Promise<BorrowedFile>[] = [];
  #isOver = false;
  /** Keys that were requested, whether lent or not. */
  readonly keys: string[] = [];

  constructor({ files }: Pick<App, 'files'>) {
    this.#files = files;
  }

  /** Returns the path at which an image process finds the file; null for no key. Throws `photos/file-missing`. */
  async borrowPath(key: string): Promise<string>;
  async borrowPath(key: string | null): Promise<string | null>;
  async borrowPath(key: string | null): Promise<string | null> {
    if (key === null) return null;
    // A parallel part of the work may still look something up when another part has failed.
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
