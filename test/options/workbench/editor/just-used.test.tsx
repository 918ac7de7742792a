// @vitest-environment happy-dom
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { JustUsed } from '../../../../src/options/workbench/editor/after-use';
import { browser } from '../../../../src/platform/browser/browser';

const ended = vi.fn();
const before = { ...browser };

beforeEach(async () => {
  vi.useFakeTimers();
  Object.assign(browser, { i18n: { getMessage: (key: string) => key } });
  await act(() => render(<JustUsed name="Cinema" onUndo={() => {}} onEnd={ended} />, document.body));
});
afterEach(() => {
  render(null, document.body);
  ended.mockClear();
  vi.useRealTimers();
  Object.assign(browser, { i18n: before.i18n });
});

const happens = (name: string) =>
  act(() => void document.querySelector('[role=status]')?.dispatchEvent(new Event(name)));

test('the message goes after eight seconds', () => {
  vi.advanceTimersByTime(7_900);
  expect(ended).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  expect(ended).toHaveBeenCalledOnce();
});

test.each([
  ['pointerenter', 'pointerleave'],
  ['focusin', 'focusout'],
])('the message stays from %s to %s', async (begin, end) => {
  await happens(begin);
  vi.advanceTimersByTime(60_000);
  expect(ended).not.toHaveBeenCalled();
  await happens(end);
  vi.advanceTimersByTime(8_100);
  expect(ended).toHaveBeenCalledOnce();
});
