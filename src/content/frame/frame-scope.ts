import type { LabelReader } from '../../core/text/season-episode';
import type { GenericReading, OnDemandSource, PageAccess, ReadContext } from '../reader/context';
import type { selectTexts } from '../reader/element-text';
import type { SnapshotReader } from '../reader/snapshot';

/** Readers that few pages need. They are not part of the content script. */
export type ReadingAid = Readonly<{
  createTrialReader: (readNew: SnapshotReader, readFormer: SnapshotReader) => SnapshotReader;
  readGeneric: (context: ReadContext) => GenericReading;
  readOwnClock: PageAccess['readOwnClock'];
  parseSeasonEpisode: LabelReader;
  readOnDemand: (source: OnDemandSource, context: ReadContext) => unknown;
  selectTexts: typeof selectTexts;
}>;

/** What the extension's scripts share in one frame. */
export interface FrameScope {
  /** Ends the page monitor. */
  end?: () => void;
  /** Set by `reading-aid/main.ts`, which is injected on demand. */
  readingAid?: ReadingAid | undefined;
}

/** A symbol, because a plain name could also return a page element with that id. */
export function frameScope(): FrameScope {
  const scope: { [key]?: FrameScope } = globalThis as never;
  return (scope[key] ??= {});
}

const key = Symbol.for('matinee');
