import { type ConnectionOutcome, MOST_CONNECTIONS } from '#domain/adverts/connection.ts';

/** Sentences about a visit to a site that linked no account. */
export const OUTCOME_WORDS: Readonly<Record<Exclude<ConnectionOutcome, 'linked'>, string>> = {
  refused: 'Ai refuzat la OLX, așa că nu am legat nimic.',
  expired: 'Legarea a durat prea mult sau a început în altă fereastră. Încearcă din nou.',
  many: `Poți lega cel mult ${MOST_CONNECTIONS} conturi. Deconectează întâi unul.`,
  away: 'OLX nu răspunde acum. Încearcă din nou peste câteva minute.',
  operator: 'Legătura cu OLX e oprită acum. Am anunțat administratorul.',
  failed: 'Contul nu s-a legat. Încearcă din nou.',
};
