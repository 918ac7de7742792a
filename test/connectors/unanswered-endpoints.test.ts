import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { builtInSites, readDefinitionFile } from '../../scripts/connector/files';
import { readCases } from '../../scripts/connector/read-cases';
import { readSavedPage } from '../../scripts/connector/read-saved-page';
import { openSavedPage } from '../../scripts/connector/saved-page';
import { createMemory } from '../../src/content/reader/memory';

/** Seconds after which one question counts as unanswered. */
const LONGEST_WAIT = 10;

/** Of each connector with endpoints the first case in which it asks one for a film or an episode. */
const sites = builtInSites()
  .map((site) => ({ site, definition: readDefinitionFile(site) }))
  .filter(({ definition }) => definition.endpoints !== undefined)
  .map(({ site, definition }) => [site.id, definition, readCases(site)] as const);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test.each(sites)('%s is read without endpoints that are never answered', async (_, definition, cases) => {
  const endpoints = Object.keys(definition.endpoints ?? {}).length;
  const films = cases.filter(({ case: { covers } }) => covers === 'film' || covers === 'episode');
  let asked = 0;
  for (const { name, html, case: one } of films) {
    const saved = openSavedPage(one.url);
    saved.show(html);
    saved.setSituation(one);
    const askEndpoint = () => {
      asked += 1;
      return new Promise<never>(() => undefined);
    };
    const access = { ...saved.world(definition, new URL(one.url)), askEndpoint };
    const memory = createMemory();
    const look = (now: number) =>
      readSavedPage(definition, { ...saved, world: () => access }, new URL(one.url), memory, now);
    const read = vi.fn();
    void look(0).then(read);
    for (let wait = 0; read.mock.calls.length === 0 && wait < endpoints; wait++)
      await vi.advanceTimersByTimeAsync(LONGEST_WAIT * 1_000);
    expect(read, name).toHaveBeenCalledTimes(1);
    // What is asked again is not waited for.
    expect((await look(100_000)).page, name).not.toBeNull();
    if (asked > 0) return;
  }
  expect(asked).toBeGreaterThan(0);
});
