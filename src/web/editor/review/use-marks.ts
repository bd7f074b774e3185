import { useState } from 'react';

/** Which pictures are marked as wrong, by their keys. It outlives a closed sheet: a mark stays until what it is on was seen to. */
export interface Marks {
  has(key: string): boolean;
  set(key: string, wrong: boolean): void;
}

export function useMarks(): Marks {
  const [wrong, setWrong] = useState<ReadonlySet<string>>(new Set());
  return {
    has: (key) => wrong.has(key),
    set: (key, isWrong) =>
      setWrong((before) => new Set([...before].filter((other) => other !== key).concat(isWrong ? key : []))),
  };
}

/** Of a photo's plates; its cut-outs have keys of their own. */
export const plateKey = (photoId: string) => `plates ${photoId}`;

/** A photo's plates are: no start covers them. */
export const isMarkedWrong = (marks: Marks, photoId: string) => marks.has(plateKey(photoId));
