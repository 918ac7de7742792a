import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { casesFolder, connectorsFolder } from './files';

/** Writes a definition to fill in with a film and an episode case that pass; the files written, none when it exists. */
export function scaffold(id: string): string[] {
  const definitionFile = join(connectorsFolder, `${id}.json`);
  const folder = join(casesFolder, id);
  if (existsSync(definitionFile) || existsSync(folder)) return [];
  mkdirSync(folder, { recursive: true });
  const files: Readonly<Record<string, string>> = {
    [definitionFile]: json(definition(id)),
    [join(folder, 'film.html')]: page('<h1 class="player-title">The Film</h1>'),
    [join(folder, 'film.json')]: json(filmCase(id)),
    [join(folder, 'episode.html')]: page(
      '<h1 class="player-title">The Series</h1>\n<p class="player-subtitle">S1 E2 – The Episode</p>',
    ),
    [join(folder, 'episode.json')]: json(episodeCase(id)),
  };
  for (const [file, text] of Object.entries(files)) writeFileSync(file, text);
  return Object.keys(files);
}

function definition(id: string): unknown {
  const subtitle = (part: string) => ({ text: '.player-subtitle', transforms: [{ seasonEpisode: part }] });
  return {
    $schema: './definition.schema.json',
    version: 1,
    id,
    name: id,
    homepage: `https://www.${id}.example/`,
    hosts: [`www.${id}.example`],
    pages: [
      {
        kind: 'watch',
        match: { path: '^/watch/(?<id>\\d+)' },
        item: {
          title: [{ text: '.player-title' }, { meta: 'og:title' }],
          seriesTitle: [
            { text: '.player-title' },
            { jsonLd: ['TVEpisode'], path: '$.partOfSeries.name', about: '{id}' },
          ],
          seasonNumber: [
            subtitle('season'),
            { jsonLd: ['TVEpisode'], path: '$.partOfSeason.seasonNumber', about: '{id}' },
          ],
          episodeNumber: [
            subtitle('episode'),
            { jsonLd: ['TVEpisode'], path: '$.episodeNumber', about: '{id}' },
          ],
          episodeTitle: [subtitle('title')],
        },
        player: { video: ['#player video'], ad: [{ exists: '.ad-countdown', visible: true }] },
      },
    ],
    verified: { date: null, how: 'written from public facts, never run against the live site' },
    sources: ['where the facts come from'],
  };
}

const videos = [{ selector: '#player video', duration: 2700, position: 600 }];
const player = { position: 600, duration: 2700, state: 'playing' };

function filmCase(id: string): unknown {
  return {
    about: 'a film',
    covers: 'film',
    url: `https://www.${id}.example/watch/1`,
    videos,
    expect: { item: { type: 'movie', title: 'The Film' }, player },
  };
}

function episodeCase(id: string): unknown {
  const item = {
    type: 'episode',
    seriesTitle: 'The Series',
    seasonNumber: 1,
    episodeNumber: 2,
    episodeTitle: 'The Episode',
  };
  return {
    about: 'an episode',
    covers: 'episode',
    url: `https://www.${id}.example/watch/2`,
    videos,
    expect: { item, player },
  };
}

function page(content: string): string {
  return `<!doctype html>\n<!-- Minimal document that reproduces the documented structure (source: …); not a recording. -->\n<title>Site</title>\n<div id="player"><video></video></div>\n${content}\n`;
}

function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
