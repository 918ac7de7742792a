import { vi } from 'vitest';
import { monitorPage } from '../../../src/content/page-monitor/page-monitor';
import type { Definition } from '../../../src/protocol/definition/definition';
import { frameScope } from '../../../src/content/frame/frame-scope';
import { readGeneric } from '../../../src/content/reading-aid/read-generic';
import { readOnDemand } from '../../../src/content/reading-aid/read-on-demand';
import { readOwnClock } from '../../../src/content/reading-aid/read-own-clock';
import { createTrialReader } from '../../../src/content/reading-aid/trial-reader';
import { selectTexts } from '../../../src/content/reader/element-text';
import { readLabel } from '../../../src/core/text/season-episode';

export type Page = Definition['pages'][number];

type PageReading = Pick<Page, 'item' | 'player' | 'values'>;

const definitionOf = (read: PageReading): Definition => ({
  version: 1,
  id: 'site',
  name: 'Site',
  hosts: ['www.site.example'],
  pages: [{ kind: 'watch', match: { path: '^/watch/' }, ...read }],
  verified: { date: null, how: 'made for the test' },
});

/**
 * Puts a player that plays from the start into the document, and monitors its page until `run` is aborted.
 * `former`: the connector before, where this one is on trial. `duration` of the medium in seconds.
 */
export async function openPlayingPage(
  read: PageReading,
  run: AbortController,
  former?: PageReading,
  duration = 2_700,
) {
  document.body.innerHTML += '<video></video>';
  const video = document.querySelector('video');
  if (video === null) throw new Error('no video');
  let [since, from] = [Date.now(), 0];
  const state = {
    paused: false,
    ended: false,
    duration,
    readyState: 4,
    seeking: false,
    playbackRate: 1,
  };
  const now = () => (state.paused ? from : from + (Date.now() - since) / 1_000);
  const source = { currentSrc: 'one' };
  const values = { ...state, ...source };
  for (const name of Object.keys(values) as (keyof typeof values)[])
    Object.defineProperty(video, name, {
      configurable: true,
      get: () => (name === 'currentSrc' ? source.currentSrc : state[name]),
    });
  Object.defineProperty(video, 'currentTime', { get: now });
  video.getBoundingClientRect = () => ({ width: 640, height: 360 }) as DOMRect;
  const happens = (type: string) => void video.dispatchEvent(new Event(type, { bubbles: true }));
  monitorPage({
    definition: definitionOf(read),
    former: former && definitionOf(former),
    run: 'run',
    top: true,
    signal: run.signal,
    end: () => run.abort(),
  });
  await vi.advanceTimersByTimeAsync(0);
  return {
    position: now,
    pause() {
      from = now();
      state.paused = true;
      happens('pause');
    },
    setRate(rate: number) {
      state.playbackRate = rate;
      happens('ratechange');
    },
    /** Another medium, as for the next title of an evening. */
    load(name: string, seconds = state.duration) {
      [since, from] = [Date.now(), 0];
      source.currentSrc = name;
      state.duration = seconds;
      happens('emptied');
      happens('loadedmetadata');
    },
  };
}

/** The part that is injected on demand, as if it had been. */
export function giveReadingAid(): void {
  frameScope().readingAid = {
    createTrialReader,
    parseSeasonEpisode: readLabel,
    readGeneric,
    readOnDemand,
    readOwnClock,
    selectTexts,
  };
}
