import * as z from 'zod/mini';
import { parseJsonPath } from '../../core/definition/json-path';
import { isFiniteNumber, isRecord } from '../../core/values/is-record';
import { webHost } from '../../core/hosts/page-address';

export const shortText = z.string().check(z.minLength(1), z.maxLength(300));

/**
 * A CSS selector. It checks no more than `shortText`, but is a separate schema because it has its own
 * description (descriptions.ts). The same holds for `template` and `aroundVideo`.
 */
export const selector = shortText.check();

export const regex = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(500),
    z.refine(compiles, { error: 'not a valid regular expression (JavaScript, flag u)' }),
  );

export const jsonPath = shortText.check(
  z.refine((text) => parseJsonPath(text) !== undefined, {
    error: "not a JSON path ($, .name, ['name'], [0], [-1], [*], ..name, [?@.name == 'text'])",
  }),
);

export const template = shortText.check();

export const index = z.int().check(z.minimum(-50), z.maximum(50));

export const aroundVideo = selector.check();

export const yes = z.literal(true);

export const someText = z.string().check(z.maxLength(300));

/** A value that JSON can express. `z.json` would add 0.3 kB to the worker. */
export const json = z.unknown().check(z.refine(isJson, { error: 'not a JSON value' }));

/** The complete address of a web page. `z.url` would add 0.6 kB to the worker. */
export const webAddress = z
  .string()
  .check(z.refine((text) => webHost(text) !== undefined, { error: 'not a web address' }));

/** A function that calls `make` the first time only, and then returns the same. */
export function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}

function compiles(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

function isJson(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isJson);
  if (isRecord(value)) return Object.values(value).every(isJson);
  return value === null || typeof value === 'string' || typeof value === 'boolean' || isFiniteNumber(value);
}
