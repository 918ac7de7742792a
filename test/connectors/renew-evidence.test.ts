import { describe, expect, it } from 'vitest';
import type { Evidence } from '../../scripts/connector/evidence';
import { coversPath, placesOf, playerPaths, saidBy } from '../../scripts/connector/renew/places';
import { renewed } from '../../scripts/connector/renew/renew-evidence';
import type { SourceFile } from '../../scripts/connector/renew/source-text';
import type { Definition } from '../../src/protocol/definition/definition';

function definitionAt(...paths: readonly string[]): Definition {
  const item = {
    seriesTitle: [{ scriptJson: '#__NEXT_DATA__', path: '$.props.pageProps.streamData.program_name' }],
  };
  return {
    version: 1,
    id: 'tried',
    name: 'Tried',
    hosts: ['www.site.example'],
    pages: paths.map((path, index) => ({ kind: `page${index}`, match: { path }, item })),
    verified: { date: null, how: 'never' },
  };
}

const entry: Evidence = {
  source: 'https://github.com/one/reader/blob/HEAD/site.ts',
  kind: 'code',
  date: '2024-01-01',
  fields: ['seriesTitle', 'address'],
};

/** A reader in the form of those that are cited. */
const reader = (paths: string, key = 'program_name'): SourceFile => ({
  address: entry.source,
  text: `pages['${paths}'] = (video) => { data.details = page.streamData.body.${key}; }`,
  changed: (words) => (words.includes('program_name') ? '2026-02-22' : '2021-01-01'),
});

describe('a cited reader that is read again', () => {
  it('states what it says of the places that are read, and the day of those lines', () => {
    const definition = definitionAt('^/vod/player/[^/]+$', '^/movie/player/[^/]+$');
    const found = renewed(entry, definition, [reader('/(vod|movie)/player/')]);
    expect(found.faults).toEqual([]);
    expect(found.entry).toMatchObject({ date: '2026-02-22', fields: ['seriesTitle', 'address'] });
    expect(found.entry.says).toEqual(expect.arrayContaining(['program_name', 'player']));
  });

  it('fails where its players have an address that no page has: the site has moved', () => {
    const definition = definitionAt('^/vod/player/[^/]+$', '^/movie/player/[^/]+$');
    const { faults } = renewed(entry, definition, [reader('/(vod/|movie/|)player/')]);
    expect(faults).toEqual(['plays at /player/, which no page of the definition has']);
    expect(
      renewed({ ...entry, leaves: ['/player/'] }, definition, [reader('/(vod/|movie/|)player/')]).faults,
    ).toEqual([]);
    expect(
      renewed(entry, definitionAt('^(?:/vod|/movie)?/player/[^/]+$'), [reader('/(vod/|movie/|)player/')])
        .faults,
    ).toEqual([]);
  });

  it('fails where it names none of the places, is gone, or cannot be reached', () => {
    const definition = definitionAt('^/title/');
    expect(renewed(entry, definition, [{ ...reader('/other/'), text: 'nothing of it' }]).faults).toEqual([
      'has no path, selector or key of seriesTitle, address',
    ]);
    expect(renewed(entry, definition, 'gone').faults).toEqual(['no longer there']);
    expect(renewed(entry, definition, 'unreachable').faults).toEqual(['cannot be reached']);
  });

  it('is the file of a repository that says most', () => {
    const other = {
      ...reader('/x/', 'nothing'),
      address: 'https://github.com/one/reader/blob/HEAD/other.ts',
    };
    const whole = { ...entry, source: 'https://github.com/one/reader' };
    const found = renewed(whole, definitionAt('^/vod/player/'), [other, reader('/vod/player/')]);
    expect(found.entry.source).toBe(entry.source);
  });

  it('speaks only of fields of which it names a place', () => {
    const found = renewed({ ...entry, fields: ['seriesTitle', 'year'] }, definitionAt('^/a/'), [
      reader('/a/'),
    ]);
    expect(found.entry.fields).toEqual(['seriesTitle']);
  });
});

describe('the words of a place', () => {
  it('are those that the site has chosen, and stand whole in a text', () => {
    const words = placesOf(definitionAt('^/watch/(?<id>\\d+)')).get('seriesTitle') ?? new Set();
    expect([...words]).toEqual(['__NEXT_DATA__', 'props', 'pageProps', 'streamData', 'program_name']);
    expect(saidBy('x.my_program_name, y.streamData', words)).toEqual(['streamData']);
  });

  it('are compared with the addresses of players, and with no other', () => {
    expect(playerPaths(`'/watch/' "/browse/" '/api/play.json' '/a/(player|playback)/'`)).toEqual([
      '/watch/',
      '/a/player/',
      '/a/playback/',
    ]);
    expect(coversPath(definitionAt('^/(?:[a-z]{2}/)?watch/\\d+'), '/watch/')).toBe(true);
    expect(coversPath(definitionAt('^/title/'), '/watch/')).toBe(false);
  });
});
