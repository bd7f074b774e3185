import { parseArgs } from 'node:util';
import { readPlan } from '#domain/plans/plan.ts';
import { givePlan } from '#server/admin/users/give-plan.ts';
import { asOperator } from './operator.ts';

/** node tools/give-plan.ts EMAIL [--plan dealer] [--credits 200] */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { plan: { type: 'string', default: 'free' }, credits: { type: 'string', default: '0' } },
});
const [email = ''] = positionals;
const gift = { email, plan: readPlan(values.plan), credits: Number(values.credits) };
const outcome = await asOperator((app) => givePlan(app, gift));
console.log(`${email}: ${outcome}`);
process.exitCode = outcome === 'given' ? 0 : 1;
