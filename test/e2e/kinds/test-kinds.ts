import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendMessage } from '../../support/browser/drive-extension';
import type { JourneyEngine } from '../journeys/journey-browser';
import { mediaKinds } from './media-kinds';
import { pageKinds } from './page-kinds';
import { tabKinds } from './tab-kinds';
import { startKindsStage, type KindsStage } from './kinds-stage';

const kinds = [...tabKinds, ...mediaKinds, ...pageKinds];

/** Each kind of evening once in a real browser, compared with the events of the pages' own players. */
export function testKinds(engine: JourneyEngine): void {
  let stage: KindsStage;
  beforeAll(async () => {
    stage = await startKindsStage(engine);
  }, 300_000);
  afterAll(() => (stage as KindsStage | undefined)?.close());

  test.each(kinds.filter(({ only = engine }) => only === engine))('$name', ({ happen }) => happen(stage));

  test('the history holds what was watched, once, with its minute, and nothing else', async () => {
    const [history, truth] = [await stage.history(), stage.truth()];
    const names = (all: typeof history) => all.map(({ name }) => name).toSorted();
    expect(names(history)).toEqual(names(truth));
    for (const { name, at } of history) {
      const seen = truth.find((one) => one.name === name)?.at ?? 0;
      expect(Math.abs(at - seen), `${name}: ${(at - seen) / 1000} s`).toBeLessThan(60_000);
    }
    // Nothing is asked, and nothing waits.
    expect(await sendMessage(stage.browser, 'outbox.list', {})).toEqual([]);
    expect((await stage.places()).filter(({ watched }) => !watched)).toEqual([]);
  });
}
