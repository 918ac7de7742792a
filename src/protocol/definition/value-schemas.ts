import * as z from 'zod/mini';
import { parseJsonPath } from '../../core/definition/json-path';

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

function compiles(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
