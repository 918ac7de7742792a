import { afterEach, expect, test } from 'vitest';
import { browser } from '../../../src/platform/browser/browser';
import { listText, runningTime, upcoming } from '../../../src/ui/text/format';
import { wholeNumber } from '../../../src/ui/text/plural';
import { joinParts } from '../../../src/ui/text/naming';

/** The texts have the tag of the language only. */
function speak(language: string): void {
  const i18n = { getMessage: () => language, getUILanguage: () => language };
  Object.assign(browser, { i18n });
}

afterEach(() => {
  Reflect.deleteProperty(browser, 'i18n');
});

test('a running time has no place where a line can end', () => {
  speak('en');
  expect(runningTime(5_760)).toBe('1\u00A0hr\u00A036\u00A0min');
});

test('an attempt whose time has come is made now, not in the past', () => {
  speak('en');
  expect(upcoming(1_000, 200_000)).toBe('now');
  expect(upcoming(320_000, 200_000)).toBe('in 2 min.');
});

test.each([
  ['en', '10,000', 'title, year'],
  ['de', '10.000', 'title und year'],
  ['ja', '10,000', 'title、year'],
])('numbers and lists are written as in %s', (language, number, list) => {
  speak(language);
  expect(wholeNumber(10_000)).toBe(number);
  expect(listText(['title', 'year'])).toBe(list);
});

test('in right-to-left text each part keeps its own direction', () => {
  speak('ar');
  expect(joinParts('Party', 2001, '', undefined, 0)).toBe('\u2068Party\u2069 · \u20682001\u2069');
  expect(joinParts('Disney+'), 'in a list of names').toBe('\u2068Disney+\u2069');
  // An isolate within an isolate would count as left-to-right.
  expect(joinParts(joinParts('Party', 2001), 22)).toBe(joinParts('Party', 2001, 22));
  speak('en');
  expect(joinParts('Party', 2001, '', undefined, 0)).toBe('Party · 2001');
});

test('beside a right-to-left title the other parts of an English line stay in their order', () => {
  speak('en');
  expect(joinParts('باب الحديد', 1958)).toBe('\u2068باب الحديد\u2069 · \u20681958\u2069');
});
