import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { App } from '#server/app.ts';
import type { OtherVersions } from '#server/http/files/browser-files.ts';
import { throttleLog } from '#server/http/limits/seldom.ts';
import { webKey } from '#server/photos/file-keys.ts';
import {
  leaveBuild,
  noteBuild,
  oldestBuild,
  sha256sOfFile,
  type WebBuild,
} from '#server/photos/stored-files/web-build-store.ts';
import { type Presence, startBeating } from '#server/wiring/presence.ts';
import { hashBuildFile, type OwnBuild } from '#server/wiring/web-build.ts';

const STORED_AT_ONCE = 4;

type Deps = Pick<App, 'db' | 'files' | 'log'>;

/**
 * The pages of all versions that are running. Each process stores the files of its own build, so that a tab of any of them finds its
 * scripts at every process; and while web processes of an older build live all hand out the oldest one's page: a page that is newer than
 * the server it asks is never met. A server that does everything is alone and hands out its own.
 */
export class WebVersions implements OtherVersions {
  readonly #app: Deps;
  readonly #build: OwnBuild;
  readonly #presence: Presence;
  #pages: { readonly build: string; readonly files: ReadonlyMap<string, Buffer> } | null = null;
  /** A line a minute at most, however often it is asked for. */
  readonly #noteForged = throttleLog(60_000, (file: string, more) =>
    this.#app.log.error(
      { file, more },
      'a stored file of the page is not what its row says: it is not handed out',
    ),
  );
  #isStored = false;
  #isEnding = false;

  constructor(app: Deps, build: OwnBuild, presence: Presence) {
    this.#app = app;
    this.#build = build;
    this.#presence = presence;
  }

  /** Returns once it knows which page to hand out. What goes wrong is tried again with each beat. */
  async startSyncing(): Promise<{ end(): Promise<void> }> {
    const { log } = this.#app;
    const isOneOfMany = this.#presence.role === 'web';
    let storing: Promise<void> = Promise.resolve();
    const beat = async () => {
      await noteBuild(this.#app.db, this.#named());
      if (isOneOfMany) await this.#follow();
      if (this.#isStored) return;
      const missing = await this.#missing();
      const assets = missing.filter((file) => file.startsWith('assets/'));
      await this.#store(missing.filter((file) => !assets.includes(file)));
      await storing;
      this.#isStored = true;
      // Some hundred: the start does not wait for them.
      storing = this.#store(assets).catch((error: unknown) => {
        this.#isStored = false;
        log.warn({ error }, 'storing the files of the page');
      });
    };
    // What a server stores that is alone serves the tabs of later versions: there is no hurry.
    if (isOneOfMany) await beat().catch((error: unknown) => log.warn({ error }, 'versions of the page'));
    const beats = startBeating(beat, (error) => log.warn({ error }, 'versions of the page'));
    return {
      end: async () => {
        this.#isEnding = true;
        await beats.end();
        await storing;
        if (isOneOfMany) await leaveBuild(this.#app.db, this.#build.id, this.#presence.id);
      },
    };
  }

  getPage(name: string): Buffer | null {
    return this.#pages?.files.get(name) ?? null;
  }

  async readAsset(name: string): Promise<Buffer | null> {
    const file = `assets/${name}`;
    const said = await sha256sOfFile(this.#app.db, file);
    return said.length === 0 ? null : this.#readGenuine(file, said);
  }

  /** Scripts run in our origin, so write access to the storage must not be enough to bring one: null for bytes that no row names. */
  async #readGenuine(file: string, said: readonly (string | null)[]): Promise<Buffer | null> {
    const bytes = await this.#app.files.readWhole(webKey(file));
    const known = said.filter((sha256) => sha256 !== null);
    if (bytes === null || known.length === 0 || known.includes(hashBuildFile(bytes))) return bytes;
    this.#noteForged(file);
    return null;
  }

  #named(): WebBuild {
    const { id, sha256s } = this.#build;
    const names = [...sha256s].map(
      ([path, sha256]) => [path.startsWith('assets/') ? path : `${id}/${path}`, sha256] as const,
    );
    return {
      id,
      files: names.map(([name]) => name),
      sha256s: Object.fromEntries(names),
      migration: this.#presence.migration,
    };
  }

  /** An older page is taken over when all of it is there. */
  async #follow(): Promise<void> {
    const oldest = await oldestBuild(this.#app.db);
    if (oldest === null || oldest.id === this.#build.id) {
      this.#pages = null;
      return;
    }
    if (this.#pages?.build === oldest.id) return;
    const files = new Map<string, Buffer>();
    for (const file of oldest.files.filter((each) => each.startsWith(`${oldest.id}/`))) {
      const bytes = await this.#readGenuine(file, [oldest.sha256s && (oldest.sha256s[file] ?? '')]);
      if (bytes === null) return;
      files.set(file.slice(oldest.id.length + 1), bytes);
    }
    this.#pages = { build: oldest.id, files };
  }

  async #missing(): Promise<string[]> {
    const there = new Set<string>();
    for await (const { key } of this.#app.files.list('web')) there.add(key);
    return this.#named().files.filter((file) => !there.has(webKey(file)));
  }

  async #store(files: readonly string[]): Promise<void> {
    const waiting = [...files];
    const own = `${this.#build.id}/`;
    const hand = async () => {
      for (let file = waiting.shift(); file !== undefined && !this.#isEnding; file = waiting.shift()) {
        const path = file.startsWith(own) ? file.slice(own.length) : file;
        await this.#app.files.write(webKey(file), createReadStream(join(this.#build.folder, path)));
      }
    };
    await Promise.all(Array.from({ length: STORED_AT_ONCE }, hand));
  }
}
