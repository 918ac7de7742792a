import { expect, test } from 'vitest';
import { webAddress } from '../../../src/protocol/definition/value-schemas';

test.each(['https://example.test', 'http://127.0.0.1:8400/connect?code=A', 'HTTPS://example.test/a'])(
  '%s is the address of a web page',
  (text) => {
    expect(webAddress.parse(text)).toBe(text);
  },
);

test.each(['', 'example.test', '//example.test', 'https://', 'javascript:alert(1)', 'ftp://example.test', 1])(
  '%j is not',
  (text) => {
    expect(webAddress.safeParse(text).success).toBe(false);
  },
);
