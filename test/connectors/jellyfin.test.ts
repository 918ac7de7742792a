import { describe, expect, it } from 'vitest';
import { builtInSite, readJson } from '../../scripts/connector/files';
import { endpointRequests } from '../../src/core/definition/endpoint-request';
import type { Definition } from '../../src/protocol/definition/definition';

const page = new URL('https://demo.jellyfin.org/web/#/video');
const values = { $origin: page.origin, base: '', userId: 'u1', token: 't1', itemId: 'i1', seriesId: 's1' };

/** Servers from 12.0 on refuse `x-emby-token` by default; all from 10.8 on take `authorization`. */
describe.each(['item', 'series'])('the request of Jellyfin for the %s', (name) => {
  const definition = readJson(builtInSite('jellyfin').definition) as Definition;
  const [request] = endpointRequests(definition, name, values, page);

  it('states the token in the header that servers of version 12 take', () => {
    expect(request?.headers).toEqual({
      accept: 'application/json',
      authorization: 'MediaBrowser Token="t1"',
    });
  });
});
