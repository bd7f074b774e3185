import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import { NO_PLAN } from '#testing/no-plan.ts';
import { limitsSource } from '#web/text/limits-source.ts';

const now = new Date('2026-03-10T10:00:00Z');
const without = { ...NO_PLAN, hasBoughtCredits: false } as const;

test('limits are said to come from where they come: plan, trial or bought credits', () => {
  const expiresAt = '2026-03-20T10:00:00Z';
  const trial = { used: true, activatedAt: null, expiresAt };
  const pro = { ...without, plan: 'pro', planExpiresAt: expiresAt } as const;
  equal(limitsSource(without, now), 'planul Basic – gratuit');
  equal(limitsSource({ ...without, hasBoughtCredits: true }, now), 'creditele cumpărate');
  equal(limitsSource({ ...without, trial, hasBoughtCredits: true }, now), 'perioada de probă');
  equal(limitsSource({ ...without, trial }, new Date('2026-03-21')), 'planul Basic – gratuit');
  equal(limitsSource({ ...pro, trial, hasBoughtCredits: true }, now), 'planul Pro');
});
