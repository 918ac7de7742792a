import { describe, expect, it } from 'vitest';
import { regexDanger } from '../../../src/core/definition/regex-safety';
import { threadTime } from '../../support/thread-time';

describe('dangerous expressions', () => {
  it.each([
    '(a+)+$',
    '^(a|a)*$',
    '(a*)*b',
    String.raw`(\w+\s?)*!`,
    '(x+x+)+y',
    String.raw`(?:\p{L}+\s*)+:`,
    String.raw`(\s*,\s*)*z`,
    '(a{1,30}){1,30}b',
    '([a-zA-Z]+)*$',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    '(.*?,){12}P',
    '(.*)(.*)(.*)(.*)x',
    String.raw`\d+.*\d+.*\d+.*z`,
    '(?=(a+)+b)',
    '(?:a|ab|b)*c(?:(a+)+)d',
    `${'a?'.repeat(30)}b`,
    '(a|a)'.repeat(20),
    'a{0,8}a{0,8}a{0,8}b',
    String.raw`(a)\1`,
    String.raw`(?<n>a)\k<n>`,
  ])('%s is refused', (pattern) => {
    expect(regexDanger(pattern)).toBeTypeOf('string');
  });
});

describe('expressions that definitions need', () => {
  it.each([
    String.raw`S(\d+)\s*E(\d+)`,
    String.raw`^/(?:[a-z]{2}(?:-[a-z]{2})?/)?watch/(?<id>\d+)`,
    String.raw`^(?:.*?)Season\s+(\d+)`,
    String.raw`^\s+|\s+$`,
    '(?<a>[^/]+)/(?<b>[^/?#]+)',
    '^/watch/(?:[^/]*-)?(?<id>[0-9a-f]{8}-[0-9a-f-]{27})',
    '^(?!UP NEXT)(.+)$',
    String.raw`第\s*([0-9一二三]+)\s*[話集期]`,
    String.raw`^(.*), Season (\d+) Episode (\d+), (.*)$`,
    '(?:[^/]+/)*x',
    '^(?:(?:a|b)+c)*$',
    String.raw`#/player/[^/]+/[^/]+/[^/]+/(?<type>movie|series)/(?<imdb>tt\d+)/(?<video>tt\d+(?:(?::|%3A)\d+(?::|%3A)\d+)?)`,
    String.raw`^(?:/-/[a-z]{2})?/(?:region/[a-z]+/)?(?:gp/video/)?detail/(?<id>[A-Z0-9]{10,}|amzn1\.dv\.gti\.[0-9a-f-]+)`,
  ])('%s is allowed, and is quick on hostile text', (pattern) => {
    expect(regexDanger(pattern)).toBeUndefined();
    const expression = new RegExp(pattern, 'iu');
    const start = threadTime();
    for (const unit of ['a', '1', ' ', '/', 'S1', 'Season 1', '第1', '/a-', 'a, '])
      expression.exec(unit.repeat(1_000).slice(0, 1_000));
    expect(threadTime() - start).toBeLessThan(1_000);
  });
});

it('gives an answer for every expression that compiles, however large', () => {
  expect(regexDanger(`${'a?'.repeat(250)}b`)).toBeTypeOf('string');
  expect(regexDanger(`[${'abcdefghij'.repeat(40)}]+`)).toBeUndefined();
});
