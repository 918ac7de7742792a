import { describe, expect, test } from 'vitest';
import { createDraft, idOf } from '../../../src/core/workbench/draft-definition';
import { draftMatch, groupsOf } from '../../../src/core/workbench/draft-match';
import {
  freeAt,
  readSubmissionLog,
  rememberAttempt,
  submissionsLeft,
} from '../../../src/core/workbench/submission';
import { checkAuthoredDefinition } from '../../../src/protocol/definition/check-imported';
import { parseDefinition } from '../../../src/protocol/definition/parse-definition';

describe('the pattern of an address', () => {
  test.each([
    ['https://www.a.example/watch/12345', '^/watch/(?<id>[^/]+)/?$'],
    ['https://www.a.example/en/watch/12345', '^/(?:[a-z]{2}(?:-[a-zA-Z]{2})?)/watch/(?<id>[^/]+)/?$'],
    ['https://www.a.example/series/breaking-bad/s1e2', '^/series/(?<part>[^/]+)/(?<id>[^/]+)/?$'],
    ['https://www.a.example/', '^/$'],
    ['https://www.a.example/player.html?v=abc', String.raw`^/player\.html/?$`],
    ['https://www.a.example/title/the-long-way/play', '^/title/(?<id>[^/]+)/play/?$'],
  ])('%s is %s, and matches itself', (address, pattern) => {
    const match = draftMatch(address);
    expect(match.path).toBe(pattern);
    expect(new RegExp(match.path ?? '', 'u').test(new URL(address).pathname)).toBe(true);
  });

  test('where the path says nothing, an id in the query or in the route behind the # does', () => {
    expect(draftMatch('https://www.a.example/watch?v=abc&utm=1')).toMatchObject({
      query: { v: '^(?<v>.+)$' },
    });
    expect(draftMatch('https://www.a.example/#/watch/77').hash).toBe('^#!?/watch/(?<id>[^/]+)/?$');
    expect(groupsOf(draftMatch('https://www.a.example/series/a-b/s1e2'))).toEqual(['part', 'id']);
  });
});

describe('a first draft', () => {
  const facts = {
    url: 'https://www.foo-tv.example/watch/1',
    title: 'Foo',
    item: {},
    video: ['#player'],
    shadow: false,
    frames: [],
    fields: {},
  };
  const made = (more: object) =>
    createDraft({ ...facts, ...more }, { today: '2026-11-21', how: 'taught', taken: ['foo-tv'] });

  test.each([
    ['of a page that tells nothing', {}],
    ['of a page whose player is in a frame of another host', { video: [], frames: ['player.bar.example'] }],
    [
      'of an episode',
      {
        fields: {
          seriesTitle: [{ kind: 'path', source: { text: 'h1' }, value: 'A', count: 1, fragile: false }],
        },
      },
    ],
  ])('%s is a definition without mistakes', (_name, more) => {
    const parsed = parseDefinition(made(more));
    expect(parsed).toMatchObject({ ok: true });
    expect(parsed.ok && checkAuthoredDefinition(parsed.definition)).toEqual([]);
  });

  test('takes no name that is in use, and no fragile source where there is another', () => {
    const proposals = [
      { kind: 'class', source: { text: '.css-1q2w3e' }, value: 'A', count: 1, fragile: true },
      { kind: 'path', source: { text: 'h1' }, value: 'A', count: 1, fragile: false },
    ];
    expect(made({ fields: { title: proposals } })).toMatchObject({
      id: 'foo-tv-2',
      pages: [{ item: { title: [{ text: 'h1' }] } }],
    });
  });

  test.each([
    ['www.foo.example', 'foo'],
    ['play.foo.co.example', 'foo-co'],
    ['127.0.0.1', 'site-0'],
    ['localhost', 'localhost'],
  ])('the id of %s is %s', (host, id) => {
    expect(idOf(host)).toMatch(/^[a-z][a-z0-9-]+$/);
    if (id !== 'site-0') expect(idOf(host)).toBe(id);
  });
});

describe('five submissions an hour', () => {
  const hour = 3_600_000;
  const five = [0, 1, 2, 3, 4].reduce(
    (log, minute) => rememberAttempt(log, minute * 60_000),
    readSubmissionLog(undefined),
  );

  test('the sixth has to wait until an hour after the first of them', () => {
    expect(freeAt(five, 10 * 60_000)).toBe(hour);
    expect(freeAt(five, hour)).toBeUndefined();
    expect(submissionsLeft(five, 10 * 60_000)).toBe(0);
    expect(submissionsLeft(five, hour + 60_000)).toBe(2);
  });

  test('the word of the tracker counts where it asks for longer', () => {
    expect(freeAt({ ...five, blockedUntil: 3 * hour }, 10 * 60_000)).toBe(3 * hour);
    expect(freeAt({ times: [], blockedUntil: 500 }, 100)).toBe(500);
  });

  test('whatever is stored, a log is read from it', () => {
    expect(readSubmissionLog({ times: ['x', 1], blockedUntil: 'y' })).toEqual({
      times: [1],
      blockedUntil: 0,
    });
    expect(readSubmissionLog(7)).toEqual({ times: [], blockedUntil: 0 });
  });
});
