import { ChevronLeft } from 'lucide-react';
import { Link } from 'react-router';
import { useIsClose } from '#web/editor/use-is-close.ts';

export function TestImageHead() {
  const isClose = useIsClose();
  return (
    <>
      <div className="bench-head flex items-center gap-2 px-4 pt-1 pb-2 lg:p-0">
        <Link to="/dashboard" className="-ml-2 grid size-9 shrink-0 place-items-center sm:hidden">
          <ChevronLeft aria-hidden size={20} />
          <span className="sr-only">Înapoi la panou</span>
        </Link>
        <div>
          <h1 className="text-xl sm:text-3xl">Probează o poză</h1>
          <p className="text-sm text-ink-soft">Gratuit. Poza ta nu se păstrează.</p>
        </div>
      </div>
      {isClose && <h1 className="sr-only">Probează o poză</h1>}
    </>
  );
}
