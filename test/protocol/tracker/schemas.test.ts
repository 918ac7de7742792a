import { describe, expect, test } from 'vitest';
import { connectorSubmissionSchema } from '../../../src/protocol/tracker/connector-submission';
import { scrobbleInputSchema } from '../../../src/protocol/tracker/scrobble-request';

describe('the schemas of API v1', () => {
  test('an update has exactly the documented fields, and how long ago it was', () => {
    expect(Object.keys(scrobbleInputSchema.def.shape).toSorted()).toEqual(
      [
        'age',
        'type',
        'progress',
        'duration',
        'id',
        'tmdbId',
        'tvShowId',
        'seasonNumber',
        'episodeNumber',
      ].toSorted(),
    );
  });

  test.each([
    ['www.example.org', true],
    ['*.example.org', true],
    ['a.b.c.example', true],
    ['xn--bcher-kva.example', true],
    ['example', false],
    ['*', false],
    ['*.org', false],
    ['a.*.org', false],
    ['Example.org', false],
    ['https://example.org', false],
    ['example.org/', false],
    ['example.org:8080', false],
    ['-a.org', false],
    ['', false],
  ])('a connector for %s: %s', (domain, ok) => {
    expect(
      connectorSubmissionSchema.safeParse({ name: 'x', domains: [domain], definition: {} }).success,
    ).toBe(ok);
  });
});
