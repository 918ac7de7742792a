// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { frameScope } from '../../src/content/frame/frame-scope';
import { waitFor } from '../support/wait-for';

/** Each query is a module of its own, which runs again. */
let runs = 0;
const startScript = () => import(/* @vite-ignore */ `../../src/content/main?${runs++}`);

/** The inputs of `hello` that the worker has received. */
let heard: unknown[];

beforeEach(async () => {
  heard = [];
  const { browser } = await import('../../src/platform/browser/browser');
  const sendMessage = async ({ input }: { input: unknown }) => {
    heard.push(input);
    return { value: { kind: 'none' } };
  };
  const onMessage = { addListener: () => undefined, removeListener: () => undefined };
  Object.assign(browser, { runtime: { id: 'matinee', sendMessage, onMessage } });
});
afterEach(() => {
  frameScope().end?.();
  Reflect.deleteProperty(document, 'prerendering');
  vi.useRealTimers();
});

test('a page that is prerendered says hello only when it is shown', async () => {
  Object.defineProperty(document, 'prerendering', { configurable: true, value: true });
  await startScript();
  expect(heard).toEqual([]);
  Object.defineProperty(document, 'prerendering', { configurable: true, value: false });
  document.dispatchEvent(new Event('prerenderingchange'));
  await waitFor('hello', () => heard.length > 0);
  expect(heard).toEqual([expect.objectContaining({ url: location.href })]);
});

test('a prerendered page that is shown lets the page before it say its end first', async () => {
  Object.defineProperty(document, 'prerendering', { configurable: true, value: true });
  await startScript();
  vi.useFakeTimers();
  Object.defineProperty(document, 'prerendering', { configurable: true, value: false });
  document.dispatchEvent(new Event('prerenderingchange'));
  // What a frame sends in the task in which it ends has arrived some milliseconds later.
  await vi.advanceTimersByTimeAsync(50);
  expect(heard).toEqual([]);
  await vi.advanceTimersByTimeAsync(50);
  expect(heard).toHaveLength(1);
});
