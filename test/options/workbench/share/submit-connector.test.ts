import { expect, test } from 'vitest';
import { differingCases, submissionProblems } from '../../../../src/options/workbench/share/submit-connector';
import type { Definition } from '../../../../src/protocol/definition/definition';

const definition: Definition = {
  version: 1,
  id: 'cinema',
  name: 'Cinema',
  hosts: ['www.cinema.example'],
  pages: [{ kind: 'film', match: { path: '^/' }, item: { title: [{ text: 'h1' }] } }],
  verified: { date: null, how: 'never' },
};
const cases = ['film', 'film-2'].map((name) => ({ name, html: '<h1>Sintel</h1>', case: {} }));
const run = (passed: boolean) => ({ passed, item: { type: 'movie', title: 'Sintel' }, differs: [] });
const seen = ['one', 'two'];

test('a case that differs is named, apart from a case that is wanted', () => {
  const runs = [run(true), run(false)];
  expect(submissionProblems(definition, cases, runs, seen)).toEqual(['differs']);
  expect(differingCases(cases, runs)).toEqual(['film-2']);
  expect(submissionProblems(definition, [], [], seen)).toEqual(['case']);
});

test('nothing is said about cases that have not run yet', () => {
  expect(submissionProblems(definition, cases, undefined, seen)).toEqual([]);
  expect(submissionProblems(definition, [], undefined, seen)).toEqual(['case']);
});

test('a case that cannot be run proves nothing, and differs from nothing', () => {
  expect(submissionProblems(definition, cases, [undefined, undefined], seen)).toEqual(['case']);
  expect(submissionProblems(definition, cases, [run(true), undefined], seen)).toEqual([]);
});
