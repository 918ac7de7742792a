// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { runCase as runOnCommandLine } from '../../../../scripts/connector/run-case';
import { runCase as runInWorkbench } from '../../../../src/content/picker/cases/run-case';
import { deepEqual } from '../../../../src/core/values/deep-equal';
import type { CaseExpectation, ConnectorCase } from '../../../../src/protocol/connector-case';
import type { Definition } from '../../../../src/protocol/definition/definition';

const definition: Definition = {
  version: 1,
  id: 'tried',
  name: 'Tried',
  hosts: ['www.tried.example'],
  verified: { date: null, how: 'never' },
  pages: [
    {
      kind: 'film',
      match: { path: '^/watch/' },
      item: { type: [{ constant: 'movie' }], title: [{ text: 'h1' }] },
    },
  ],
};
const html = '<h1>Sintel</h1>';
const sintel = { type: 'movie', title: 'Sintel' } as const;

test.each<readonly [string, CaseExpectation, boolean]>([
  ['/watch/1', { page: 'film', item: sintel }, true],
  ['/watch/1', {}, true],
  ['/watch/1', { item: {} }, false],
  ['/watch/1', { item: { ...sintel, year: 2010 } }, false],
  ['/watch/1', { gate: 'ad' }, false],
  ['/watch/1', { page: null }, false],
  // Pages of which the definition knows nothing.
  ['/live/1', { page: null }, true],
  ['/live/1', { page: null, item: {} }, true],
  ['/live/1', { item: {} }, false],
  ['/live/1', {}, false],
  ['/live/1', { page: 'film', item: {} }, false],
])('the command line and the workbench judge %s with %j alike', async (path, expectation, passes) => {
  const one = {
    about: 'a page',
    covers: 'film',
    url: `https://www.tried.example${path}`,
    expect: expectation,
  } as const;
  const steps = await runOnCommandLine(definition, { html, case: one, pages: {} });
  const { passed } = await runInWorkbench(definition, one, html);
  expect([steps.every(({ expected, actual }) => deepEqual(expected, actual)), passed]).toEqual([
    passes,
    passes,
  ]);
});

test('both refuse a case with a video that its page does not have', async () => {
  const one: ConnectorCase = {
    about: 'a page',
    covers: 'film',
    url: 'https://www.tried.example/watch/1',
    videos: [{ selector: '#player video', duration: 60, position: 1 }],
    expect: { page: 'film', item: sintel },
  };
  const missing = 'video #player video';
  await expect(runOnCommandLine(definition, { html, case: one, pages: {} })).rejects.toThrow(missing);
  expect((await runInWorkbench(definition, one, html)).differs).toEqual([missing]);
  const withVideo = `${html}<div id="player"><video></video></div>`;
  expect((await runInWorkbench(definition, one, withVideo)).differs).toEqual([]);
});
