import { expect, test } from 'vitest';
import { webHost } from '../../../src/core/hosts/page-address';

test.each([
  ['https://www.example.org:8443/watch?v=1#t', 'www.example.org'],
  ['http://192.168.1.20:8096/web', '192.168.1.20'],
  ['HTTPS://EXAMPLE.ORG', 'example.org'],
  ['chrome-extension://pcooenjelaehkglnonpeafkeockealhe/src/popup/index.html', undefined],
  ['about:blank', undefined],
  ['file:///home/film.webm', undefined],
  ['no address', undefined],
  [undefined, undefined],
])('the host of %s is %s', (url, host) => {
  expect(webHost(url)).toBe(host);
});
