import { afterEach, beforeEach, expect, test } from 'vitest';
import { gradeText } from '../../../src/options/sites/site-details';
import { browser } from '../../../src/platform/browser/browser';

/** The texts are their keys, with what is put into them. */
beforeEach(() => {
  const i18n = {
    getMessage: (key: string, values: readonly string[] | string = []) =>
      [key === '@@ui_locale' || key === 'language_tag' ? 'en' : key, ...[values].flat()].join(' '),
    getUILanguage: () => 'en',
  };
  Object.assign(browser, { i18n });
});
afterEach(() => {
  Reflect.deleteProperty(browser, 'i18n');
});

test.each([
  ['silver', '2026-07', '2026-11-30', 'sites_grade_silver'],
  ['silver', '2026-07', '2027-07-31', 'sites_grade_silver'],
  ['silver', '2026-07', '2027-08-01', 'sites_confirmed July 2026'],
  [undefined, '2024-05', '2026-11-30', 'sites_confirmed May 2024'],
  [undefined, undefined, '2026-11-30', 'sites_grade_none'],
] as const)('a grade %s that was confirmed in %s is on %s: %s', (grade, confirmed, today, shown) => {
  const site = { ...(grade && { grade }), ...(confirmed && { confirmed }) };
  expect(gradeText(site, new Date(today))).toBe(shown);
});
