import { setTimeout as wait } from 'node:timers/promises';

/** A browser of another make, driven from outside. */
export interface Engine {
  readonly name: string;
  goto(url: string): Promise<void>;
  /** Runs the body of an async function in the page; `given` is what it gets. */
  run(body: string, given?: unknown): Promise<unknown>;
  setFiles(selector: string, paths: readonly string[]): Promise<void>;
  /** Errors of scripts and of the console since the beginning. */
  problems(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Null: this machine does not have it. */
export type OpenEngine = () => Promise<Engine | null>;

const PATIENCE_MS = 90_000;

/** Asks the page again until the answer is a true one. */
export async function until(
  engine: Engine,
  what: string,
  { body, given }: { readonly body: string; readonly given?: unknown },
): Promise<unknown> {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await wait(100)) {
    // A page that is just being left does not answer.
    const answer = await engine.run(body, given).catch(() => null);
    if (answer) return answer;
  }
  const seen = await engine.run('return location.pathname + " " + document.body.innerText.slice(0, 600)');
  throw new Error(`${engine.name}: never ${what}. The page: ${seen}`);
}
