import type { ReactNode } from 'react';

/** One row of a list of facts: its name and its value. */
export function SettingRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-1 border-t border-line py-4 sm:grid-cols-[12rem_1fr]">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0 font-medium break-words">{children}</dd>
    </div>
  );
}
