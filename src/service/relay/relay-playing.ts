import { eventOf, hasFailed, viaOf, type SinkFailure, type Way } from './relay-context';
import type { RelayPlayback } from './sink-client';
import type { MediaRow } from '../store/media';
import type { PlaybackRow } from '../store/relay-ratings';

/** Positions are reported every five to six minutes while something plays. */
const PLAYING_MS = 390_000;

/** Tells the sink what plays, and that it has stopped; once for each. */
export async function relayPlaying(way: Way): Promise<SinkFailure | undefined> {
  const { context, client, sink } = way;
  if (client.playing === undefined) return undefined;
  const { relay } = context.store;
  const told = await relay.told(sink);
  const row = await relay.playing(sink, context.now() - PLAYING_MS);
  const isKnown = told !== undefined && told.media === row?.media;
  const ended = told === undefined || isKnown ? undefined : await tellEnd(way, told);
  if (ended !== undefined || row === undefined) return ended;
  const failed = isKnown ? undefined : await tell(way, row, 'playing');
  if (failed === undefined) await relay.tell(sink, row);
  return failed;
}

async function tellEnd(
  way: Way,
  told: PlaybackRow & MediaRow & { isWatched: number },
): Promise<SinkFailure | undefined> {
  const failed = told.isWatched === 1 ? undefined : await tell(way, told, 'paused');
  if (failed === undefined) await way.context.store.relay.tell(way.sink, undefined);
  return failed;
}

/** What the sink does not take is not told again: a viewing that is watched is sent in any case. */
async function tell(
  { context, client, sink }: Way,
  row: PlaybackRow & MediaRow,
  state: RelayPlayback['state'],
): Promise<SinkFailure | undefined> {
  const event = await eventOf(context.catalogue, { ...row, id: '', watchedAt: context.now() });
  const progress = Math.min(89, Math.max(1, Math.round((row.progress / row.duration) * 100)));
  const answer = await client.playing?.(viaOf(context), sink, event, { state, progress });
  return answer !== undefined && hasFailed(answer) ? answer : undefined;
}
