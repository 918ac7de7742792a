import type { Item } from '../../../src/core/media/item';
import { idleWatch, type TabWatch, type Rules, type Transition } from '../../../src/core/session/tab-watch';
import { pollSeconds } from '../../../src/core/session/thresholds';
import type { Update } from '../../../src/core/session/session';
import type { ObservedPlayback, Observation, SkipReason } from '../../../src/core/session/observation';
import { reduceSession } from '../../../src/core/session/reducer';
import { defined } from '../../../src/core/values/defined';

export const film: Item = { type: 'movie', title: 'Sintel' };
export const first: Item = { type: 'episode', seriesTitle: 'Dark', seasonNumber: 1, episodeNumber: 1 };
export const second: Item = { ...first, episodeNumber: 2 };

export interface Look extends Partial<ObservedPlayback> {
  readonly item?: Partial<Item>;
  readonly identity?: string;
  readonly gate?: SkipReason;
  readonly leaving?: boolean;
  readonly playerLost?: boolean;
  /** The browser states that the page is gone, and the page has stated nothing itself. */
  readonly silent?: boolean;
}

/** One tab over time. `look` is one report; `play` is a look whenever a page takes one. */
export function createTab(rules: Partial<Rules> = {}, item: Item = film, duration = 1_000) {
  let watch: TabWatch = idleWatch;
  let now = 1_000_000;
  let ids = 0;
  let step: Transition = { watch, updates: [] };
  const updates: Update[] = [];
  const ads: string[] = [];
  const tab = {
    updates,
    /** Sessions that turned out to be advertisements. */
    ads,
    now: () => now,
    get step() {
      return step;
    },
    get session() {
      return step.watch.session;
    },
    wait: (seconds: number) => void (now += seconds * 1_000),
    look({
      item: read = item,
      identity = JSON.stringify(read),
      gate,
      leaving = false,
      playerLost,
      silent = false,
      ...playback
    }: Look = {}): Transition {
      const sighting: Observation = {
        siteId: 'site',
        leaving,
        at: now,
        ...(!silent && {
          reading: { item: read, identity, confidence: 1 },
          playback: { state: 'playing', position: 0, duration, rate: 1, at: now, source: 'a', ...playback },
        }),
        ...defined({ gate, playerLost }),
      };
      const all: Rules = {
        interval: 120,
        evidence: 0,
        minimumLength: 30,
        films: true,
        episodes: true,
        account: '',
        now,
        newId: () => `s${ids++}`,
        isResumption: () => false,
        earlierEvidence: () => [],
        ...rules,
      };
      step = reduceSession(watch, sighting, all);
      // A worker that dies between two reports.
      watch = JSON.parse(JSON.stringify(step.watch)) as TabWatch;
      if (step.former?.wasAd === true) ads.push(step.former.closed.id);
      updates.push(...(step.former?.updates ?? []), ...step.updates);
      if (step.wasAd === true && step.closed !== undefined) ads.push(step.closed.id);
      return step;
    },
    play(from: number, to: number, look: Look = {}) {
      const rate = look.rate ?? 1;
      for (let position = from; ;) {
        tab.look({ ...look, position });
        if (position >= to) return;
        const wall = Math.min(pollSeconds, (to - position) / rate);
        tab.wait(wall);
        position += wall * rate;
      }
    },
  };
  return tab;
}

export const crossings = (updates: readonly Update[]) => updates.filter(({ crossing }) => crossing);
