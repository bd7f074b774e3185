import { Link } from 'react-router';
import { formatCount, NOUNS } from '#domain/language/plural.ts';
import type { GalleryKind } from '#domain/photos/gallery.ts';
import { TRASH_DAYS } from '#domain/photos/limits.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Button, buttonClass } from '#web/ui/fields/button.tsx';

export function NothingHere({ kind }: { kind: GalleryKind }) {
  if (kind === 'results') return <NoResults />;
  if (kind === 'trash') {
    return (
      <EmptyState
        title="Coșul e gol"
        action={
          <Link to="/gallery" className={buttonClass({ look: 'quiet' })}>
            Înapoi la fotografii
          </Link>
        }
      >
        <p>Ce ștergi din galerie stă aici {formatCount(TRASH_DAYS, NOUNS.day)} și poate fi pus la loc.</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="Prima poză pornește filmul"
      action={
        <Link to="/upload" className={buttonClass()}>
          Adaugă fotografii
        </Link>
      }
    >
      <p>
        Pune aici pozele lucrului pe care vrei să-l vinzi. Din ele faci un lot, iar lotul iese gata de
        publicat.
      </p>
    </EmptyState>
  );
}

function NoResults() {
  return (
    <EmptyState
      title="Niciun rezultat deocamdată"
      action={
        <Link to="/gallery?view=lots" className={buttonClass()}>
          La loturi
        </Link>
      }
    >
      <p>Procesează un lot: fișierele gata de publicat se adună aici, din toate loturile.</p>
    </EmptyState>
  );
}

export function NothingFound() {
  return (
    <p role="status" className="py-12 text-center text-ink-soft">
      Nimic nu se potrivește. Încearcă o parte din nume, cu sau fără diacritice, sau scoate un filtru.
    </p>
  );
}

/** The beginning stands; what comes after it could not be read. */
export function RestProblem({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center justify-center gap-3 py-6 text-ink-soft">
      <p>Restul n-a putut fi citit.</p>
      <Button look="quiet" small onClick={onRetry}>
        Încearcă din nou
      </Button>
    </div>
  );
}
