import { readFileSync, writeFileSync } from 'node:fs';
import { asTool } from '../tool.ts';
import { cutVersion } from './changelog.ts';

/** Run by `npm version`, which has written the new version into package.json: what is unreleased becomes this version's. */
await asTool(async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const today = new Date().toISOString().slice(0, 10);
  writeFileSync('CHANGELOG.md', cutVersion(readFileSync('CHANGELOG.md', 'utf8'), version, today));
});
