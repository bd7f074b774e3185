import { useState } from 'react';

/** The target of a change: every photo of the batch, or the shown one alone. */
type Scope = 'lot' | 'photo';

/** How the panel stands; kept outside of it, as it is made anew when the layout changes. */
export interface PanelState {
  readonly scope: Scope;
  readonly onScope: (scope: Scope) => void;
  /** The part that was asked for. `nth` counts the requests, so that the same part opens again. */
  readonly asked: { readonly id: string | null; readonly nth: number };
  /** Opens a part, on a phone over the strip. */
  readonly open: (id: string) => void;
  /** On a phone: the panel stands over the strip. */
  readonly tall: boolean;
  readonly onTall: (tall: boolean) => void;
  /** True during the walk through the photos with suggested plates. */
  readonly walking: boolean;
  readonly onWalking: (walking: boolean) => void;
  /** On a phone: the actions on the shown photo stand under the strip. */
  readonly actions: boolean;
  readonly onActions: (actions: boolean) => void;
}

/** `first`: the part that the page was opened for. */
export function usePanelState(first: string | null = null): PanelState {
  const [asked, setAsked] = useState({ id: first, nth: 0 });
  const [scope, onScope] = useState<Scope>('lot');
  const [tall, onTall] = useState(false);
  const [walking, onWalking] = useState(first === 'plates');
  const [actions, onActions] = useState(false);
  const open = (id: string) => {
    setAsked(({ nth }) => ({ id, nth: nth + 1 }));
    onTall(true);
  };
  return { scope, onScope, asked, open, tall, onTall, walking, onWalking, actions, onActions };
}
