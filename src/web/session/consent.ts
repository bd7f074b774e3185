import { readAnalyticsConfig } from '#contract/analytics.ts';
import { call } from '#web/api/call.ts';
import { createStore, useStore } from '#web/api/store.ts';
import { attempt } from '#web/session/memory.ts';

/**
 * Statistics need a yes. Before it nothing is loaded and nothing is stored; the choice itself is all that is kept. There is no
 * analytics script: what the yes brings is the service's configuration, in memory.
 */
export type Choice = 'accepted' | 'refused' | null;

const KEY = 'fotolot.statistics';
const choice = createStore<Choice>(stored());
/** Whether the operator has an analytics service at all. */
const offered = createStore(false);
/** For whatever the operator adds that counts; nothing of ours reads it. */
export const statisticsConfig = createStore<Readonly<Record<string, unknown>> | null>(null);
let isAsked = false;

function stored(): Choice {
  const value = attempt(() => localStorage.getItem(KEY));
  return value === 'accepted' || value === 'refused' ? value : null;
}

/** What the server says with every session. */
export function offerStatistics(isOffered: boolean): void {
  offered.write(isOffered);
  load();
}

export function choose(next: 'accepted' | 'refused'): void {
  choice.write(next);
  keepChoice();
  load();
}

/** The browser's storage is emptied at sign-out; the answer is the browser's, not the account's. */
export function keepChoice(): void {
  const value = choice.read();
  if (value) attempt(() => localStorage.setItem(KEY, value));
}

/** Once per page load; a no takes it back; without an answer of the server there are no statistics. */
function load(): void {
  const isWanted = choice.read() === 'accepted' && offered.read();
  if (!isWanted) statisticsConfig.write(null);
  else if (!isAsked) void ask().catch(() => {});
  isAsked = isWanted;
}

async function ask(): Promise<void> {
  const reply = await call(readAnalyticsConfig, {});
  if (reply.enabled && choice.read() === 'accepted') statisticsConfig.write(reply.config);
}

export function useStatistics(): { readonly isOffered: boolean; readonly choice: Choice } {
  return { isOffered: useStore(offered), choice: useStore(choice) };
}
