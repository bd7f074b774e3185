import { HEIC, SAMPLES } from '../support/photo-files.ts';
import { PASSWORD } from '../support/steps.ts';
import { type Engine, until } from './engine.ts';

/** Finds what a person would press, by its words: visible, and not said to be out of use. */
const FIND = `const find = (pattern) => [...document.querySelectorAll('button, a[href], [role="button"]')].find((element) =>
  new RegExp(pattern).test(element.getAttribute('aria-label') ?? element.textContent.trim()) &&
  element.getClientRects().length > 0 && element.getAttribute('aria-disabled') !== 'true');`;

async function press(engine: Engine, pattern: string): Promise<void> {
  const body = `${FIND} const target = find(given); target?.click(); return target !== undefined;`;
  await until(engine, `„${pattern}” to press`, { body, given: pattern });
}

async function sees(engine: Engine, pattern: string): Promise<void> {
  await until(engine, `„${pattern}”`, {
    body: 'return new RegExp(given).test(document.body.innerText)',
    given: pattern,
  });
}

async function fill(engine: Engine, label: string, value: string): Promise<void> {
  const body = `const field = [...document.querySelectorAll('label')].find((one) => one.textContent.trim() === given.label)?.control;
    if (!field) return false;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, given.value);
    field.dispatchEvent(new Event('input', { bubbles: true })); return field.value === given.value;`;
  await until(engine, `a field „${label}”`, { body, given: { label, value } });
}

/** From the address of the product to the ZIP: account, three photos with a HEIC, the editor, a run, its results. Returns its bytes. */
export async function coreJourney(engine: Engine, url: string, email: string): Promise<number> {
  await engine.goto(`${url}/register`);
  await fill(engine, 'Email', email);
  await fill(engine, 'Parolă', PASSWORD);
  await press(engine, '^Creează cont$');
  await until(engine, 'the dashboard', { body: 'return location.pathname === "/dashboard"' });
  await press(engine, '^Adaugă primele fotografii');
  await until(engine, 'a place for files', {
    body: 'return document.querySelector("main input[type=file]") !== null',
  });
  await engine.setFiles('main input[type="file"]', [...SAMPLES.slice(0, 2), HEIC]);
  await sees(engine, '3\\s*din 3\\s*trimise');
  await press(engine, '^Alege rețeta');
  await until(engine, 'a picture from the engine', {
    body: 'return document.querySelector("main img[alt^=După]") !== null',
  });
  await press(engine, '^Procesează 3 fotografii – 1 credit');
  await until(engine, 'results', { body: `${FIND} return find('^Descarcă tot') !== undefined` });
  const bytes = await engine.run(`${FIND} const reply = await fetch(find('^Descarcă tot').href);
    return reply.ok ? (await reply.arrayBuffer()).byteLength : 0;`);
  await engine.goto(`${url}/gallery`);
  await sees(engine, 'Lot din|fotografii');
  await engine.goto(`${url}/settings`);
  await sees(engine, 'Notificări');
  return Number(bytes);
}
