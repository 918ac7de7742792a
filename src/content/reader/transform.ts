import { findByJsonPath, parseJsonPath } from '../../core/definition/json-path';
import { readNumber } from '../../core/text/numerals';
import { fillTemplate } from '../../core/definition/template';
import type { Transform } from '../../protocol/definition';
import { decode } from './attempt';
import { cleanText, scalar, textOf } from './clean-text';
import type { ReadContext } from './context';
import { replaceRegex, runRegex } from './regex';
import { parseJson } from '../../core/values/parse-json';

type TransformContext = Pick<ReadContext, 'values' | 'parseSeasonEpisode'>;

/** What a transform makes of a value; undefined is no value, and ends the list. */
export function applyTransform(value: unknown, transform: Transform, context: TransformContext): unknown {
  if ('jsonPath' in transform)
    return followPath(typeof value === 'string' ? parseJson(value) : value, transform.jsonPath);
  if ('find' in transform) {
    const { find, equals, matches } = transform;
    const wanted = equals === undefined ? undefined : fillTemplate(equals, context.values);
    const fits = (text: string | undefined) =>
      text !== undefined && (matches === undefined ? text === wanted : runRegex(matches, text) !== null);
    return list(value).find((element) => found(element, find).some((key) => fits(textOf(key))));
  }
  if ('largest' in transform) return largest(list(value), transform.largest);
  if ('factor' in transform) {
    const number = Number(scalar(value) ?? Number.NaN);
    return Number.isFinite(number) ? number * transform.factor : undefined;
  }
  const text = textOf(value);
  return text === undefined ? undefined : transformText(text, transform, context);
}

/** What a path finds: one value, or a list where it can find several. */
export function followPath(value: unknown, path: string): unknown {
  const all = found(value, path);
  return parseJsonPath(path)?.single === true ? all[0] : all.length === 0 ? undefined : all;
}

type TextTransform = Exclude<
  Transform,
  { jsonPath: string } | { find: string } | { largest: string } | { factor: number }
>;

function transformText(
  text: string,
  transform: TextTransform,
  { values, parseSeasonEpisode }: TransformContext,
): unknown {
  if ('stripPrefix' in transform) {
    const prefix = transform.stripPrefix;
    return fold(text.slice(0, prefix.length)) === fold(prefix) ? text.slice(prefix.length) : text;
  }
  if ('stripSuffix' in transform) {
    const suffix = transform.stripSuffix.trimEnd();
    return fold(text.slice(-suffix.length)) === fold(suffix) ? text.slice(0, -suffix.length) : text;
  }
  if ('regex' in transform) {
    const match = runRegex(transform.regex, text);
    if (match === null) return undefined;
    return typeof transform.group === 'string'
      ? match.groups?.[transform.group]
      : match[transform.group ?? (match.length > 1 ? 1 : 0)];
  }
  if ('replace' in transform) return replaceRegex(transform.replace, text, transform.with);
  if ('split' in transform) return text.split(transform.split).at(transform.index);
  if ('number' in transform) return readNumber(text, transform.number);
  if ('deslug' in transform) return deslug(text);
  if ('undouble' in transform) return text.replace(/^(.{2,250}?)\s*\1$/u, '$1');
  if ('lookup' in transform) {
    const key = Object.keys(transform.lookup).find((name) => fold(name) === fold(text));
    return key === undefined ? transform.else : transform.lookup[key];
  }
  if ('format' in transform) return fillTemplate(transform.format, { ...values, value: text });
  const { season, episode, title, series } = parseSeasonEpisode?.(text, transform.label) ?? {};
  return { season, episode, title, series }[transform.seasonEpisode];
}

function deslug(slug: string): string {
  const text = decode(slug).replaceAll(/[-_+]+/g, ' ');
  return cleanText(text).replaceAll(/(?<![\p{L}\p{N}'’])\p{Ll}/gu, (letter) => letter.toUpperCase());
}

function largest(elements: readonly unknown[], path: string): unknown {
  const sized = elements.map((element) => {
    const size = scalar(found(element, path)[0]);
    return {
      element,
      size: typeof size === 'string' && !/^[\d.]+$/.test(size) ? Date.parse(size) : Number(size),
    };
  });
  return sized.filter(({ size }) => !Number.isNaN(size)).toSorted((a, b) => b.size - a.size)[0]?.element;
}

function found(value: unknown, path: string): unknown[] {
  const parsed = parseJsonPath(path);
  return parsed === undefined ? [] : findByJsonPath(value, parsed);
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function fold(text: string): string {
  return text.trim().toLowerCase();
}
