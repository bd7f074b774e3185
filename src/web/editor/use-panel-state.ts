import { useState } from 'react';
import { useIsWide } from '#web/editor/use-is-wide.ts';

/** The target of a change: every photo of the batch, or the shown one alone. */
type Scope = 'lot' | 'photo';

/** The rows of the panel at rest. */
const ROWS: readonly string[] = ['outputs', 'shelf', 'review', 'adjust'];

/** How the panel stands; kept outside of it, as it is made anew when the layout changes. */
export interface PanelState {
  readonly scope: Scope;
  readonly onScope: (scope: Scope) => void;
  /** The part that was asked for. `nth` counts the requests, so that the same part opens again. */
  readonly asked: { readonly id: string | null; readonly nth: number };
  /** Opens a row, or a part of the adjustments together with their row. */
  readonly open: (id: string) => void;
  readonly isOpen: (id: string) => boolean;
  /** Opens or closes a row or a part; on a phone only one of each is open. */
  readonly toggle: (id: string) => void;
  /** A row is open: on a phone the strip gives it its room. */
  readonly tall: boolean;
  /** Closes every row. */
  readonly rest: () => void;
  /** True during the walk through the photos with suggested plates. */
  readonly walking: boolean;
  readonly onWalking: (walking: boolean) => void;
  /** On a phone: the actions on the shown photo stand under the strip. */
  readonly actions: boolean;
  readonly onActions: (actions: boolean) => void;
}

/** `first`: the part that the page was opened for. */
export function usePanelState(first: string | null = null): PanelState {
  const wide = useIsWide();
  const [asked, setAsked] = useState({ id: first, nth: 0 });
  const [opened, setOpened] = useState<ReadonlySet<string>>(first === null ? new Set() : wayTo(first));
  const [scope, onScope] = useState<Scope>('lot');
  const [walking, onWalking] = useState(first === 'plates');
  const [actions, onActions] = useState(false);
  return {
    scope,
    onScope,
    asked,
    open(id) {
      setAsked(({ nth }) => ({ id, nth: nth + 1 }));
      setOpened((was) => (wide ? new Set([...was, ...wayTo(id)]) : wayTo(id)));
    },
    isOpen: (id) => opened.has(id),
    toggle: (id) => setOpened((was) => togglePanel(was, id, wide)),
    tall: ROWS.some((row) => opened.has(row)),
    rest: () => setOpened(new Set()),
    walking,
    onWalking,
    actions,
    onActions,
  };
}

function wayTo(id: string): ReadonlySet<string> {
  return new Set(ROWS.includes(id) ? [id] : ['adjust', id]);
}

function togglePanel(opened: ReadonlySet<string>, id: string, isRoomy: boolean): ReadonlySet<string> {
  if (opened.has(id)) return new Set([...opened].filter((each) => each !== id));
  const isBeside = (each: string) => ROWS.includes(each) === ROWS.includes(id);
  return new Set([...opened].filter((each) => isRoomy || !isBeside(each))).add(id);
}
