import { usePageTitle } from '#web/pages/layout/page-title.ts';

interface AuthHeadingProps {
  /** As the browser's tab says it. */
  readonly page: string;
  readonly title: string;
  readonly lead: string;
}

export function AuthHeading({ page, title, lead }: AuthHeadingProps) {
  usePageTitle(page);
  return (
    <>
      <h1 className="text-4xl">{title}</h1>
      <p className="mt-3 mb-6 text-ink-soft">{lead}</p>
    </>
  );
}
