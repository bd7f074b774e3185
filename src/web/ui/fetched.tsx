import { type ComponentType, lazy, type ReactNode } from 'react';

const failed = new Set<() => void>();

/** A part of the app that is fetched when it is first shown; one that could not be fetched is asked for again the next time. */
export function createLazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
): (props: P) => ReactNode {
  const part = () =>
    lazy(async () => {
      try {
        return { default: await load() };
      } catch (error) {
        failed.add(() => {
          Part = part();
        });
        throw error;
      }
    });
  let Part = part();
  return (props) => <Part {...props} />;
}

/** Only once the error is on the screen: what React draws twice must fail twice. */
export function clearFailures(): void {
  for (const clear of failed) clear();
  failed.clear();
}
