import type { QueryClient } from '@tanstack/react-query';
import { getRevision, noteRevision } from '#web/api/live/revisions.ts';

interface Document {
  readonly rev: number;
}

/** Stores a whole document from the server unless a newer one is cached. Returns the newer one. */
export function putDocument<D extends Document>(client: QueryClient, key: string, document: D): D {
  const known = getRevision(key);
  const current = client.getQueryData<D>([key]);
  if (known !== undefined && known > document.rev && current) return current;
  client.setQueryData([key], document);
  noteRevision(key, document.rev);
  return document;
}

/** A document's query function: returns the one read, or the cached one when the stream has overtaken it. */
export async function readDocument<D extends Document>(
  client: QueryClient,
  key: string,
  read: () => Promise<D>,
): Promise<D> {
  const document = await read();
  const known = getRevision(key);
  const current = client.getQueryData<D>([key]);
  if (known !== undefined && known > document.rev && current) return current;
  noteRevision(key, document.rev);
  return document;
}
