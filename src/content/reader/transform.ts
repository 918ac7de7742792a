import { findByJsonPath, parseJsonPath } from '../../core/definition/json-path';
import { fillTemplate } from '../../core/definition/endpoint-request';
import { readDigits } from '../../core/text/numerals';
import { parseJson } from '../../core/values/parse-json';
import type { Transform, TransformKind } from '../../protocol/definition/definition';
import { decode, replaceRegex, runRegex } from './regex';
import { cleanText, scalar, textOf } from './clean-text';
import type { ReadContext } from './context';

type TransformContext = Pick<ReadContext, 'values' | 'parseSeasonEpisode'>;

type TransformOf<Kind extends TransformKind> = Extract<Transform, Readonly<Record<Kind, unknown>>>;

type Apply<Value, T> = (value: Value, transform: T, context: TransformContext) => unknown;

type ValueTransformKind = 'jsonPath' | 'find' | 'largest' | 'factor';

type TextTransformKind = Exclude<TransformKind, ValueTransformKind>;

/** A value after one transform; undefined means no value and ends the list of transforms. */
export function applyTransform(value: unknown, transform: Transform, context: TransformContext): unknown {
  // The entries belong to this kind of transform, which the type of a table cannot express.
  const applyToValue = entryFor(valueTransforms, transform) as Apply<unknown, Transform> | undefined;
  if (applyToValue !== undefined) return applyToValue(value, transform, context);
  const applyToText = entryFor(textTransforms, transform) as Apply<string, Transform> | undefined;
  const text = textOf(value);
  return text === undefined ? undefined : applyToText?.(text, transform, context);
}

/** What a path finds in JSON: one value, or a list if the path can find several. */
export function followPath(value: unknown, path: string): unknown {
  const all = found(value, path);
  if (parseJsonPath(path)?.single === true) return all[0];
  return all.length === 0 ? undefined : all;
}

/** Transforms of any value. */
const valueTransforms: { readonly [Kind in ValueTransformKind]: Apply<unknown, TransformOf<Kind>> } = {
  jsonPath: (value, { jsonPath }) => followPath(jsonOf(value), jsonPath),
  find(value, { find, equals, matches }, { values }) {
    const wanted = equals === undefined ? undefined : fillTemplate(equals, values);
    const fits = (text: string | undefined) =>
      text !== undefined && (matches === undefined ? text === wanted : runRegex(matches, text) !== null);
    return list(jsonOf(value)).find((element) =>
      found(jsonOf(element) ?? element, find).some((key) => fits(textOf(key))),
    );
  },
  largest: (value, { largest }) => largestOf(list(value), largest),
  factor(value, { factor }) {
    const number = Number(scalar(value) ?? Number.NaN);
    return Number.isFinite(number) ? number * factor : undefined;
  },
};

/** Transforms of text. Numbers and booleans are converted to text; of a list the first text is used. */
const textTransforms: { readonly [Kind in TextTransformKind]: Apply<string, TransformOf<Kind>> } = {
  stripPrefix: (text, { stripPrefix: prefix }) =>
    fold(text.slice(0, prefix.length)) === fold(prefix) ? text.slice(prefix.length) : text,
  stripSuffix(text, { stripSuffix }) {
    const suffix = stripSuffix.trimEnd();
    return fold(text.slice(-suffix.length)) === fold(suffix) ? text.slice(0, -suffix.length) : text;
  },
  regex(text, { regex, group }) {
    const match = runRegex(regex, text);
    if (typeof group === 'string') return match?.groups?.[group];
    return match?.[group ?? (match.length > 1 ? 1 : 0)];
  },
  replace: (text, { replace, with: replacement }) => replaceRegex(replace, text, replacement),
  split: (text, { split, index }) => text.split(split).at(index),
  // Other numerals are rare; the label reader supports them.
  number: (text, { number }, { parseSeasonEpisode }) =>
    (number === 'any' ? readDigits(text) : undefined) ?? parseSeasonEpisode(text, number)?.episode,
  deslug: (text) => capitalize(cleanText(decode(text).replaceAll(/[-_+]+/g, ' '))),
  undouble: (text) => text.replace(/^(.{2,250}?)\s{0,20}\1$/u, '$1'),
  lookup(text, { lookup, else: other }) {
    const key = Object.keys(lookup).find((name) => fold(name) === fold(text));
    return key === undefined ? other : lookup[key];
  },
  format: (text, { format }, { values }) => fillTemplate(format, { ...values, value: text }),
  seasonEpisode: (text, { seasonEpisode: part, label }, { parseSeasonEpisode }) =>
    parseSeasonEpisode(text, label)?.[part],
};

/** Capitalizes the first letter of each word. */
function capitalize(text: string): string {
  return text.replaceAll(/(?<![\p{L}\p{N}'’])\p{Ll}/gu, (letter) => letter.toUpperCase());
}

/** The element in which the path finds the largest number or the latest date. */
function largestOf(elements: unknown[], path: string): unknown {
  let largest = -Infinity;
  let best: unknown;
  for (const element of elements) {
    const value = scalar(found(element, path)[0]);
    const isDate = typeof value === 'string' && !/^[\d.]+$/.test(value);
    const size = isDate ? Date.parse(value) : Number(value);
    if (size > largest) [largest, best] = [size, element];
  }
  return best;
}

function found(value: unknown, path: string): unknown[] {
  const parsed = parseJsonPath(path);
  return parsed === undefined ? [] : findByJsonPath(value, parsed);
}

/** JSON that is stored as text is parsed. */
function jsonOf(value: unknown): unknown {
  return typeof value === 'string' ? parseJson(value) : value;
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** For comparisons without regard to case. */
function fold(text: string): string {
  return text.trim().toLowerCase();
}

/**
 * The entry of `table` for a source or a transform. The schema of definitions guarantees that it has exactly
 * one of the table's keys, its kind.
 */
export function entryFor<Table extends object>(table: Table, value: object): Table[keyof Table] | undefined {
  for (const kind in table) if (kind in value) return table[kind];
  return undefined;
}
