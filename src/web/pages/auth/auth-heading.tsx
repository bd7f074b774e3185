import { usePageTitle } from '#web/pages/layout/page-title.ts';

interface AuthHeadingProps {
  /** Title of the browser's tab. */
  readonly page: string;
  readonly title: string;
  readonly lead: string;
  /** True when something larger stands over it. */
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
