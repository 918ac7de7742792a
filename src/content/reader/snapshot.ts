import type { Report } from '../../protocol/report';
import type { Occasion } from './renew-reading';

/** The page at one moment, in the form of a report. */
export type PageSnapshot = Readonly<{
  video?: HTMLVideoElement | undefined;
  reading?: Report['reading'];
  playback?: Report['playback'];
  gate?: Report['gate'];
  trial?: Report['trial'];
  worse?: Report['worse'];
}>;

/**
 * Takes a snapshot of the page at `address`; undefined if the definition has no page or frame for it, or
 * nothing is watched there. During an advertisement it keeps the reading of `before`, the last snapshot.
 */
export type SnapshotReader = (
  address: string,
  before: PageSnapshot | undefined,
  occasion: Occasion,
) => Promise<PageSnapshot | undefined>;
