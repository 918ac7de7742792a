// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { browser } from '../../src/platform/browser/browser';
import { waitFor } from '../support/wait-for';

/** The inputs of `hello` that the worker has received. */
let heard: unknown[];

beforeEach(() => {
  heard = [];
  const sendMessage = async ({ input }: { input: unknown }) => {
    heard.push(input);
    return { value: { kind: 'none' } };
  };
  const onMessage = { addListener: () => undefined, removeListener: () => undefined };
  Object.assign(browser, { runtime: { id: 'matinee', sendMessage, onMessage } });
});
afterEach(() => {
  Reflect.deleteProperty(browser, 'runtime');
  Reflect.deleteProperty(document, 'prerendering');
  vi.resetModules();
});

test('a page that is prerendered says hello only when it is shown', async () => {
  Object.defineProperty(document, 'prerendering', { configurable: true, value: true });
  await import('../../src/content/main');
  expect(heard).toEqual([]);
  Object.defineProperty(document, 'prerendering', { configurable: true, value: false });
  document.dispatchEvent(new Event('prerenderingchange'));
  await waitFor('hello', () => heard.length > 0);
  expect(heard).toEqual([expect.objectContaining({ url: location.href })]);
});
