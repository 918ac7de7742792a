import { expect, test } from 'vitest';
import { usesSeasonWords } from '../../../src/core/text/uses-season-words';
import { builtInDefinitions } from '../../../scripts/connector/files';

const label = { text: '.label', transforms: [{ regex: '(.*)' }, { seasonEpisode: 'season', label: true }] };

test.each([
  ['a value', { pages: [{ values: { season: [label] } }] }],
  ['a field', { pages: [{ item: { title: [{ title: true }], seasonNumber: [{ url: 'season' }, label] } }] }],
  ['an id', { pages: [{ item: { ids: { tmdb: [label] } } }] }],
  ['a gate with a choice', { pages: [{ gate: [{ exists: 'video' }, [{ title: true }, label]] }] }],
  [
    'what a guard looks at',
    { pages: [{ item: { title: [{ title: true, guards: [{ of: label, equals: '1' }] }] } }] },
  ],
  ['an identity', { pages: [{ identity: [label] }] }],
  ['a player', { pages: [{ player: { ad: [label] } }] }],
  ['a clock', { pages: [{ player: { clock: { position: [label] } } }] }],
  ['a frame', { frames: [{ player: { clock: { duration: [label] } } }] }],
  ['an endpoint', { endpoints: { show: { values: { season: [label] } } } }],
  ['a fingerprint', { userHosts: { fingerprint: [label] } }],
])('%s that takes a label apart needs the words', (_, definition) => {
  expect(usesSeasonWords(definition)).toBe(true);
});

test.each([
  ['nothing', {}],
  [
    'another transform',
    { pages: [{ item: { seasonNumber: [{ text: '.label', transforms: [{ number: 'digits' }] }] } }] },
  ],
  [
    'a text about it',
    { notes: ['Not with {"seasonEpisode": "season"}, nor {"seasonEpisode":"season"}.', 'seasonEpisode'] },
  ],
])('%s does not', (_, definition) => {
  expect(usesSeasonWords(definition)).toBe(false);
});

test('of the built-in definitions some need them and some do not', () => {
  const [needing, others] = [
    builtInDefinitions().filter(usesSeasonWords),
    builtInDefinitions().filter((definition) => !usesSeasonWords(definition)),
  ];
  expect(needing.length).toBeGreaterThan(0);
  expect(others.length).toBeGreaterThan(0);
});
