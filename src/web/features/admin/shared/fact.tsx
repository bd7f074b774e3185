import type { ReactNode } from 'react';

export function Facts({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-8">
      <h2 className="text-2xl">{title}</h2>
      <dl className="mt-3">{children}</dl>
    </section>
  );
}

export function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className="grid gap-1 border-t border-line py-2.5 sm:grid-cols-[16rem_1fr]">
      <dt className="min-w-0 break-words text-ink-soft">{name}</dt>
      <dd className="min-w-0 font-medium break-words">{children}</dd>
    </div>
  );
}
