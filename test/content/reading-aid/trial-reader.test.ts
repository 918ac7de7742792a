// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { createSnapshotReader } from '../../../src/content/page-monitor/page-snapshot';
import { createTrialReader } from '../../../src/content/reading-aid/trial-reader';
import type { Definition } from '../../../src/protocol/definition/definition';

type Fields = Definition['pages'][number]['item'];

const definition = (item: Fields): Definition => ({
  version: 1,
  id: 'site',
  name: 'Site',
  hosts: ['www.site.example'],
  pages: [{ kind: 'watch', match: { path: '^/watch/' }, item, generic: false }],
  verified: { date: null, how: 'never' },
});
const film = (selector: string): Fields => ({
  type: [{ constant: 'movie' }],
  title: [{ text: selector }],
  year: [{ text: '.year' }],
});
const ADDRESS = 'https://www.site.example/watch/1';

beforeEach(() => {
  document.body.innerHTML = `<h1>Sintel</h1><h2>Sintel</h2><h3>Tears of Steel</h3><p class="year">2010</p>`;
});

async function tryOut(now: Fields, former: Fields) {
  const read = createTrialReader(
    createSnapshotReader(definition(now), true),
    createSnapshotReader(definition(former), true),
  );
  const snapshot = await read(ADDRESS, undefined, { isEvent: true, isDue: true });
  const { trial, worse, reading } = snapshot ?? {};
  return { trial, title: reading?.item.title, ...(worse !== undefined && { worse }) };
}

test('a connector that reads the same elsewhere is as good', async () => {
  expect(await tryOut(film('h2'), film('h1'))).toEqual({ trial: true, title: 'Sintel' });
});

test('one that reads where the one before reads nothing is used', async () => {
  expect(await tryOut(film('h2'), film('.gone'))).toEqual({ trial: true, title: 'Sintel' });
});

test('one that reads another title is worse, and the title of the one before counts', async () => {
  expect(await tryOut(film('h3'), film('h1'))).toEqual({ trial: false, title: 'Sintel', worse: 'title0' });
});

test('one that takes a film for an episode is worse', async () => {
  const episode: Fields = {
    type: [{ constant: 'episode' }],
    seriesTitle: [{ text: 'h1' }],
    episodeTitle: [{ text: 'h3' }],
    year: [{ text: '.year' }],
  };
  expect(await tryOut(episode, film('h1'))).toMatchObject({ trial: false, title: 'Sintel' });
});

test('one that reads a field less is worse', async () => {
  const { year: _, ...less } = film('h1');
  expect(await tryOut(less, film('h1'))).toMatchObject({ trial: false, title: 'Sintel' });
});

test('one that reads nothing where the one before does is worse', async () => {
  expect(await tryOut(film('.gone'), film('h1'))).toMatchObject({ trial: false, title: 'Sintel' });
});

test('of a title and an id that are both worse the title is named, with the source that gave it', async () => {
  const ids = { imdb: [{ text: '.imdb' }] };
  document.body.innerHTML += '<p class="imdb">tt1727587</p>';
  const now = { ...film('h1'), title: [{ text: '.gone' }, { text: 'h3' }] };
  expect(await tryOut(now, { ...film('h1'), ids })).toMatchObject({ trial: false, worse: 'title1' });
});

test('an id alone is named where nothing else differs', async () => {
  const ids = { imdb: [{ text: '.imdb' }] };
  document.body.innerHTML += '<p class="imdb">tt1727587</p>';
  expect(await tryOut(film('h1'), { ...film('h1'), ids })).toMatchObject({ trial: false, worse: 'ids-' });
});
