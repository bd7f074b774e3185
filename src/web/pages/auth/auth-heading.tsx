import { usePageTitle } from '#web/pages/layout/page-title.ts';

interface AuthHeadingProps {
  /** As the browser's tab says it. */
  readonly page: string;
  readonly title: string;
  readonly lead: string;
  /** Something larger stands over it. */
  readonly small?: boolean;
}

export function AuthHeading({ page, title, lead, small = false }: AuthHeadingProps) {
  usePageTitle(page);
  return (
    <>
      <h1 className={small ? 'text-2xl' : 'text-4xl'}>{title}</h1>
      <p className="mt-3 mb-6 text-ink-soft">{lead}</p>
    </>
  );
}
