import * as contract from '#contract/phones/phone-links.ts';
import * as resultLinks from '#contract/phones/result-links.ts';
import { AppError } from '#domain/errors.ts';
import { MEDIA_TYPES } from '#domain/recipes/outputs.ts';
import type { App, Phone, ResultPhone } from '#server/app.ts';
import { sendResult } from '#server/batches/downloads/result-file.ts';
import {
  endPhoneLink,
  makePhoneLink,
  openPhoneLink,
  readPhoneLink,
} from '#server/batches/phones/phone-links.ts';
import {
  endResultLink,
  listPhoneResults,
  makeResultLink,
  openResultLink,
  readResultLink,
} from '#server/batches/phones/result-links.ts';
import { type ResultRow, shownResults } from '#server/batches/store/result-store.ts';
import { sendFile, sendSmallCopy } from '#server/http/files/send-file.ts';
import { implementRoute, type RouteHandler } from '#server/http/handle.ts';
import { tokenBuckets } from '#server/http/limits/in-memory-rate-limit.ts';
import { createBatchLoader } from '#server/http/limits/together.ts';
import { getVisitor } from '#server/http/security/visitor.ts';
import type { HttpContext } from '#server/http/server.ts';
import { thumbnailKey } from '#server/photos/file-keys.ts';

/** A page looks every five seconds; many may come by one link. */
const looks = tokenBuckets({ burst: 60, perSecond: 2 });

/** Routes of the links by which phones add photos: the owner's, and the phone's own. Its uploads are mounted beside them. */
export function phoneRoutes(app: App, { phone: cookie }: HttpContext): RouteHandler[] {
  return [
    implementRoute(contract.readPhoneLink, async ({ user, params }) => ({
      link: await readPhoneLink(app, user, params.batchId),
    })),
    implementRoute(contract.makePhoneLink, ({ user, params }) => makePhoneLink(app, user, params.batchId)),
    implementRoute(contract.endPhoneLink, async ({ user, params }) => {
      await endPhoneLink(app, user, params.phoneLinkId);
      return {};
    }),
    implementRoute(contract.openPhoneLink, async ({ body, request, reply }) => {
      const { phone, token } = await openPhoneLink(app, getVisitor(request), body.key);
      request.securityFacts = { uid: phone.owner.id };
      cookie.set(reply, token);
      return toOpenLot(phone);
    }),
    implementRoute(contract.readPhoneLot, async ({ phone }) => {
      looks.take(phone.linkId);
      return toOpenLot(phone);
    }),
  ];
}

/** All that a phone hears of the lot. */
function toOpenLot({ endsAt, freePlaces }: Phone) {
  return { endsAt: endsAt.toISOString(), places: freePlaces };
}

/** Routes of the links by which phones read results: the owner's, and the phone's own. */
export function resultLinkRoutes(app: App, { results: cookie }: HttpContext): RouteHandler[] {
  // A page asks for dozens of them at once.
  const find = createBatchLoader((ids: readonly string[]) => shownResults(app.db, ids));
  const findOwn = async (phone: ResultPhone, resultId: string): Promise<ResultRow> => {
    const row = await find(resultId);
    if (row?.batch_id !== phone.batchId) throw new AppError('photos/file-missing');
    return row;
  };
  return [
    implementRoute(resultLinks.readResultLink, async ({ user, params }) => ({
      link: await readResultLink(app, user, params.batchId),
    })),
    implementRoute(resultLinks.makeResultLink, ({ user, params }) =>
      makeResultLink(app, user, params.batchId),
    ),
    implementRoute(resultLinks.endResultLink, async ({ user, params }) => {
      await endResultLink(app, user, params.resultLinkId);
      return {};
    }),
    implementRoute(resultLinks.openResultLink, async ({ body, request, reply }) => {
      const { phone, token } = await openResultLink(app, getVisitor(request), body.key);
      request.securityFacts = { uid: phone.owner.id };
      cookie.set(reply, token);
      return listPhoneResults(app, phone);
    }),
    implementRoute(resultLinks.readPhoneResults, ({ phone }) => {
      looks.take(phone.linkId);
      return listPhoneResults(app, phone);
    }),
    implementRoute(resultLinks.phoneResultFile, async ({ phone, params, reply }) => {
      const row = await findOwn(phone, params.resultId);
      return sendResult(app, { user: phone.owner, reply }, { row, isForGuest: true });
    }),
    implementRoute(resultLinks.phoneResultThumbnail, async ({ phone, params, reply }) => {
      const row = await findOwn(phone, params.resultId);
      if (await sendSmallCopy(app, reply, { key: thumbnailKey(row.id), isForGuest: true })) return;
      const whole = { key: row.file_key, mediaType: MEDIA_TYPES[row.format], isForGuest: true } as const;
      return sendFile(app, { user: phone.owner, reply }, whole);
    }),
  ];
}
