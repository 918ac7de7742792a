import { readFileSync } from 'node:fs';
import { shortKey } from '../../src/core/text/text-key.ts';
import { root } from './root.ts';

const TEXTS = `${root}public/_locales/en/messages.json`;

/** The first seed with which all texts have different short keys. About every 400th number is such a seed. */
export const KEY_SEED = findSeed(Object.keys(JSON.parse(readFileSync(TEXTS, 'utf8')) as object));

function findSeed(keys: readonly string[]): string {
  for (let number = 1; number < 100_000; number += 1) {
    const seed = String(number);
    if (new Set(keys.map((key) => shortKey(key, seed))).size === keys.length) return seed;
  }
  throw new Error('short keys are too short for so many texts');
}
