import type { Person } from './steps.ts';
import { press, sees } from './steps.ts';

/** On the page of consent of OLX's stand-in: lets Fotolot into an account there. */
export async function consentAtOlx(person: Person, seller = 'Ana (privat)'): Promise<void> {
  const { page } = person;
  await sees(page, 'MOD TEST: nu este OLX');
  await press(person, page.getByRole('button', { name: `Continuă ca ${seller}`, exact: true }));
}
