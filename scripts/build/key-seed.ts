import { readFileSync } from 'node:fs';
import { shortKey } from '../../src/core/text/short-key.ts';
import { root } from './root.ts';

const TEXTS = `${root}public/_locales/en/messages.json`;

/** The first number with which no two texts have the same short key. Every 150th number is one. */
export const KEY_SEED = findSeed(Object.keys(JSON.parse(readFileSync(TEXTS, 'utf8')) as object));

function findSeed(keys: readonly string[]): number {
  for (let seed = 1; seed < 100_000; seed += 1)
    if (new Set(keys.map((key) => shortKey(key, seed))).size === keys.length) return seed;
  throw new Error('short keys are too short for so many texts');
}
