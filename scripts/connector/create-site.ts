import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { draftMatch } from '../../src/core/workbench/draft-match';
import type { FileCase } from '../../src/protocol/cases-file';
import { root, type SiteFiles } from './files';

/**
 * Writes a definition to fill in, with a film and an episode that it reads, as Prettier formats them.
 * Returns false when the folder of the site exists already.
 */
export async function createSite(
  { id, definition, cases }: SiteFiles,
  address = new URL(`https://www.${id}.example/watch/1`),
): Promise<boolean> {
  const folder = dirname(definition);
  if (existsSync(folder)) return false;
  const texts = [await formatted(definitionOf(id, address)), await formatted(casesOf(address))] as const;
  mkdirSync(folder, { recursive: true });
  writeFileSync(definition, texts[0]);
  writeFileSync(cases, texts[1]);
  return true;
}

/** Stands in a new file where the author names the sources. */
export const UNTOUCHED = 'where the facts come from';

async function formatted(value: unknown): Promise<string> {
  // The configuration of this repository, wherever the folder of the site is.
  const options = await resolveConfig(join(root, 'package.json'));
  return format(JSON.stringify(value), { ...options, parser: 'json' });
}

function definitionOf(id: string, { hostname, origin, href }: URL): unknown {
  const subtitle = (part: string) => ({ text: '.player-subtitle', transforms: [{ seasonEpisode: part }] });
  const jsonLd = (path: string) => ({ jsonLd: ['TVEpisode'], path });
  return {
    $schema: '../definition.schema.json',
    version: 1,
    id,
    name: nameOf(id),
    homepage: `${origin}/`,
    hosts: [hostname],
    pages: [
      {
        kind: 'watch',
        match: draftMatch(href),
        item: {
          // Not the source of the series: an episode would be read as a film while its number is missing.
          film: [{ text: '.film-title' }],
          title: [{ text: '.film-title' }, { jsonLd: ['Movie'], path: '$.name' }],
          seriesTitle: [{ text: '.series-title' }, jsonLd('$.partOfSeries.name')],
          seasonNumber: [subtitle('season'), jsonLd('$.partOfSeason.seasonNumber')],
          episodeNumber: [subtitle('episode'), jsonLd('$.episodeNumber')],
          episodeTitle: [subtitle('title')],
        },
        player: { video: ['#player video'], ad: [{ exists: '.ad-countdown', visible: true }] },
      },
    ],
    verified: { date: null, how: 'written from public facts, never run against the live site' },
    sources: [UNTOUCHED],
  };
}

/** `My Site` for `my-site`. */
function nameOf(id: string): string {
  return id.replaceAll(
    /(^|-)([a-z])/g,
    (_, dash: string, letter: string) => `${dash && ' '}${letter.toUpperCase()}`,
  );
}

function casesOf({ href }: URL): { readonly $schema: string; readonly cases: readonly FileCase[] } {
  const videos = [{ selector: '#player video', duration: 2700, position: 600 }];
  const player = { position: 600, duration: 2700, state: 'playing' } as const;
  const film: FileCase = {
    name: 'film',
    about: 'a film',
    covers: 'film',
    url: href,
    html: page("<h1 class='film-title'>The Film</h1>"),
    videos,
    expect: { item: { type: 'movie', title: 'The Film' }, player },
  };
  const episode: FileCase = {
    name: 'episode',
    about: 'an episode',
    covers: 'episode',
    url: href,
    html: page(
      "<h1 class='series-title'>The Series</h1>",
      "<p class='player-subtitle'>S1 E2 – The Episode</p>",
    ),
    videos,
    expect: {
      item: {
        type: 'episode',
        seriesTitle: 'The Series',
        seasonNumber: 1,
        episodeNumber: 2,
        episodeTitle: 'The Episode',
      },
      player,
    },
  };
  return { $schema: '../cases.schema.json', cases: [film, episode] };
}

function page(...content: readonly string[]): string[] {
  return [
    '<!doctype html>',
    '<!-- Minimal document that reproduces the documented structure (source: …); not a recording. -->',
    '<title>Site</title>',
    "<div id='player'><video></video></div>",
    ...content,
  ];
}
