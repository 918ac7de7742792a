import { expect, it } from 'vitest';
import { matchPatterns } from '../../../src/core/hosts/host-pattern';
import { createHostIndex } from '../../../src/core/hosts/host-index';

const site = (id: string, hosts: string[], frames?: string[]) => ({
  id,
  hosts,
  ...(frames ? { frames: [{ hosts: frames }] } : {}),
});
const index = createHostIndex([
  site('exact', ['www.site.example']),
  site('wide', ['*.site.example']),
  site('framed', ['other.example'], ['player.frames.example']),
  site('local', ['127.0.0.1', 'localhost']),
]);
const ids = (url: string) => index.find(url).map(({ id }) => id);

it('finds the most exact host first', () => {
  expect(ids('https://www.site.example/x')).toEqual(['exact', 'wide']);
  expect(ids('https://site.example/')).toEqual(['wide']);
  expect(ids('https://a.b.site.example/')).toEqual(['wide']);
});

it('finds the definition that a frame belongs to', () => {
  expect(ids('https://player.frames.example/')).toEqual(['framed']);
});

it('finds nothing at hosts that only look alike, over http, or where there is no address', () => {
  for (const url of [
    'https://notsite.example/',
    'https://www.site.example.evil.example/',
    'http://www.site.example/',
    'file:///x',
    'about:blank',
    'no address',
    '',
  ])
    expect(ids(url)).toEqual([]);
});

it('takes http on this machine', () => {
  expect(ids('http://127.0.0.1:4690/')).toEqual(['local']);
  expect(matchPatterns('localhost')).toEqual(['http://localhost/*', 'https://localhost/*']);
  expect(matchPatterns('*.site.example')).toEqual(['https://*.site.example/*']);
});
