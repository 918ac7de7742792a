import { expect, it } from 'vitest';
import { confidenceBar } from '../../../src/core/matching/judge';
import { ofGenericSite } from '../../../src/content/reading-aid/generic-site';
import type { GenericReading } from '../../../src/content/reader/context';
import type { PageDefinition } from '../../../src/protocol/definition/definition';

const url = new URL('https://a.example/watch/1');
const reading: GenericReading = {
  item: { type: 'movie', title: 'The Lake' },
  confidence: 0.9,
  from: 'json-ld',
};

function confidence(page: Partial<PageDefinition>, read: GenericReading = reading): number {
  const pages = [{ kind: 'any', match: { path: '^/.' }, item: {}, ...page }];
  const definition = {
    version: 1 as const,
    id: 'any',
    name: 'Any',
    hosts: ['a.example'],
    pages,
    verified: { date: null, how: 'never' },
  };
  return ofGenericSite(read, { definition, url }).confidence;
}

it('asks about every title of a site without sources until one was confirmed', () => {
  expect(confidence({ generic: true })).toBeLessThan(confidenceBar);
  expect(confidence({ generic: true }, { ...reading, confidence: 0.3 })).toBe(0.3);
});

it('believes a site whose title a person has confirmed, and only what it states', () => {
  expect(confidence({ generic: 'confirmed' }, { ...reading, confidence: 0.3 })).toBe(1);
  expect(confidence({ generic: 'confirmed' }, { item: {}, confidence: 0, from: 'nothing' })).toBe(0);
});

it('leaves the substitute of a connector with sources as sure as it is', () => {
  expect(confidence({ item: { title: [{ title: true }] } })).toBe(0.9);
});
