/** Some routes need a fresh proof of identity: the root of the pages registers how to ask for it. */
let ask: () => Promise<boolean> = async () => false;
let asking: Promise<boolean> | null = null;

/** `show` asks the user and resolves to true once proven, false when they gave up. Returns a function that removes it. */
export function onProofNeeded(show: () => Promise<boolean>): () => void {
  ask = show;
  return () => {
    if (ask === show) ask = async () => false;
  };
}

/** Asks the user once, however many requests wait for it. */
export function askForProof(): Promise<boolean> {
  asking ??= ask().finally(() => {
    asking = null;
  });
  return asking;
}
