/**
 * Takes zod's place in the browser's build (vite.config.ts). Of the contract the browser needs paths, methods and types; it parses nothing,
 * so the parser stays on the server. Every name that the contract uses stands here: a test compares.
 */
interface Shape {
  check(): Shape;
}
const shape: Shape = { check: () => shape };

/* @__NO_SIDE_EFFECTS__ */
function any(): Shape {
  return shape;
}

export const coerce = { number: any };
export const iso = { date: any, datetime: any };
export {
  any as array,
  any as boolean,
  any as discriminatedUnion,
  any as enum,
  any as int,
  any as literal,
  any as looseObject,
  any as maximum,
  any as maxLength,
  any as minimum,
  any as minLength,
  any as nullable,
  any as number,
  any as object,
  any as optional,
  any as pick,
  any as readonly,
  any as record,
  any as regex,
  any as strictObject,
  any as string,
  any as tuple,
  any as unknown,
};
