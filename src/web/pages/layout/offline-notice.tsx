import { CloudOff } from 'lucide-react';
import { useReachable } from '#web/api/reachability.ts';

/** Says once, calmly, that the server can't be reached; it goes away by itself. */
export function OfflineNotice() {
  const reachable = useReachable();
  return (
    <div role="status">
      {!reachable && (
        <p className="offline-notice flex items-center justify-center gap-2 bg-film px-4 py-2 text-center text-sm text-film-ink">
          <CloudOff aria-hidden size={16} className="shrink-0" />
          Fără legătură cu serverul. Vezi ultimele date primite; continuăm singuri când revine.
        </p>
      )}
    </div>
  );
}
