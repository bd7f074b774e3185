import { forgetUnused } from '#server/account/deletion/forget-unused.ts';
import { MAKE_EXPORT } from '#server/account/export/ask-export.ts';
import { makeExport } from '#server/account/export/make-export.ts';
import { sumUpDays } from '#server/admin/analytics/sum-up-days.ts';
import { askVerify, VERIFY, verifyNow } from '#server/admin/verify/verify-now.ts';
import type { App, Job } from '#server/app.ts';
import {
  CUT_OUT,
  CUT_OUT_FAILED,
  cutOutPhoto,
  noteFailedCutout,
} from '#server/batches/photos/make-cutout.ts';
import { sweep } from '#server/batches/retention/sweep.ts';
import { tellOfLots } from '#server/batches/runs/tell-of-lots.ts';
import { prepareAgain, preparePhoto } from '#server/batches/uploads/prepare-photo.ts';
import { PREPARE_PHOTO } from '#server/batches/uploads/receive-upload.ts';
import { expireCredits } from '#server/credits/expire-credits.ts';
import { tellOfCredits } from '#server/credits/tell-of-credits.ts';
import { SEND_MAIL, sendMail } from '#server/mail/mail-outbox.ts';
import { mails } from '#server/mails.ts';
import { forgetBilling } from '#server/payments/checkout/forget-billing.ts';
import { tellBuyers } from '#server/payments/mails/tell-buyers.ts';
import { checkOrders } from '#server/payments/provider/check-order.ts';
import { CHECK_ORDER, carryOutCheck } from '#server/payments/provider/take-return.ts';
import { REMOVE_FILES, removeFiles } from '#server/photos/remove-files.ts';
import { endTrials } from '#server/plans/end-trials.ts';
import { remindOfPlans } from '#server/plans/remind-of-plans.ts';
import { startPeriods } from '#server/plans/start-periods.ts';
import { KEEP_AVATAR, keepAvatar } from '#server/users/profile/avatar.ts';

export const JOB_NAMES = [
  PREPARE_PHOTO,
  'prepare-again',
  CUT_OUT,
  CUT_OUT_FAILED,
  SEND_MAIL,
  KEEP_AVATAR,
  REMOVE_FILES,
  MAKE_EXPORT,
  CHECK_ORDER,
  'check-orders',
  'end-trials',
  'start-periods',
  'expire-credits',
  'tell-buyers',
  'tell-of-credits',
  'tell-of-lots',
  'remind-of-plans',
  'forget-unused',
  'forget-billing',
  VERIFY,
  'verify-nightly',
  'sum-up-days',
  'sweep',
] as const;
type JobName = (typeof JOB_NAMES)[number];

/** Every job, its payload and how it is carried out. */
export function jobs(app: App, uploadFolder: string): Readonly<Record<JobName, Job>> {
  return {
    [PREPARE_PHOTO]: {
      run: ({ photoId = '' }) => preparePhoto(app, { photoId }),
      atOnce: 2,
      // About ten minutes, within a minute of a short outage's end; 'prepare-again' goes on after that.
      retries: 14,
      longestPause: 60,
    },
    'prepare-again': { run: () => prepareAgain(app), atOnce: 1, retries: 0, cron: '* * * * *' },
    [CUT_OUT]: {
      run: ({ photoId = '' }) => cutOutPhoto(app, { photoId }),
      atOnce: 1,
      retries: 1,
      failed: CUT_OUT_FAILED,
    },
    [CUT_OUT_FAILED]: {
      run: ({ photoId = '' }) => noteFailedCutout(app, { photoId }),
      atOnce: 1,
      retries: 5,
    },
    [SEND_MAIL]: {
      run: ({ mailId = '' }) => sendMail(app, mails, { mailId }),
      atOnce: 2,
      // About four hours: longer than a mail server is usually away.
      retries: 13,
    },
    [KEEP_AVATAR]: {
      run: ({ userId = '' }) => keepAvatar(app, { userId }),
      atOnce: 1,
      retries: 2,
    },
    [REMOVE_FILES]: { run: () => removeFiles(app, uploadFolder), atOnce: 1, retries: 10 },
    [MAKE_EXPORT]: {
      run: ({ exportId = '' }) => makeExport(app, { exportId }),
      atOnce: 1,
      retries: 3,
      // One user's 200 GB from one place of the disk to another.
      minutes: 180,
    },
    [CHECK_ORDER]: {
      run: ({ orderId = '' }) => carryOutCheck(app, { orderId }),
      atOnce: 2,
      retries: 2,
    },
    'check-orders': { run: () => checkOrders(app), atOnce: 1, retries: 0, cron: '* * * * *' },
    'end-trials': { run: () => endTrials(app), atOnce: 1, retries: 0, cron: '* * * * *' },
    'start-periods': { run: () => startPeriods(app), atOnce: 1, retries: 0, cron: '* * * * *' },
    'expire-credits': { run: () => expireCredits(app), atOnce: 1, retries: 0, cron: '* * * * *' },
    'tell-buyers': { run: () => tellBuyers(app), atOnce: 1, retries: 0, cron: '* * * * *' },
    'tell-of-credits': { run: () => tellOfCredits(app), atOnce: 1, retries: 0, cron: '*/10 * * * *' },
    'tell-of-lots': { run: () => tellOfLots(app), atOnce: 1, retries: 0, cron: '* * * * *' },
    'remind-of-plans': { run: () => remindOfPlans(app), atOnce: 1, retries: 0, cron: '*/10 * * * *' },
    'forget-unused': { run: () => forgetUnused(app), atOnce: 1, retries: 2, cron: '41 4 * * *' },
    'forget-billing': { run: () => forgetBilling(app), atOnce: 1, retries: 2, cron: '51 4 * * *' },
    [VERIFY]: { run: ({ verifyId = '' }) => verifyNow(app, { verifyId }), atOnce: 1, retries: 0 },
    'verify-nightly': { run: () => askVerify(app, null), atOnce: 1, retries: 0, cron: '3 5 * * *' },
    'sum-up-days': { run: () => sumUpDays(app), atOnce: 1, retries: 2, cron: '23 0 * * *' },
    sweep: {
      run: async () => {
        const held = await sweep(app, uploadFolder);
        // A check finds the same, and writes to the admins the first time.
        if (held.length > 0) await askVerify(app, null);
      },
      atOnce: 1,
      retries: 2,
      cron: '17 4 * * *',
    },
  };
}
