import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { CONNECTION_OUTCOMES, type ConnectionOutcome } from '#domain/adverts/connection.ts';

interface ConnectionReturn {
  /** How the visit to a site ended from which the browser has just come back; null: from none. */
  readonly outcome: ConnectionOutcome | null;
  readonly forget: () => void;
}

/** Reads the outcome once, and takes it out of the address. */
export function useConnectionReturn(): ConnectionReturn {
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  const [outcome, setOutcome] = useState<ConnectionOutcome | null>(null);
  useEffect(() => {
    const query = new URLSearchParams(search);
    const said = query.get('connection');
    if (said === null) return;
    setOutcome(CONNECTION_OUTCOMES.find((known) => known === said) ?? null);
    query.delete('connection');
    void navigate({ search: query.toString(), hash }, { replace: true });
  }, [search, hash, navigate]);
  return { outcome, forget: () => setOutcome(null) };
}
