import type { Connection } from '#contract/adverts/connections.ts';

type BreakReason = NonNullable<Connection['broken']>['reason'];
export const BREAK_WORDS: Readonly<Record<BreakReason, string>> = {
  ended: 'OLX nu mai dă acces Fotolotului.',
  narrow: 'OLX ne lasă doar să citim anunțurile.',
  unreadable: 'Legătura a fost făcută pe alt server.',
};
