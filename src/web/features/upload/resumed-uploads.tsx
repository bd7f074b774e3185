import { useEffect } from 'react';
import { anyFilePending } from '#web/features/upload/queue/pending-store.ts';

/** Shows nothing: takes up the files of this person that were on their way. The queue is fetched only when there are any. */
export function ResumedUploads({ uid }: { uid: string }) {
  useEffect(() => {
    let isOver = false;
    const takeUp = async () => {
      if (!(await anyFilePending())) return;
      const { uploads } = await import('#web/features/upload/queue/uploads.ts');
      if (!isOver) await uploads.resumeUploads(uid);
    };
    const start = () => void takeUp().catch(() => undefined);
    const comeBack = () => document.visibilityState === 'visible' && start();
    start();
    document.addEventListener('visibilitychange', comeBack);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', comeBack);
    };
  }, [uid]);
  return null;
}
