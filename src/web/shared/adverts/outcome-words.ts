import { type ConnectionOutcome, MOST_CONNECTIONS } from '#domain/adverts/connection.ts';

type Unlinked = Exclude<ConnectionOutcome, 'linked'>;

/** Returns a sentence about a try that linked no account. `site`: its name. */
export function describeOutcome(outcome: Unlinked, site: string): string {
  return OUTCOME_WORDS[outcome](site);
}

const OUTCOME_WORDS: Readonly<Record<Unlinked, (site: string) => string>> = {
  refused: (site) => `Ai refuzat la ${site}, așa că nu am legat nimic.`,
  expired: () => 'Legarea a durat prea mult sau a început în altă fereastră. Încearcă din nou.',
  many: () => `Poți lega cel mult ${MOST_CONNECTIONS} conturi. Deconectează întâi unul.`,
  away: (site) => `${site} nu răspunde acum. Încearcă din nou peste câteva minute.`,
  operator: (site) => `${site} nu lasă acum Fotolotul să intre. Am anunțat administratorul.`,
  wrong: (site) =>
    `${site} nu primește adresa și parola acestea. Verifică-le; dacă nici acolo nu poți intra cu ele, contul poate fi blocat.`,
  address: () => 'Adresa nu e a unui magazin.',
  failed: () => 'Contul nu s-a legat. Încearcă din nou.',
};
