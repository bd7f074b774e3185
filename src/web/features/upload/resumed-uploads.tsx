import { useResumedUploads } from '#web/features/upload/uploads.ts';

/** Shows nothing: takes up the files of this person that were on their way. */
export function ResumedUploads({ uid }: { uid: string }) {
  useResumedUploads(uid);
  return null;
}
