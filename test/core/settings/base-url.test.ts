import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isLoopback } from '../../../src/core/hosts/host-pattern';
import { parseBaseUrl } from '../../../src/core/settings/base-url';

describe('the address of a tracker', () => {
  test.each([
    ['https://tracker.example/api/v1', 'https://tracker.example/api/v1'],
    ['https://tracker.example/api/v1/', 'https://tracker.example/api/v1'],
    ['  https://tracker.example  ', 'https://tracker.example/api/v1'],
    ['https://tracker.example:8443/', 'https://tracker.example:8443/api/v1'],
    ['https://home.example/tracker', 'https://home.example/tracker/api/v1'],
    ['https://TRACKER.example/api/v1//', 'https://tracker.example/api/v1'],
    ['tracker.example', 'https://tracker.example/api/v1'],
    ['http://127.0.0.1:4680/api/v1', 'http://127.0.0.1:4680/api/v1'],
    ['http://localhost:4680', 'http://localhost:4680/api/v1'],
    ['http://[::1]:4680', 'http://[::1]:4680/api/v1'],
    ['localhost:4680', 'http://localhost:4680/api/v1'],
    ['127.0.0.1:4680', 'http://127.0.0.1:4680/api/v1'],
    ['https://localhost:4680', 'https://localhost:4680/api/v1'],
  ])('%s is %s', (text, url) => {
    expect(parseBaseUrl(text)).toEqual({ ok: true, url });
  });

  test.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['https://', 'not-a-url'],
    ['not a url', 'not-a-url'],
    ['http://tracker.example/api/v1', 'not-https'],
    ['http://192.168.1.5:4680', 'not-https'],
    ['http://127.0.0.1.evil.example', 'not-https'],
    ['http://localhost.evil.example', 'not-https'],
    ['ftp://tracker.example', 'not-https'],
    ['javascript://alert(1)', 'not-https'],
    ['file:///etc/hosts', 'not-a-url'],
    ['https://ada:secret@tracker.example', 'has-credentials'],
    ['https://tracker.example/api/v1?api_key=x', 'has-query'],
    ['https://tracker.example/api/v1#top', 'has-query'],
  ])('%s is refused: %s', (text, reason) => {
    expect(parseBaseUrl(text)).toEqual({ ok: false, reason });
  });

  test('may be plain HTTP in the own network when the person says so', () => {
    expect(parseBaseUrl('http://192.168.1.5:4680', { allowHttp: true })).toEqual({
      ok: true,
      url: 'http://192.168.1.5:4680/api/v1',
    });
    expect(parseBaseUrl('ftp://192.168.1.5', { allowHttp: true })).toEqual({
      ok: false,
      reason: 'not-https',
    });
  });

  test('read again is the same; and whatever is typed, it is https or this machine', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.webUrl(),
          fc.string(),
          fc.webUrl().map((url) => url.replace('https', 'http')),
        ),
        (text) => {
          const read = parseBaseUrl(text);
          if (!read.ok) return;
          expect(parseBaseUrl(read.url)).toEqual(read);
          const url = new URL(read.url);
          expect(url.protocol === 'https:' || isLoopback(url.hostname)).toBe(true);
          expect(read.url.endsWith('/api/v1')).toBe(true);
        },
      ),
    );
  });
});
