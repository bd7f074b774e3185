import { equal, match } from 'node:assert/strict';
import { it } from 'node:test';
import { describePort } from './operator.ts';

it('an address of a tool that was told neither PORT nor PUBLIC_URL says that its port is the usual one', () => {
  match(describePort({}) ?? '', /give this command the same/);
  equal(describePort({ PORT: '8090' }), null);
  equal(describePort({ PUBLIC_URL: 'https://fotolot.example' }), null);
});
