import data from '@mdn/browser-compat-data' with { type: 'json' };
import type { CompatData, Identifier } from '@mdn/browser-compat-data';

/** Features that Safari 16.4, the oldest supported browser, lacks by MDN's table of browser compatibility. */
export const TABLE = data as unknown as CompatData;
const OLDEST = 16.4;
export type Safari = 'safari' | 'safari_ios';

export function lacks(feature: Identifier | undefined, browsers: readonly Safari[]): boolean {
  const { support } = feature?.__compat ?? {};
  if (support === undefined) return false;
  return browsers.some((browser) =>
    [support[browser] ?? []]
      .flat()
      .every(
        ({ version_added: since, version_removed, flags, prefix, alternative_name }) =>
          version_removed || flags || prefix || alternative_name || !(findVersion(since) <= OLDEST),
      ),
  );
}

export function listParts(feature: Identifier | undefined): [name: string, part: Identifier][] {
  const { __compat: _, ...parts } = feature ?? {};
  return Object.entries(parts);
}

/** NaN for one that is still to come. */
const findVersion = (since: string | false) =>
  since === false ? Number.NaN : Number(since.replace('≤', ''));

export interface Lacking {
  /** `setImmediate`, `Iterator` */
  readonly globals: ReadonlySet<string>;
  /** `Map.groupBy`, `Navigator.prototype.connection`; of the language's own types both forms, as the table does not tell them apart. */
  readonly members: ReadonlySet<string>;
  /** All members in the table, in the same form. */
  readonly known: ReadonlySet<string>;
  /** `union`: no interface has such a member. */
  readonly names: ReadonlySet<string>;
}

export function lackingIn(...browsers: Safari[]): Lacking {
  const has = { globals: new Set<string>(), names: new Set<string>() };
  const lacking = { globals: new Set<string>(), names: new Set<string>(), members: new Set<string>() };
  const known = new Set<string>();
  for (const [owner, tree] of [TABLE.api, TABLE.javascript.builtins].flatMap(listParts)) {
    const isMissing = lacks(tree, browsers);
    (isMissing ? lacking : has).globals.add(owner);
    for (const [key, feature] of listParts(tree)) {
      if (key.endsWith('_event')) continue;
      const name = key.replace(/_static$/, '');
      const where = isMissing || lacks(feature, browsers) ? lacking : has;
      where.names.add(name);
      const [ofType, ofThing] = [`${owner}.${name}`, `${owner}.prototype.${name}`];
      const isWebApi = owner in TABLE.api;
      for (const path of isWebApi ? [key === name ? ofThing : ofType] : [ofType, ofThing]) {
        known.add(path);
        if (where === lacking) lacking.members.add(path);
      }
      if (/^(Window|\w*WorkerGlobalScope)$/.test(owner)) where.globals.add(name);
    }
  }
  return {
    globals: lacking.globals.difference(has.globals),
    members: lacking.members,
    known,
    names: lacking.names.difference(has.names),
  };
}
