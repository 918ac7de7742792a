// @vitest-environment happy-dom
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { browser } from '../../../src/platform/browser/browser';
import { Companions } from '../../../src/ui/history/companions';
import { useAction } from '../../../src/ui/hooks/use-action';
import { waitFor } from '../../support/wait-for';

const before = { ...browser };
const items = [
  { id: 'a', name: 'Ada' },
  { id: 'b', name: 'Ben' },
];
/** Ends the additions that the tracker has not answered yet. */
let answers: (() => void)[] = [];

beforeEach(() => {
  answers = [];
  Object.assign(browser, {
    i18n: { getMessage: (key: string) => key, getUILanguage: () => 'en' },
    runtime: { sendMessage: answer },
  });
});
afterEach(async () => {
  await act(() => render(null, document.body));
  Object.assign(browser, before);
});

async function answer({ name, input }: { name: string; input: { body?: object } }): Promise<unknown> {
  if (name === 'tracker.status') return { value: { hasCompanions: true } };
  if (input.body !== undefined && 'add' in input.body)
    await new Promise<void>((resolve) => {
      answers.push(resolve);
    });
  return { value: { items } };
}

function Shown() {
  return <Companions media={{ type: 'movie', tmdbId: 1 }} at={0} action={useAction()} />;
}

test('two people who are chosen in quick succession both stay chosen', async () => {
  await act(() => render(<Shown />, document.body));
  const buttons = () => [...document.querySelectorAll('button')];
  const pressed = () => buttons().map((one) => one.getAttribute('aria-pressed'));
  await waitFor('both people', () => buttons().length === items.length);
  await act(() => buttons().forEach((one) => one.click()));
  await waitFor('both requests', () => answers.length === items.length);
  await act(() => answers.forEach((end) => end()));
  await waitFor('a person who is chosen', () => pressed().includes('true'));
  expect(pressed()).toEqual(['true', 'true']);
});
