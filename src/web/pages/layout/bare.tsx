import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Footer } from '#web/pages/layout/footer.tsx';
import { Logo } from '#web/ui/pictures/logo.tsx';

/** A page without bars: a few words in its middle, the way home above and the footer beneath. */
export function Bare({ children }: { readonly children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="mx-auto w-full max-w-[82rem] px-4 pt-6 sm:px-8">
        <Link to="/" aria-label="Fotolot, pagina de început" className="inline-block rounded-lg">
          <Logo />
        </Link>
      </header>
      <main className="grid flex-1 place-items-center px-4 py-6">{children}</main>
      <Footer />
    </div>
  );
}
