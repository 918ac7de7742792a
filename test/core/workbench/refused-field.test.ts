import { describe, expect, test } from 'vitest';
import {
  forgetAttempt,
  freeAt,
  rememberAttempt,
  submissionsLeft,
  refusedField,
} from '../../../src/core/workbench/submission';

describe('the field that a tracker names', () => {
  test.each([
    ['`name` must be at most 100 characters long', { part: 'name', path: '' }],
    ['`domains.2` must be a string', { part: 'domains', path: '[2]' }],
    ['`definition.pages.0.kind` is required (a string)', { part: 'definition', path: 'pages[0].kind' }],
    [
      '`definition.pages[0].item.title[1]` is no source',
      { part: 'definition', path: 'pages[0].item.title[1]' },
    ],
    ['definition.hosts: too broad', { part: 'definition', path: 'hosts' }],
  ] as const)('%s', (message, field) => {
    expect(refusedField(message)).toEqual(field);
  });

  test('is none where the message names nothing known', () => {
    expect(refusedField('The body is not valid JSON')).toBeUndefined();
    expect(refusedField('renamed domainsomething')).toBeUndefined();
  });
});

describe('an attempt that is taken back', () => {
  test('makes room again, and only for itself', () => {
    const five = [1, 2, 3, 3, 5].reduce((log, at) => rememberAttempt(log, at * 1_000), {
      times: [] as number[],
      blockedUntil: 0,
    });
    expect(freeAt(five, 6_000)).toBe(3_601_000);
    const four = forgetAttempt(five, 3_000);
    expect(freeAt(four, 6_000)).toBeUndefined();
    expect(submissionsLeft(four, 6_000)).toBe(1);
    expect(forgetAttempt(four, 99)).toBe(four);
  });
});
