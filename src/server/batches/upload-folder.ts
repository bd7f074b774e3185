import { FileStore } from '@tus/file-store';

type Begun = Parameters<FileStore['create']>[0];

/** Files on their way. One that is announced again keeps what has come of it. */
export class UploadFolder extends FileStore {
  readonly #beginning = new Map<string, Promise<unknown>>();

  override async create(upload: Begun): Promise<Begun> {
    const beginning = this.#beginning.get(upload.id) ?? this.#begin(upload);
    this.#beginning.set(upload.id, beginning);
    await beginning.finally(() => this.#beginning.delete(upload.id));
    return upload;
  }

  async #begin(upload: Begun): Promise<void> {
    if ((await this.configstore.get(upload.id)) === undefined) await super.create(upload);
  }
}
