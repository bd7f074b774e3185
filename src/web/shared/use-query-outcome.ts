import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

export interface QueryOutcome<Outcome> {
  /** How a visit elsewhere ended from which the browser has just come back; null: from none. */
  readonly outcome: Outcome | null;
  readonly forget: () => void;
}

/** Reads an outcome from the address once, and takes it out. */
export function useQueryOutcome<Outcome extends string>(
  name: string,
  outcomes: readonly Outcome[],
): QueryOutcome<Outcome> {
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  useEffect(() => {
    const query = new URLSearchParams(search);
    const said = query.get(name);
    if (said === null) return;
    setOutcome(outcomes.find((known) => known === said) ?? null);
    query.delete(name);
    void navigate({ search: query.toString(), hash }, { replace: true });
  }, [name, outcomes, search, hash, navigate]);
  return { outcome, forget: () => setOutcome(null) };
}
