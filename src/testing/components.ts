interface File {
  readonly path: string;
  readonly text: string;
}

interface Component {
  readonly name: string;
  readonly lines: number;
  readonly props: number;
}

/** Measures the React components of files by their text, which the formatter lays out: each ends at the next brace that begins a line. */
export function measureComponents(files: readonly File[]): Component[] {
  return files.flatMap(({ path, text }) => {
    const found = text.matchAll(/^(?:export )?function ([A-Z]\w*)(?:<[^(]*)?\(([\s\S]*?)\n\}$/gm);
    return [...found].map(([whole, name = '', rest = '']) => ({
      name: `${path} ${name}`,
      lines: whole.split('\n').length,
      props: countProps(rest, [{ path, text }, ...files]),
    }));
  });
}

/** Those of the type that is named, else those that are taken apart in place. */
function countProps(parameters: string, files: readonly File[]): number {
  const [, taken = '', type] = /^(\{[^}]*\}|\w+)(?:: (\w+))?/.exec(parameters) ?? [];
  return type
    ? countInterfaceMembers(type, files)
    : taken.split(',').filter((name) => /\w/.test(name)).length;
}

/** The members of an interface, with those that it extends. */
function countInterfaceMembers(type: string, files: readonly File[]): number {
  const shape = new RegExp(
    `^(?:export )?interface ${type}(?:<.*?>)?(?: extends (.+?))? \\{\\n([\\s\\S]*?)^\\}`,
    'm',
  );
  for (const { text } of files) {
    const [found, bases = '', own = ''] = shape.exec(text) ?? [];
    if (found === undefined) continue;
    const inherited = bases.match(/\w+(<[^>]*>)?/g) ?? [];
    return inherited.reduce(
      (sum, base) => sum + countInherited(base, files),
      own.match(/^ {2}(readonly )?\w+\??[:(<]/gm)?.length ?? 0,
    );
  }
  return 0;
}

function countInherited(base: string, files: readonly File[]): number {
  const [, how, type = base, keys = ''] = /^(\w+)<(\w+), ([^>]*)>$/.exec(base) ?? [];
  const named = keys.match(/'[^']+'/g)?.length ?? 0;
  if (how === 'Pick') return named;
  return countInterfaceMembers(type, files) - (how === 'Omit' ? named : 0);
}
