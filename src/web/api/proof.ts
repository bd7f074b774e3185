/** Some routes need a fresh proof of identity: the root of the pages registers how to ask for it. */
let promptForProof: () => Promise<boolean> = async () => false;
let asking: Promise<boolean> | null = null;

/** `show` asks the user and resolves to true once proven, false when they gave up. Returns a function that removes it. */
export function onProofNeeded(show: () => Promise<boolean>): () => void {
  promptForProof = show;
  return () => {
    if (promptForProof === show) promptForProof = async () => false;
  };
}

/** Asks the user once, however many requests wait for it. */
export function askForProof(): Promise<boolean> {
  asking ??= promptForProof().finally(() => {
    asking = null;
  });
  return asking;
}
