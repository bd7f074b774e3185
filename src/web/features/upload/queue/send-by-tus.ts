import type { Upload } from 'tus-js-client';
import type { SendEvents, SendJob } from '#web/features/upload/queue/send-job.ts';

export interface Sending {
  again(): void;
  stop(): void;
}

/** Longest wait for the copy: a browser that keeps nothing, or not now, holds no upload up. */
const LONGEST_KEEPING_MS = 3000;

/** Sends a file. The library and what it is given come with the first upload, not with the page. */
export function sendByTus(job: SendJob, on: SendEvents): Sending {
  let upload: Upload | null = null;
  let stopped = false;
  const begin = async () => {
    try {
      await Promise.race([job.kept, new Promise((done) => setTimeout(done, LONGEST_KEEPING_MS))]);
      const { createTusUpload, readPhoto, shrinkIfWanted } = await import(
        '#web/features/upload/queue/tus-upload.ts'
      );
      const file = await readPhoto(job);
      if (stopped) return;
      if (file === null) return on.broken();
      const small = await shrinkIfWanted({ ...job, file });
      if (stopped) return;
      if (small !== null) on.shrunk(small);
      const { blob, takenAt } = small ?? { blob: file, takenAt: null };
      upload = createTusUpload({ ...job, file: blob, takenAt: takenAt ?? job.takenAt }, on, () => stopped);
      const [earlier] = await upload.findPreviousUploads().catch(() => []);
      if (stopped) return;
      if (earlier !== undefined) upload.resumeFromPreviousUpload(earlier);
      upload.start();
    } catch {
      // Without a connection not even the library comes.
      if (!stopped) on.failed(0, '');
    }
  };
  void begin();
  return {
    again() {
      if (upload === null) void begin();
      else upload.start();
    },
    stop() {
      stopped = true;
      void upload?.abort();
    },
  };
}
