import { expect, test } from 'vitest';
import { pageTitle } from '../../src/content/reading-aid/title-and-address';
import { compareNames, comparableTitle } from '../../src/core/matching/compare-names';
import { cleanTitle } from '../../src/core/matching/clean-title';
import { parseJsLiteral } from '../../src/core/definition/js-literal';
import { parseJsonPath } from '../../src/core/definition/json-path';
import { templateNames } from '../../src/core/definition/endpoint-request';
import { plainTitle } from '../../src/core/text/normalize-title';
import { parseSeasonEpisode } from '../../src/core/text/season-episode';
import { isDeep } from '../../src/core/values/json-structure';
import { draftMatch } from '../../src/core/workbench/draft-match';
import { redactText } from '../../src/core/workbench/redact';
import { isSelector } from '../../src/protocol/definition/check-selector';
import { placeholderNumber, searchForms } from '../../src/service/catalogue/tmdb/stated-title';
import { readNetflixTitle } from '../../src/service/library/imports/read-netflix';
import { growth } from './growth/grow';
import { builtExpressions, ownExpressions, ownSelectors, type OwnExpression } from './growth/own-expressions';

const expressions = [
  ...new Map(ownExpressions().map((one) => [`/${one.pattern}/${one.flags}`, one])).entries(),
];

test('every expression of our own takes linear time on grown texts', { timeout: 600_000 }, () => {
  const slow = expressions.flatMap(([name, one]) => {
    const found = growth(use(one), unitsOf(one));
    return found === undefined ? [] : [`${one.file} ${name} on ${found}`];
  });
  expect(slow).toEqual([]);
});

test('an expression that scans to the end from each quote is found', () => {
  const one = { file: '', pattern: String.raw`"(?:[^"\\]|\\.)*"|[[\]{}]`, flags: 'g' };
  expect(growth(use(one), unitsOf(one))).toBeDefined();
});

/** What reads a text in a loop of its own, or by expressions that it builds. */
const functions: Readonly<Record<string, (text: string) => unknown>> = {
  isDeep,
  parseJsLiteral,
  parseJsonPath,
  placeholderNumber,
  pageTitle: (text) => pageTitle(text, { hostname: 'a.example', controls: [] }),
  plainTitle,
  readNetflixTitle,
  redactText,
  searchForms: (text) => searchForms(text, 'tv'),
  templateNames,
  isSelector,
  parseSeasonEpisode: (text) => parseSeasonEpisode(text),
  cleanTitle,
  comparableTitle,
  draftMatch: (text) => draftMatch(`https://www.example.org/${text}`),
  compareNames: (text) => compareNames(text, `${text}.`),
};

test.each(Object.entries(functions))('%s takes linear time on grown texts', { timeout: 600_000 }, (_, run) =>
  expect(growth(run)).toBeUndefined(),
);

/** As the source can use it: from every place of the text. */
function use({ pattern, flags }: OwnExpression): (text: string) => unknown {
  const regex = new RegExp(pattern, flags.replace('y', 'g'));
  return regex.global ? (text) => text.replaceAll(regex, '') : (text) => regex.test(text);
}

/** Texts of what the expression itself names: most of it can begin to match them. */
function unitsOf({ pattern }: OwnExpression): string[] {
  const plain = pattern
    .replaceAll(/\\[dws]/g, (escape) => ({ '\\d': '1', '\\w': 'a', '\\s': ' ' })[escape] ?? '')
    .replaceAll(/\\[pP]\{[^{}]*\}|\(\?(?:<?[=!]|:|<\w+>)|\{\d+,?\d*\}|[\\^$*+?()[\]|]/g, '')
    .slice(0, 60);
  return plain === '' ? [] : [plain, plain.slice(0, 2), plain.slice(-2), plain.slice(0, 1)];
}

test('whatever builds an expression from parts is fed as a function, or checks and limits the parts', () => {
  expect([...new Set(builtExpressions())].sort()).toEqual(Object.keys(built).sort());
});

test('no selector of our own looks at what follows or is inside', () => {
  expect(ownSelectors().length).toBeGreaterThan(10);
  expect(ownSelectors().filter(({ selector }) => /:has|:nth-[\w-]+\(.* of /.test(selector))).toEqual([]);
});

/** Files that build expressions, and what keeps them linear. */
const built: Readonly<Record<string, string>> = {
  'content/reading-aid/title-and-address.ts': 'pageTitle; and words of our own',
  'content/reading-aid/trial-reader.ts': 'a ladder of our own script',
  'content/picker/cases/saved-document.ts': 'checked by regexDanger; an address',
  'content/reader/regex.ts': 'checked by regexDanger; at most 1,000 characters, and 250 ms for a reading',
  'core/hosts/page-address.ts': 'checked by regexDanger; an address',
  'core/definition/js-literal.ts': 'parseJsLiteral',
  'core/definition/json-path.ts': 'parseJsonPath',
  'core/definition/character-set.ts': 'many-hard-expressions.test.ts; at most 500 characters',
  'core/definition/page-world-reader.ts': 'checked by regexDanger; an address',
  'core/definition/regex-syntax.ts': 'many-hard-expressions.test.ts; at most 500 characters',
  'core/matching/clean-title.ts': 'cleanTitle',
  'core/matching/compare-names.ts': 'comparableTitle',
  'core/matching/season-of-name.ts': 'without parts from outside',
  'core/settings/uncovered-plays.ts': 'without parts from outside',
  'core/text/label-marks.ts': 'parseSeasonEpisode',
  'core/text/label-pattern.ts': 'parseSeasonEpisode',
  'core/text/label-ranges.ts': 'parseSeasonEpisode',
  'core/text/label-text.ts': 'parseSeasonEpisode',
  'core/text/number-words.ts': 'parseSeasonEpisode',
  'core/text/spelled-numbers.ts': 'parseSeasonEpisode',
  'core/text/stated-day.ts': 'without parts from outside',
  'core/workbench/draft-match.ts': 'draftMatch',
  'protocol/definition/check.ts': 'on the empty text',
  'protocol/definition/value-schemas.ts': 'is only compiled',
  'protocol/tracker/connector-submission.ts': 'a host of at most 253 characters',
  'service/catalogue/tmdb/stated-title.ts': 'searchForms, placeholderNumber',
  'service/library/imports/read-netflix.ts': 'readNetflixTitle',
  'service/pages/forms.ts': 'without parts from outside',
};
