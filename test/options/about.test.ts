import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rungs } from '../../src/core/status/status';
import { STEPS } from '../../src/options/about/about-section';

test('About names every condition for recording, in the order of the popup', () => {
  expect(STEPS).toEqual(rungs);
});

const locales = new URL('../../public/_locales/', import.meta.url);

test.each(readdirSync(locales))('About names TMDB in %s, as its terms ask for', (locale) => {
  const messages = JSON.parse(readFileSync(new URL(`${locale}/messages.json`, locales), 'utf8')) as {
    readonly about_data?: { readonly message: string };
  };
  // The source, what is used, and who does not vouch for it.
  expect(messages.about_data?.message.match(/TMDB/g)).toHaveLength(4);
});
