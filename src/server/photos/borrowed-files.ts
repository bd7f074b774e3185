import type { App } from '#server/app.ts';

/** The stored files that one piece of work has borrowed: `await using files = new BorrowedFiles(app)` gives all of them back at its end. */
export class BorrowedFiles implements AsyncDisposable {
  readonly #files: App['files'];
  readonly #loans = new AsyncDisposableStack();
  /** What was asked for, whether it could be lent or not. */
  readonly keys: string[] = [];

  constructor({ files }: Pick<App, 'files'>) {
    this.#files = files;
  }

  /** Returns the path at which an image process finds the file. Fails with `photos/file-missing`. */
  async pathOf(key: string): Promise<string> {
    this.keys.push(key);
    return this.#loans.use(await this.#files.borrow(key)).path;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#loans.disposeAsync();
  }
}
