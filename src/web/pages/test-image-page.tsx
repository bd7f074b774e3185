import { TestImageEditor } from '#web/editor/test-image-editor.tsx';
import { usePageTitle } from '#web/pages/layout/page-title.ts';
import { TakeOver } from '#web/pages/test-image-take-over.tsx';

/** The whole recipe on a sample or an own picture, before there is a batch. */
export function TestImagePage() {
  usePageTitle('Probează o poză');
  return <TestImageEditor takeOver={(tried) => <TakeOver {...tried} />} />;
}
