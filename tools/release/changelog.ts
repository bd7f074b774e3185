const UNRELEASED = '## Unreleased\n';

/** Returns CHANGELOG.md with what is unreleased as a version's. Throws where nothing is unreleased, or the version is there. */
export function cutVersion(changelog: string, version: string, day: string): string {
  if (readChanges(changelog, version) !== null) throw new Error(`CHANGELOG.md has ${version} already.`);
  const [unreleased = ''] = changelog.split(UNRELEASED)[1]?.split(/^## /m) ?? [];
  if (unreleased.trim() === '')
    throw new Error('CHANGELOG.md says nothing at „Unreleased”: there is nothing to release.');
  return changelog.replace(UNRELEASED, `${UNRELEASED}\n## ${version} (${day})\n`);
}

/** Returns what CHANGELOG.md says of a version, without its heading; null where it is not there. */
export function readChanges(changelog: string, version: string): string | null {
  const part = changelog.split(/^## /m).find((each) => each.startsWith(`${version} (`));
  return part === undefined ? null : `${part.slice(part.indexOf('\n')).trim()}\n`;
}
