import type { AdvertState } from '#domain/adverts/advert.ts';
import type { Reach } from '#domain/adverts/sending.ts';
import type { KeySiteName, PageSiteName, PasswordSiteName, SiteMode } from '#domain/adverts/sites.ts';

/** A site on which a person has adverts. Only the pictures of adverts are ever changed. */

/** Access that a person gave; all of it is secret. */
export interface SiteGrant {
  readonly accessToken: string;
  readonly expiresAt: Date;
  /** Null: the one before it stays good. */
  readonly refreshToken: string | null;
  readonly scope: string;
}

export interface SiteAdvert {
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly state: AdvertState;
  /** The site's own word. */
  readonly rawState: string;
  /** In order, the cover first. */
  readonly pictures: readonly string[];
  /** Ids under which a shop keeps them, in the same order. */
  readonly mediaIds?: readonly number[];
  readonly price: { readonly value: number; readonly currency: string } | null;
  readonly categoryId: string;
  /** The same advert on a site that gives this one its pictures; null: none is known. */
  readonly isExported: boolean;
  /** A shop's own code of the product (SKU); left out where there is none. */
  readonly code?: string;
  /** Everything that a change must send again, as it was read. */
  readonly raw: unknown;
  /** Hash of all that a change would send, and of the pictures: another one means that the advert was changed. */
  readonly version: string;
}

/** Account at the site. */
export interface SiteSeller {
  readonly id: string;
  /** Null: the site says none. */
  readonly name: string | null;
}

interface WatchedChange {
  /**
   * Called when the turn of each call of the change has come. What it throws ends the change there: it is thrown on where nothing was changed,
   * else the failure is of the kind `unknown`.
   */
  readonly beforeCall?: () => Promise<void>;
}

interface Replacement extends WatchedChange {
  readonly addresses: readonly string[];
}

/** What all sites do. Calls throw SiteFailure (`#domain/adverts/site-failure.ts`). */
interface SiteCalls {
  readonly mode: SiteMode;
  /** Returns new access for what `SiteGrant` calls its refresh token. */
  renew(refreshToken: string): Promise<SiteGrant>;
  /** Returns whose access it is. */
  readSeller(accessToken: string): Promise<SiteSeller>;
  /** Returns own adverts, `PAGE` of them at most, from `offset` on. */
  listAdverts(accessToken: string, offset: number): Promise<{ adverts: SiteAdvert[]; isLast: boolean }>;
  readAdvert(accessToken: string, id: string): Promise<SiteAdvert>;
  /** Returns the most pictures that adverts of the category take. */
  readPhotoLimit(accessToken: string, categoryId: string): Promise<number>;
  /** Replaces all pictures by those at these addresses, in order; everything else of the advert stays as it was read just before. */
  replacePictures(accessToken: string, advert: SiteAdvert, replacement: Replacement): Promise<SiteAdvert>;
  /** Returns the bytes of an advert's picture, PICTURE_BYTES at most. An address that is not the site's own is never asked: `gone`. */
  readPicture(address: string): Promise<Uint8Array>;
  /** Tells whether the site can fetch pictures from an installation at this address. */
  checkReach(publicUrl: string): Promise<Reach>;
  /** Returns why the site stopped an advert, in its own words; null where it says nothing. */
  readStopReason(accessToken: string, id: string): Promise<string | null>;
}

/** A site that lets us in on a page of its own. */
export interface PageSite extends SiteCalls {
  readonly connectsBy: 'page';
  /**
   * Returns the address on which the person lets us in. It answers at `redirectUri` with `code` and `state`, or with `error`. Throws an Error
   * when the stand-in does not start.
   */
  connectUrl(facts: { readonly state: string; readonly redirectUri: string }): Promise<string>;
  exchangeCode(facts: { readonly code: string; readonly redirectUri: string }): Promise<SiteGrant>;
}

/** A site that has no such page: the person gives us the account's password, which is used for this one call and kept nowhere. */
export interface PasswordSite extends SiteCalls {
  readonly connectsBy: 'password';
  /** Hours after which access ends; null: it is renewed. */
  readonly accessHours: number | null;
  /** A password that is wrong is a failure of the kind `reconnect`. */
  exchangePassword(facts: { readonly email: string; readonly password: string }): Promise<SiteGrant>;
}

/** The address of a new picture or of one of the product's own; or the id of one that the shop kept, with the address that it came from. */
export type WantedPicture = string | { readonly id: number; readonly address?: string };

export interface PictureChange extends WatchedChange {
  /** In order, the main one first. */
  readonly pictures: readonly WantedPicture[];
  /** A part of the same change was made before: the product is no longer as it was. */
  readonly isGoingOn?: boolean;
  /** Called with each new picture that the shop took, before the next call: a later change names it by its id. */
  readonly onTaken?: (address: string, id: number) => Promise<void>;
}

export interface ChangedPictures {
  readonly advert: SiteAdvert;
  /** Ids by place; null: the shop did not take the picture. */
  readonly ids: readonly (number | null)[];
  readonly refused: readonly { readonly place: number; readonly detail: string }[];
}

/** How far a change came: all of it, nothing, a part; `other`: the product has pictures of another making. */
export type ChangeOutcome = 'sent' | 'former' | 'partly' | 'other';

/** Shops, of which each has an address and keys of its own. They are given pictures one by one and keep them under ids. */
export interface KeySite extends SiteCalls {
  readonly connectsBy: 'key';
  /**
   * Tries a shop's address and key, and returns what opens it. Nothing is changed: whether the key may write shows at the first change. What
   * has not the form of an address is a failure of the kind `refused`; what is no key there, `reconnect`.
   */
  connectShop(typed: {
    readonly address: string;
    readonly key: string;
    readonly secret: string;
  }): Promise<SiteGrant>;
  /**
   * Returns the products with this code (SKU), then those with these words; `isLast` false: there are more. `beforeCall` is called when the turn
   * of each call has come; what it throws is thrown on.
   */
  findAdverts(
    accessToken: string,
    words: string,
    beforeCall?: () => Promise<void>,
  ): Promise<{ adverts: SiteAdvert[]; isLast: boolean }>;
  /** As `replacePictures`, and says what became of each picture. */
  changePictures(accessToken: string, advert: SiteAdvert, change: PictureChange): Promise<ChangedPictures>;
  /** Tells from a product as it is how far a change came. `former`: the addresses of the pictures that it had. */
  tellOutcome(
    advert: SiteAdvert,
    change: { readonly pictures: readonly WantedPicture[]; readonly former: readonly string[] },
  ): ChangeOutcome;
}

export type AdvertSite = PageSite | PasswordSite | KeySite;

/** Sites by name; null: the operator has none. */
export type AdvertSites = Readonly<Record<PageSiteName, PageSite | null>> &
  Readonly<Record<PasswordSiteName, PasswordSite | null>> &
  Readonly<Record<KeySiteName, KeySite | null>>;
