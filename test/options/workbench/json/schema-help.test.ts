import { describe, expect, test } from 'vitest';
import { placeOf, completionsAt, helpAt } from '../../../../src/options/workbench/json/schema-help';

const at = (marked: string) => ({ text: marked.replace('|', ''), at: marked.indexOf('|') });
const labels = (marked: string) => {
  const { text, at: place } = at(marked);
  return completionsAt(text, place)?.options.map(({ label }) => label) ?? [];
};

describe('completion from the schema', () => {
  test.each([
    ['{ "|" }', 'hosts'],
    ['{ "pages": [{ "|', 'match'],
    ['{ "pages": [{ "item": { "seriesTitle": [{ "|', 'jsonLd'],
    ['{ "pages": [{ "item": { "seriesTitle": [{ "text": "h1", "transforms": [{ "|', 'seasonEpisode'],
    ['{ "pages": [{ "player": { "|', 'minDuration'],
    ['{ "pages": [{ "item": { "title": [{ "mediaSession": |', '"artist"'],
    ['{ "version": |', '1'],
  ])('in %s there is %s', (marked, label) => {
    expect(labels(marked)).toContain(label);
  });

  test('inside a text there is nothing to complete', () => {
    expect(labels('{ "name": "My |')).toEqual([]);
  });
});

test('the help for a key comes from the schema', () => {
  const { text, at: place } = at('{ "pages": [{ "player": { "sha|dow": true } }] }');
  expect(helpAt(text, place)?.text).toContain('shadow roots');
});

describe('the place of a problem', () => {
  const text = [
    '{',
    '  "name": "x",',
    '  "pages": [',
    '    { "kind": "watch", "item": { "title": [{ "txt": "h1" }] } }',
    '  ]',
    '}',
    '',
  ].join('\n');
  test.each([
    ['name', '"name"'],
    ['pages[0].item.title[0].txt', '"txt"'],
    ['pages[0].item.title[0].text', '{ "txt": "h1" }] } }'],
    ['pages[0].match', '{ "kind": "watch", "item": { "title": [{ "txt": "h1" }] } }'],
  ])('%s is at %s', (path, found) => {
    const { from, to } = placeOf(text, path);
    expect(found.startsWith(text.slice(from, to)) || text.slice(from, to).startsWith(found)).toBe(true);
  });

  test('is found in a text that is incomplete', () => {
    expect(placeOf('{ "name": "x", "pages": [ { "ki', 'name')).toEqual({ from: 2, to: 8 });
  });
});
