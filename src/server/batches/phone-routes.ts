import * as contract from '#contract/phones/phone-links.ts';
import type { App, Phone } from '#server/app.ts';
import {
  endPhoneLink,
  makePhoneLink,
  openPhoneLink,
  readPhoneLink,
} from '#server/batches/phones/phone-links.ts';
import { implementRoute, type RouteHandler } from '#server/http/handle.ts';
import { getVisitor } from '#server/http/security/visitor.ts';
import type { HttpContext } from '#server/http/server.ts';

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
    implementRoute(contract.readPhoneLot, async ({ phone }) => toOpenLot(phone)),
  ];
}

/** All that a phone hears of the lot. */
function toOpenLot({ endsAt, freePlaces }: Phone) {
  return { endsAt: endsAt.toISOString(), places: freePlaces };
}
