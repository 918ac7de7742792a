import { describe, expect, test } from 'vitest';
import { connectorSubmissionSchema } from '../../../src/protocol/tracker/connector-submission';
import { deviceCodeSchema } from '../../../src/protocol/tracker/device-sign-in';
import { scrobbleResponseSchema } from '../../../src/protocol/tracker/scrobble';
import { scrobbleInputSchema } from '../../../src/protocol/tracker/scrobble-request';

describe('the schemas of API v1', () => {
  test('an update has exactly the documented fields', () => {
    expect(Object.keys(scrobbleInputSchema.def.shape).toSorted()).toEqual(
      [
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

  test('success of an update is true when absent', () => {
    expect(scrobbleResponseSchema.parse({})).toEqual({ success: true });
    expect(scrobbleResponseSchema.parse({ success: false })).toEqual({ success: false });
  });

  test('a device code without an interval has the one of RFC 8628', () => {
    expect(
      deviceCodeSchema.parse({
        device_code: 'a',
        user_code: 'b',
        verification_uri: 'https://a.example/d',
        expires_in: 9,
      }).interval,
    ).toBe(5);
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
