import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { PHOTOS_PER_CREDIT } from '#domain/credits/cost.ts';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import { worthSending } from '#web/features/upload/pick/file-check.ts';
import type { PickedFile } from '#web/features/upload/queue/upload-deps.ts';
import { useUser } from '#web/session/use-user.ts';
import { Button } from '#web/ui/fields/button.tsx';

interface SharedOfferProps {
  /** True when the address says that files were just sent; files waiting from earlier are offered on every visit. */
  readonly wasSent: boolean;
  /** True when the files came while no service worker ran: the server dropped them. */
  readonly isLost: boolean;
  /** Number of files sent beyond the room there was. */
  readonly leftOut: number;
  readonly onFiles: (files: readonly PickedFile[]) => void;
  /** Adds them, and the batch starts by itself when they are there. */
  readonly onProcess: (files: readonly PickedFile[], cost: number) => void;
  /** Called when all are answered, or there are none. */
  readonly onDone: () => void;
}

/** Number of shown files; that of the others stands beside. */
const SHOWN = 8;
const QUERY = ['shared-files'];
const NONE = 'Nu a venit nicio fotografie.';
const LOST =
  'Fotografiile trimise din altă pagină sau aplicație nu au ajuns aici: trimite-le încă o dată sau alege-le mai jos.';

const CACHE = 'shared';
/** Files not taken by then are deleted: a user who signs in later may not be the one who shared them. */
const LIVES_MS = 10 * 60_000;

/** Files that a page or app shared at once, kept by the service worker. */
interface Share {
  readonly id: string;
  readonly files: readonly PickedFile[];
}

/**
 * Files shared by other apps. A website could send the same, so they are shown, nothing is added before the user agrees, and each share
 * is confirmed on its own.
 */
export function SharedOffer({ wasSent, isLost, leftOut, onFiles, onProcess, onDone }: SharedOfferProps) {
  const client = useQueryClient();
  const { data: shares } = useQuery({ queryKey: QUERY, queryFn: readShares, gcTime: 0 });
  if (shares === undefined || (shares.length === 0 && !wasSent)) return null;
  const answer = ({ id }: Share, take: () => void) => {
    const others = shares.filter((share) => share.id !== id);
    client.setQueryData(QUERY, others);
    void deleteShare(id);
    if (others.length === 0) onDone();
    take();
  };
  return (
    <>
      {(isLost || shares.length === 0) && (
        <p role="status" className="flex flex-wrap items-center gap-3 rounded-xl bg-sunken px-4 py-2.5">
          {isLost ? LOST : NONE}
          <Button small look="quiet" onClick={onDone}>
            Am înțeles
          </Button>
        </p>
      )}
      {shares.map((share) => (
        <OneShare
          key={share.id}
          share={share}
          onTake={() => answer(share, () => onFiles(share.files))}
          onProcess={() => answer(share, () => onProcess(share.files, computeShareCost(share)))}
          onRefuse={() => answer(share, () => undefined)}
        />
      ))}
      {leftOut > 0 && (
        <p className="text-ink-soft">
          Au mai fost trimise {leftOut}, mai multe decât încap deodată. Trimite-le pe rând.
        </p>
      )}
    </>
  );
}

/** Returns the waiting shares, the earliest first. */
async function readShares(): Promise<readonly Share[]> {
  if (!('caches' in window)) return [];
  // A private window may have no storage at all, and a cache that is opened is made.
  if (!(await caches.has(CACHE).catch(() => false))) return [];
  const cache = await caches.open(CACHE);
  const shares = new Map<string, File[]>();
  for (const request of await cache.keys()) {
    const kept = await cache.match(request);
    if (kept === undefined) continue;
    if (Date.now() - Number(kept.headers.get('x-shared')) > LIVES_MS) {
      await cache.delete(request);
      continue;
    }
    const name = decodeURIComponent(kept.headers.get('x-name') ?? 'foto');
    const lastModified = Number(kept.headers.get('x-modified'));
    const blob = await kept.blob();
    const id = getShareId(request);
    const file = new File([blob], name, { type: blob.type, lastModified });
    shares.set(id, [...(shares.get(id) ?? []), file]);
  }
  const found: Share[] = [];
  for (const [id, files] of shares) {
    const worth = worthSending(files, false).map((file) => ({ file, takenAt: null }));
    if (worth.length > 0) found.push({ id, files: worth });
    // A share without a file worth sending makes room for others.
    else await deleteShare(id);
  }
  return found.sort((a, b) => (a.id < b.id ? -1 : 1));
}

async function deleteShare(id: string): Promise<void> {
  if (!('caches' in window)) return;
  const cache = await caches.open(CACHE);
  for (const request of await cache.keys()) if (getShareId(request) === id) await cache.delete(request);
}

/** `/shared/<share>/<file>` */
function getShareId({ url }: Request): string {
  return new URL(url).pathname.split('/')[2] ?? '';
}

/** Returns the cost of a share as a batch of its own. */
function computeShareCost({ files }: Share): number {
  return Math.ceil(files.length / PHOTOS_PER_CREDIT);
}

interface OneShareProps {
  readonly share: Share;
  readonly onTake: () => void;
  readonly onProcess: () => void;
  readonly onRefuse: () => void;
}

function OneShare({ share, onTake, onProcess, onRefuse }: OneShareProps) {
  const credits = useUser()?.credits.totalCredits ?? 0;
  const { files } = share;
  const cost = computeShareCost(share);
  const isPaid = credits === -1 || credits >= cost;
  return (
    <section aria-label="Trimise din altă pagină sau aplicație" className="rounded-xl bg-sunken px-4 py-3">
      <p>
        Altă pagină sau aplicație a trimis {formatCount(files.length, NOUNS.photo)}.{' '}
        {files.length === 1
          ? 'Adaug-o în lot doar dacă tu ai trimis-o.'
          : 'Adaugă-le în lot doar dacă tu le-ai trimis.'}
      </p>
      <ul className="mt-3 flex flex-wrap items-center gap-2">
        {files.slice(0, SHOWN).map(({ file }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name, and their order stays.
          <SharedPicture key={at} file={file} />
        ))}
        {files.length > SHOWN && <li className="text-ink-soft">și încă {files.length - SHOWN}</li>}
      </ul>
      <div className="mt-3 flex flex-wrap gap-3">
        {isPaid && (
          <Button small onClick={onProcess}>
            {files.length === 1 ? 'Procesează când ajunge' : 'Procesează când ajung'} –{' '}
            {formatCount(cost, NOUNS.credit)}
          </Button>
        )}
        <Button small {...(isPaid && { look: 'quiet' })} onClick={onTake}>
          Adaugă {formatCount(files.length, NOUNS.photo)}
        </Button>
        <Button small look="quiet" onClick={onRefuse}>
          Renunță
        </Button>
      </div>
    </section>
  );
}

/** Shows the name of a picture that this browser can't read (HEIC). */
function SharedPicture({ file }: { file: File }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  const [isShown, setShown] = useState(true);
  return (
    <li className="max-w-40 text-sm break-all">
      {url !== null && isShown ? (
        <img
          src={url}
          alt={file.name}
          decoding="async"
          className="size-16 rounded-lg object-cover"
          onError={() => setShown(false)}
        />
      ) : (
        file.name
      )}
    </li>
  );
}
