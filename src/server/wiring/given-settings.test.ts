import { deepEqual } from 'node:assert/strict';
import { it } from 'node:test';
import { readConfig, SETTINGS } from '#server/config.ts';
import { describeSettings, findMistypedSettings } from '#server/wiring/given-settings.ts';

it('the line at the start names every setting that is given, and the values of those alone that hold no secret and no person', () => {
  const names = Object.keys(SETTINGS.shape);
  const described = describeSettings(Object.fromEntries(names.map((name) => [name, `given-${name}`])));
  deepEqual(Object.keys(described), names);
  const secret =
    /KEY|SECRET|PASSWORD|DATABASE|_URL$|SIGNATURE|EMAIL|MAIL|PROXY$|IBAN|CUI|PHONE|NAME|STREET|CODE/;
  const shown = names.filter((name) => described[name] !== 'set');
  deepEqual(
    shown.filter((name) => secret.test(name) && name !== 'PUBLIC_URL'),
    [],
  );
  deepEqual(describeSettings({ PUBLIC_URL: 'https://name:word@fotolot.example' }), { PUBLIC_URL: 'set' });
  deepEqual(describeSettings({ PORT: '8081', SMTP_URL: 'smtp://a:b@c', OTHER: 'x', HOST: ' ' }), {
    PORT: '8081',
    SMTP_URL: 'set',
  });
});

it('a setting whose name is mistyped by a letter or two is said with the one that was meant, which may be given too', () => {
  const given = {
    SMPT_URL: 'smtp://a',
    smtp_url: 'smtp://b',
    NETOPIA_MODUS: 'live',
    PUBLIC_ULR: 'https://c',
    PUBLIC_URL: 'https://d',
  };
  deepEqual(findMistypedSettings(given), [
    { given: 'SMPT_URL', meant: 'SMTP_URL' },
    { given: 'smtp_url', meant: 'SMTP_URL' },
    { given: 'NETOPIA_MODUS', meant: 'NETOPIA_MODE' },
    { given: 'PUBLIC_ULR', meant: 'PUBLIC_URL' },
  ]);
});

it('names that belong to others are no mistakes', () => {
  const others = ['HOME', 'HTTP_PROXY', 'NO_PROXY', 'HOSTNAME', 'PWD', 'TERM', 'LOGNAME', 'USER', 'LANG'];
  deepEqual(findMistypedSettings(Object.fromEntries(others.map((name) => [name, 'x']))), []);
  deepEqual(readConfig({ PORTS: '1' }).PORT, 8080);
});
