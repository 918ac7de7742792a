// @vitest-environment happy-dom
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { usePassing } from '../../../src/ui/hooks/use-passing';

const root = document.createElement('div');
beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  render(null, root);
  vi.useRealTimers();
});

const onEnd = vi.fn();
function Message({ shown }: { readonly shown: string | undefined }) {
  return (
    <div {...usePassing(shown, onEnd)}>{shown !== undefined && <button type="button">Close</button>}</div>
  );
}
const wait = (time: number) => act(() => void vi.advanceTimersByTime(time));
const show = (shown: string | undefined) => act(() => render(<Message shown={shown} />, root));

test('a message whose button was pressed leaves the time of the next one as it is', async () => {
  await show('first');
  // The focus ends with the button, and not every browser reports that.
  await act(() => {
    root.querySelector('button')?.dispatchEvent(new Event('focusin', { bubbles: true }));
  });
  await wait(60_000);
  expect(onEnd).not.toHaveBeenCalled();
  await show(undefined);
  await show('second');
  await wait(7_000);
  expect(onEnd).not.toHaveBeenCalled();
  await wait(2_000);
  expect(onEnd).toHaveBeenCalledOnce();
});
