import { NOT_RENEWED, reminderSubject } from '#domain/language/plan-sentences.ts';
import { formatDay } from '#domain/language/time.ts';
import { sellerLine } from '#domain/payments/operator.ts';
import { PLAN_LABELS, readPlan } from '#domain/plans/plan.ts';
import { renderEmail } from '#server/mail/mail-layout.ts';
import type { Compose } from '#server/mail/mail-outbox.ts';

export const planReminderMail: Compose = async (app, { data }) => {
  const label = PLAN_LABELS[readPlan(data.plan)];
  const days = Number(data.days);
  const end = formatDay(new Date(String(data.renewAt)));
  const isOver = days === 0;
  return renderEmail({
    subject: reminderSubject(label, days),
    before: [
      isOver
        ? `Planul ${label} s-a încheiat pe ${end}. Creditele din plan s-au încheiat odată cu el; cele cumpărate rămân.`
        : `Planul ${label} ține până pe ${end}. ${NOT_RENEWED}: dacă îl prelungești până atunci, creditele rămase din plan rămân ale tale.`,
    ],
    action: {
      label: isOver ? 'Alege un plan' : 'Prelungește planul',
      url: `${app.publicUrl()}/pricing#plans`,
    },
    after: ['Poți opri mesajele acestea din Setări, la „Plan și credite”.', sellerLine(app)],
  });
};
