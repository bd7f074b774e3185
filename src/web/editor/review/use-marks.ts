import { useState } from 'react';

/** Answers about pictures, by their keys. They outlive a closed sheet: a mark stays until its picture was seen to. */
export interface Marks {
  /** True where it is marked as wrong. */
  has(key: string): boolean;
  /** True where a person said „e bine” of this one. */
  isTicked(key: string): boolean;
  /** Sets the answer; null for none any more. */
  set(key: string, wrong: boolean | null): void;
}

export function useMarks(): Marks {
  const [said, setSaid] = useState<ReadonlyMap<string, boolean>>(new Map());
  return {
    has: (key) => said.get(key) === true,
    isTicked: (key) => said.get(key) === false,
    set: (key, wrong) =>
      setSaid((before) => {
        const after = new Map(before);
        if (wrong === null) after.delete(key);
        else after.set(key, wrong);
        return after;
      }),
  };
}

/** Key of a photo's plates; its cut-outs have keys of their own. */
export const plateKey = (photoId: string) => `plates ${photoId}`;

/** True when a photo's plates are marked as wrong: no start covers them. */
export const isMarkedWrong = (marks: Marks, photoId: string) => marks.has(plateKey(photoId));
