/** Opens archives away from the page: lists their photos, unpacks one at a time. */
import { listZip, type OpenZip, openZip, unpackPhoto } from '#web/features/upload/zip/read-zip.ts';
import type { ZipAnswer, ZipQuestion } from '#web/features/upload/zip/zip-line.ts';

/** The archive that was last asked about; its directory is read once. */
let last: { readonly key: string; readonly opened: OpenZip } | null = null;

self.onmessage = async ({ data }: MessageEvent<ZipQuestion>) => {
  const answer = await answerQuestion(data).catch(() => ({ kind: 'gone' }) as const);
  self.postMessage(answer);
};

async function answerQuestion({ key, zip, ask }: ZipQuestion): Promise<ZipAnswer> {
  if (last?.key !== key) last = { key, opened: await openZip(zip) };
  if (ask.kind === 'list') return { kind: 'listing', listing: listZip(last.opened, ask.name) };
  return { kind: 'photo', photo: await unpackPhoto(last.opened, ask.at) };
}
