// @vitest-environment happy-dom
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DraftView } from '../../../../src/options/workbench/editor/draft-view';
import type { DraftCase } from '../../../../src/core/workbench/draft-record';
import type { Definition } from '../../../../src/protocol/definition/definition';
import { waitFor } from '../../../support/wait-for';
import { createEditorWorld, episode, pages, series, TAB, untaught } from './editor-world';

let world: Awaited<ReturnType<typeof createEditorWorld>>;
const [page] = untaught.pages;
const taught = (): Definition => ({
  ...untaught,
  pages: [
    { kind: 'video', match: page?.match ?? {}, item: { seriesTitle: [series], episodeNumber: [episode] } },
  ],
});

/** A page that the person has saved. */
const saved: DraftCase = {
  name: 'film',
  html: '',
  case: {
    about: 'saved',
    covers: 'film',
    url: 'https://play.overlay.example/v/1',
    expect: { item: { type: 'movie' } },
  },
};

async function open(definition?: Definition, cases?: DraftCase[]): Promise<void> {
  world = await createEditorWorld(definition, cases);
  render(<DraftView draftKey={world.key} tabId={TAB} onToast={() => {}} />, document.body);
}
beforeEach(() => void (document.body.innerHTML = ''));
afterEach(async () => {
  // Effects that are due run before the end, none after it.
  await act(() => {});
  await act(() => render(null, document.body));
  await world.close();
});

const shown = () => document.body.textContent;
const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === name);
const waitForText = (words: string) => waitFor(words, () => shown().includes(words));
async function press(name: string): Promise<void> {
  const found = await waitFor(`the button ${name}`, () => {
    const one = button(name);
    return one?.disabled === false && one;
  });
  found.click();
}
const canUse = () => button('workbench_use')?.disabled === false;

describe('a page that shows its title with the controls only', () => {
  test('is not used while the name of the site is read as a film', async () => {
    await open();
    await waitForText('workbench_no_title');
    expect(canUse()).toBe(false);
    button('workbench_use')?.click();
    world.state.page = pages.shown;
    await waitFor('that it can be used', canUse);
    expect(shown()).not.toContain('workbench_no_title');
    expect(await world.own()).toEqual([]);
  });

  test('shows what was seen there, and asks for the pointer until it is read', async () => {
    await open(taught());
    world.state.page = pages.gone;
    await waitForText('workbench_show_title');
    expect(document.querySelectorAll('.reading dd')[0]?.textContent).toBe('workbench_last_seen');
    expect(canUse()).toBe(false);
  });

  test('the picker asks for the pointer, and leaves when the field has been found by itself', async () => {
    await open();
    await waitForText('workbench_no_title');
    document.querySelector<HTMLElement>('[aria-label="workbench_point_at"]')?.click();
    await waitFor('the hint', () => world.state.hints.at(-1)?.startsWith('workbench_show_title '));
    expect(world.state.pick).toBe('picking');
    world.state.page = pages.shown;
    await waitFor('the picker to leave', () => world.state.pick === 'left');
  });
});

describe('a draft in use', () => {
  test('says what comes next, and can be undone beside its button', async () => {
    await open(taught());
    world.state.page = pages.shown;
    await press('workbench_use');
    await waitForText('workbench_soon');
    expect(document.querySelector('.toast')).toBeNull();
    // The editor has an Undo as well.
    document.querySelector<HTMLButtonElement>('[role="status"] .link')?.click();
    await waitFor('that it is not in use', async () => (await world.own()).length === 0);
  });

  test('keeps its page by itself in place of the one that it kept before', async () => {
    const old = { name: 'episode', html: '', case: { expect: {} }, automatic: true } as const;
    const own = { name: 'by-hand', html: '', case: { expect: {} } };
    await open(taught(), [old, own]);
    world.state.page = pages.shown;
    await press('workbench_use');
    const kept = await waitFor('the case', async () => {
      const cases = await world.cases();
      return cases[0]?.html !== '' && cases;
    });
    expect(kept.map(({ name, automatic }) => [name, automatic])).toEqual([
      ['episode', true],
      ['by-hand', undefined],
    ]);
  });

  test('that differs from a saved page names it and leads to the test cases', async () => {
    await open(taught(), [saved]);
    world.state.page = pages.shown;
    world.state.differs = ['episodeNumber'];
    await press('workbench_use');
    await waitForText('workbench_check_differs');
    button('workbench_view_cases')?.click();
    await waitForText('workbench_keep_case');
    expect(document.activeElement?.id).toBe('tab-cases');
  });

  test('is submitted once until it changes', async () => {
    await open(taught(), [saved]);
    world.state.page = pages.shown;
    await press('workbench_use');
    await press('workbench_submit');
    await waitForText('workbench_submitted_ok');
    expect(button('workbench_sent_for_review')?.disabled).toBe(true);
    expect(world.state.submitted).toHaveLength(1);
  });

  test('that has been changed says that it has to be used again', async () => {
    await open(taught(), [saved]);
    world.state.page = pages.shown;
    await press('workbench_use');
    await waitForText('workbench_soon');
    expect(shown()).not.toContain('workbench_changed');
    const kind = document.querySelector<HTMLSelectElement>('.teach select');
    Object.assign(kind ?? {}, { value: 'episode' });
    kind?.dispatchEvent(new Event('change', { bubbles: true }));
    await waitForText('workbench_changed');
  });
});
