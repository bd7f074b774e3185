import { FREE_RUNS_PER_DAY, WINDOW_DAYS } from '#domain/credits/cost.ts';
import { REGISTRATION_GIFT } from '#domain/credits/grants.ts';
import { count, NOUNS } from '#domain/language/plural.ts';

const QUESTIONS: readonly { question: string; answer: string }[] = [
  {
    question: 'Ce se întâmplă dacă o fotografie nu iese?',
    answer:
      'Nu o plătești. La sfârșitul procesării numărăm doar fotografiile ieșite, iar restul creditelor rezervate se întorc la tine.',
  },
  {
    question: 'Dacă nu-mi place rezultatul?',
    answer: `Schimbi rețeta sau variantele și procesezi din nou aceleași fotografii, gratuit, timp de ${count(WINDOW_DAYS, NOUNS.day)} (de cel mult ${FREE_RUNS_PER_DAY} ori pe zi pentru un lot).`,
  },
  {
    question: 'Cele câteva credite de la început expiră?',
    answer: `Nu. Cele ${count(REGISTRATION_GIFT, NOUNS.credit)} primite la crearea contului rămân până le folosești.`,
  },
];

export function Questions() {
  return (
    <section aria-labelledby="questions-title">
      <h2 id="questions-title" className="text-2xl">
        Întrebări scurte
      </h2>
      <dl className="mt-4 grid gap-x-10 gap-y-6 md:grid-cols-2">
        {QUESTIONS.map(({ question, answer }) => (
          <div key={question}>
            <dt className="font-semibold">{question}</dt>
            <dd className="mt-1 text-ink-soft">{answer}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
