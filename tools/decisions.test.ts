import { deepEqual, match, ok } from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

const FOLDER = 'docs/decisions';
const INDEX = 'README.md';
const STATUS = /^(accepted|proposed|superseded by \d{4})$/;
const PARTS = ['Context', 'Decision', 'Consequences'];
/** A printed page. */
const MOST_WORDS = 450;
const NOTEBOOK = 'docs/notebook';

/** Returns number, title, date and status from a page's first lines. */
function headOf(file: string) {
  const [heading = '', , facts = ''] = readFileSync(join(FOLDER, file), 'utf8').split('\n');
  const [, number, title] = /^# (\d{4}) (.+)$/.exec(heading) ?? [];
  const [, date, status] = /^Date: (\d{4}-\d{2}-\d{2}) · Status: (.+)$/.exec(facts) ?? [];
  return { file, number, title, date, status };
}

const pages = readdirSync(FOLDER)
  .filter((file) => file !== INDEX)
  .sort()
  .map(headOf);

describe('a decision', () => {
  it('is called in its heading by the number of its file, which no other has', () => {
    const named = pages.map(({ number, file }) => [number, file]);
    deepEqual(
      named,
      pages.map(({ file }) => [file.slice(0, 4), file]),
    );
    deepEqual(new Set(named.map(([number]) => number)).size, pages.length);
  });

  it('says when it was made and whether it stands', () => {
    for (const { file, date, status = '' } of pages) {
      match(date ?? '', /^20\d\d-\d\d-\d\d$/, file);
      match(status, STATUS, file);
    }
  });

  it('has a context, a decision and its consequences, on a page at most', () => {
    for (const { file } of pages) {
      const text = readFileSync(join(FOLDER, file), 'utf8');
      deepEqual(
        [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading),
        PARTS,
        file,
      );
      const words = text.split(/\s+/).filter(Boolean).length;
      ok(words <= MOST_WORDS, `${file}: ${words} words`);
    }
  });

  it('and its page of the notebook name each other, and the notebook lists each page', () => {
    const notes = readdirSync(NOTEBOOK)
      .filter((file) => file !== INDEX)
      .sort();
    const index = readFileSync(join(NOTEBOOK, INDEX), 'utf8');
    deepEqual(
      pages
        .map(({ file }) => file)
        .filter((file) => readFileSync(join(FOLDER, file), 'utf8').includes(`](../notebook/${file})`)),
      notes,
    );
    for (const file of notes) {
      const text = readFileSync(join(NOTEBOOK, file), 'utf8');
      ok(text.includes(`Decision: [${file.slice(0, 4)}](../decisions/${file})`), file);
    }
    deepEqual(
      [...index.matchAll(/^\| \d{4} \| \[.+\]\((.+)\) \|/gm)].map(([, file]) => file),
      notes,
    );
  });

  it('stands in the index as it stands on its page', () => {
    const rows = readFileSync(join(FOLDER, INDEX), 'utf8').match(/^\| \d{4} .+$/gm);
    deepEqual(
      rows,
      pages.map(
        ({ file, number, title, date, status }) =>
          `| ${number} | [${title}](${file}) | ${date} | ${status} |`,
      ),
    );
  });
});
