import { expect, test } from 'vitest';
import { builtInDefinitions } from '../../../scripts/connector/files';
import { watchAddress } from '../../../src/core/hosts/watch-address';

test.each([
  ['https://www.netflix.com/watch/80057281?trackId=1&tctx=2#a', 'https://www.netflix.com/watch/80057281'],
  [
    'https://www.youtube.com/watch?list=PL1&v=aqz-KE-bpKQ&si=me',
    'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
  ],
  ['https://web.stremio.com/#/player/a/b?token=1', 'https://web.stremio.com/#/player/a/b'],
  ['https://app.example/watch/1#access_token=secret', 'https://app.example/watch/1'],
  ['https://me:secret@app.example/watch/1', 'https://app.example/watch/1'],
])('of %s what is watched stays', (address, expected) => {
  expect(watchAddress(address)).toBe(expected);
});

test.each([undefined, 'about:blank', 'moz-extension://a/b', 'no address'])('%s is no page', (address) => {
  expect(watchAddress(address)).toBeUndefined();
});

test('every parameter that a built-in definition matches stays', () => {
  const names = builtInDefinitions()
    .flatMap(({ pages }) => pages)
    .flatMap(({ match }) => Object.keys(match.query ?? {}));
  expect(names.length).toBeGreaterThan(3);
  for (const name of names)
    expect(watchAddress(`https://site.example/?${name}=1`)).toBe(`https://site.example/?${name}=1`);
});
