import { describe, expect, test } from 'vitest';
import { seasonOfTitle } from '../../../../src/service/catalogue/tmdb/stated-title';
import type { SeriesRecord } from '../../../../src/service/catalogue/tmdb/records';
import { seriesSchema } from '../../../../src/service/catalogue/tmdb/schemas';
import { toSeriesRecord } from '../../../../src/service/catalogue/tmdb/to-record';

const answer = {
  id: 60572,
  name: 'ポケットモンスター',
  original_name: 'ポケットモンスター',
  original_language: 'ja',
  seasons: [
    { season_number: 1, episode_count: 80, name: 'Season 1' },
    { season_number: 2, episode_count: 36, name: 'Orange Islands' },
    { season_number: 3, episode_count: 41, name: '第 3 季' },
  ],
  alternative_titles: {
    results: [
      { iso_3166_1: 'US', title: 'Pokémon', type: '' },
      { iso_3166_1: 'US', title: 'Pokémon: Indigo League', type: 'season 1' },
      { iso_3166_1: 'US', title: 'Pokémon: The Johto Journeys', type: 'Season 3' },
      { iso_3166_1: 'US', title: 'Pokémon II', type: '' },
    ],
  },
  translations: { translations: [] },
};
const series = toSeriesRecord(seriesSchema.parse(answer)) as SeriesRecord;

describe('the season that a title states', () => {
  test.each<readonly [string, number | undefined]>([
    ['Pokémon: The Johto Journeys', 3],
    ['Pokémon: Indigo League', 1],
    ['Orange Islands', 2],
    ['Pokémon: Orange Islands', 2],
    ['Pokémon 2nd Season', 2],
    ['Pokémon Season 3 (English Dub)', 3],
    ['Pokémon Staffel 3', 3],
    ['ポケットモンスター 第二季', 2],
    ['ポケットモンスター 第2期', 2],
    ['Pokémon II', 2],
    ['Pokémon S2', 2],
    ['Pokémon 2기', 2],
    ['Pokémon ТВ-2', 2],
    ['Pokémon ภาค 2', undefined],
    ['Pokémon', undefined],
    ['Pokémon Season 2 Part 2', undefined],
    ['Pokémon Part 2', undefined],
    ['Digimon Season 2', undefined],
  ])('%s', (title, season) => expect(seasonOfTitle(series, title)).toBe(season));
});
