import { deepEqual, equal, match } from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LotPage } from '#contract/adverts/pages.ts';
import { beginDraft, checkDraft, describeRoom, findFirstWrong, toContent } from './page-draft.ts';

const draft = beginDraft({ name: 'Dacia Logan' }, null);

describe('the form of a lot’s page', () => {
  it('begins with the lot’s name, thirty days, out of Google', () => {
    deepEqual(checkDraft(draft), {});
    deepEqual([draft.title, draft.days, draft.isIndexed], ['Dacia Logan', 30, false]);
  });

  it('of a page that stands keeps its content and its end', () => {
    const page = { title: 'Dacia', price: 4500, currency: 'EUR', words: 'Ca nouă', phone: '+40722000111' };
    const standing = { ...page, isIndexed: true, hasDownloads: true, state: 'shown' } as LotPage;
    const { days, title, price } = beginDraft({ name: 'Lot' }, standing);
    deepEqual([days, title, price], [null, 'Dacia', '4500']);
    equal(beginDraft({ name: 'Lot' }, { ...standing, state: 'ended' }).days, 30);
  });

  it('leads to the first field that is wrong', () => {
    const problems = checkDraft({ ...draft, price: 'ieftin', phone: 'sună-mă' });
    deepEqual(Object.keys(problems), ['price', 'phone']);
    equal(findFirstWrong(problems), 'price');
    equal(findFirstWrong(checkDraft({ ...draft, title: ' ', price: 'ieftin' })), 'title');
    equal(findFirstWrong({}), null);
  });

  it('says that a title or a text is too long, and cuts neither', () => {
    const problems = checkDraft({ ...draft, title: 'a'.repeat(76), words: 'a'.repeat(2001) });
    equal(problems.title, 'Titlul are 76 de caractere; încap cel mult 70.');
    match(problems.words ?? '', /^Textul are 2\.001 caractere/);
    equal(describeRoom('a'.repeat(40)), undefined);
    equal(describeRoom('a'.repeat(69)), 'Mai încape 1 caracter.');
    equal(describeRoom('a'.repeat(70)), 'Titlul e plin.');
  });

  it('sends what was typed, without the spaces around it', () => {
    const content = toContent({ ...draft, title: ' Dacia ', price: '4.500', words: 'Ca nouă.\n' }, ['r']);
    deepEqual(
      [content.title, content.price, content.words, content.resultIds],
      ['Dacia', 4500, 'Ca nouă.', ['r']],
    );
  });
});
