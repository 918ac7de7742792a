import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { builtInSite, readJson } from '../../scripts/connector/files';
import { jellyfinServer } from '../../scripts/connector/product/jellyfin-server';
import { episodes, library, token, userId } from '../../scripts/connector/product/jellyfin-library';
import { readCaptured } from '../../scripts/connector/product/read-captured';
import type { Definition } from '../../src/protocol/definition/definition';

const client = mkdtempSync(join(tmpdir(), 'matinee-client-'));
writeFileSync(join(client, 'index.html'), '<title>Jellyfin</title>');
afterAll(() => {
  rmSync(client, { recursive: true });
});

const serverOf = (version: string) => jellyfinServer({ client, film: Buffer.from('film'), version });
const get = (path: string, headers: Readonly<Record<string, string>> = {}) => ({
  method: 'GET',
  url: new URL(path, 'https://demo.jellyfin.org'),
  headers,
});

describe('the stand-in of Jellyfin’s server', () => {
  const item = `/Users/${userId}/Items/${library[0].Id}`;
  const legacy = { 'x-emby-token': token };
  const current = { authorization: `MediaBrowser Token="${token}"` };

  it.each([
    ['10.11.11', legacy, 200],
    ['10.11.11', current, 200],
    ['12.0.0', legacy, 401],
    ['12.0.0', current, 200],
    ['12.0.0', {}, 401],
    ['12.0.0', { authorization: 'MediaBrowser Token="another"' }, 401],
  ])('of version %s answers %j with %i', (version, headers, status) => {
    expect(serverOf(version)(get(item, headers)).status).toBe(status);
  });

  it('serves the client, and nothing outside of its folder', () => {
    expect(serverOf('12.0.0')(get('/web/')).body.toString()).toContain('Jellyfin');
    expect(serverOf('12.0.0')(get('/web/..%2f..%2fetc/passwd')).status).toBe(404);
  });
});

describe('a page that was captured in the client', () => {
  const [episode] = episodes;
  const captured = {
    url: 'https://demo.jellyfin.org/web/#/video',
    html: '<video class="htmlvideoplayer"></video>',
    situation: {
      videos: [{ selector: 'video', duration: 600 }],
      requests: [`https://demo.jellyfin.org/Items/${episode.Id}/PlaybackInfo`],
      storage: {
        local: { jellyfin_credentials: { Servers: [{ UserId: userId, AccessToken: token }] } },
      },
    },
  };

  it.each(['10.11.11', '12.0.0'])('is read with the answers of a server of version %s', async (version) => {
    const definition = readJson(builtInSite('jellyfin').definition) as Definition;
    const { reading } = await readCaptured(definition, captured, serverOf(version));
    expect(reading?.item).toMatchObject({
      type: 'episode',
      seriesTitle: 'Caminandes',
      seasonNumber: 1,
      episodeNumber: 1,
      episodeTitle: episode.Name,
    });
  });
});
