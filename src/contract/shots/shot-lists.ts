import * as z from 'zod/mini';
import { defineRoute } from '#contract/route.ts';
import {
  hasOwnKeys,
  LONGEST_SHOT_NAME,
  MOST_SHOT_LISTS,
  MOST_SHOTS,
  SHOT_KEY,
  SHOT_KINDS,
} from '#domain/shots/shots.ts';

const name = z.string().check(z.minLength(1), z.maxLength(LONGEST_SHOT_NAME));
export const shotKey = z.string().check(z.regex(SHOT_KEY));
export const shotKind = z.enum(SHOT_KINDS);

/** What a thing is photographed from, in order. */
export const shotList = z
  .strictObject({
    name,
    shots: z
      .array(z.strictObject({ key: shotKey, name, kind: shotKind }))
      .check(z.minLength(1), z.maxLength(MOST_SHOTS)),
  })
  .check(z.refine(hasOwnKeys));

const ownLists = z.object({ lists: z.array(shotList) });

export const readShotLists = defineRoute({
  method: 'GET',
  path: '/api/shot-lists',
  access: 'user',
  summary: 'Own lists of guided shots, beside those that the product brings along',
  out: ownLists,
});

export const saveShotLists = defineRoute({
  method: 'PUT',
  path: '/api/shot-lists',
  access: 'user',
  summary: 'Keeps these lists in place of the own ones before; lots that took one keep what they have',
  body: z.strictObject({ lists: z.array(shotList).check(z.maxLength(MOST_SHOT_LISTS)) }),
  out: ownLists,
});
