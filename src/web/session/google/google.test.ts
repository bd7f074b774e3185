import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import type { GoogleOutcome } from '#contract/auth.ts';
import {
  CLOSED_POLLS,
  isIosWebKit,
  needsRedirect,
  POPUP_POLL_MS,
  type PopupEnd,
  waitForPopup,
} from '#web/session/google/google.ts';

const AGENTS: [what: string, userAgent: string, maxTouchPoints: number, expected: boolean][] = [
  [
    'Safari on an iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    5,
    true,
  ],
  [
    'Chrome on an iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0 Mobile/15E148 Safari/604.1',
    5,
    true,
  ],
  [
    'an iPad asking for desktop pages',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
    5,
    true,
  ],
  [
    'Safari on a Mac',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
    0,
    false,
  ],
  [
    'Chrome on Android',
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Mobile Safari/537.36',
    5,
    false,
  ],
  [
    'Chrome on a touch laptop',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36',
    10,
    false,
  ],
];

test('iOS WebKit is known by its name, or as a Mac with a touch screen', () => {
  for (const [what, userAgent, maxTouchPoints, expected] of AGENTS)
    equal(isIosWebKit({ userAgent, maxTouchPoints }), expected, what);
});

test('elsewhere the popup falls back to redirect if it is blocked, closed or cancelled', () => {
  const ends: [PopupEnd, boolean][] = [
    ['blocked', true],
    ['closed', true],
    ['cancelled', true],
    ['done', false],
    ['password', false],
    ['verify', false],
    ['failed', false],
    ['busy', false],
  ];
  for (const [end, expected] of ends) equal(needsRedirect(end), expected, end);
});

/** Plays one event at each poll. Returns the end, the time it took and whether the popup was closed by the page. */
async function play(happens: readonly ('nothing' | 'closes' | GoogleOutcome)[], opens = true) {
  let hear = (_: GoogleOutcome) => {};
  let waited = 0;
  const popup = { closed: false, close: () => void closes.push(waited) };
  const closes: number[] = [];
  const end = await waitForPopup({
    open: () => (opens ? popup : null),
    listen: (listener) => {
      hear = listener;
      return () => {
        hear = () => {};
      };
    },
    sleep: async (ms) => {
      const next = happens[waited / POPUP_POLL_MS] ?? 'nothing';
      waited += ms;
      if (next === 'closes') popup.closed = true;
      else if (next !== 'nothing') hear(next);
    },
  });
  return { end, waited, closes };
}

test('the popup ends with the outcome it reports, and the page closes it', async () => {
  deepEqual(await play(['nothing', 'nothing', 'done']), { end: 'done', waited: 300, closes: [300] });
});

test('an outcome counts when the popup closes right after reporting it', async () => {
  equal((await play(['nothing', 'closes', 'nothing', 'password'])).end, 'password');
});

test('a popup that is gone for a second counts as closed', async () => {
  const { end, waited } = await play(['nothing', 'closes']);
  deepEqual([end, waited], ['closed', 100 + CLOSED_POLLS * POPUP_POLL_MS]);
});

test('no window at all is a blocked popup', async () => {
  deepEqual(await play([], false), { end: 'blocked', waited: 0, closes: [] });
});
