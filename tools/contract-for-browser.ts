import { statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { BROWSER_FIELDS, type Route } from '../src/contract/route.ts';

/**
 * Returns, as JavaScript, what the browser has of a file of the contract: of each route the BROWSER_FIELDS, and constants. Schemas stay on
 * the server, for the browser parses nothing. A page that imports anything else stops the build.
 */
export async function contractForBrowser(path: string): Promise<string> {
  // Under a new address after a change, or Node would hand out what it has read before.
  const exported: Record<string, unknown> = await import(`${pathToFileURL(path)}?${statSync(path).mtimeMs}`);
  return Object.entries(exported)
    .filter(([, value]) => isRoute(value) || isConstant(value))
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value, [...BROWSER_FIELDS])};\n`)
    .join('');
}

function isRoute(value: unknown): boolean {
  const { method, path, access }: Partial<Route> = Object(value);
  return Boolean(method && path && access);
}

/** True for text, a number or a list of them: whatever is no object. */
function isConstant(value: unknown): boolean {
  return [value].flat(Number.POSITIVE_INFINITY).every((one) => one !== Object(one));
}
