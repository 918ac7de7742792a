import type { Sink } from '../store/sink';
import type { RelayEvent, SinkClient } from './sink-client';
import { nothingToSend, request, settle, unreachable, type SinkAnswer, type Via } from './sink-request';
import { historyBody, playingBody, ratingBody } from './work-body';

export const MDBLIST_ADDRESS = 'https://api.mdblist.com';

/** Uses a key of the person's account; MDBList accepts it only in the address. */
export const mdblistClient: SinkClient = {
  paceMs: 1000,
  watched: (via, sink, event) => send(via, sink, '/sync/watched', historyBody(event, true)),
  removed: (via, sink, event) => send(via, sink, '/sync/watched/remove', historyBody(event, false)),
  rated: (via, sink, rating) =>
    send(via, sink, rating.rating === null ? '/sync/ratings/remove' : '/sync/ratings', ratingBody(rating)),
  playing: (via, sink, event, { state, progress }) =>
    send(via, sink, state === 'playing' ? '/scrobble/start' : '/scrobble/pause', playing(event, progress)),
  hasTitlesOnce: true,
};

/** The body of a scrobble. MDBList expects the episode inside its series. */
function playing(event: RelayEvent, progress: number): object | undefined {
  const body = playingBody(event, progress);
  if (body === undefined || !('show' in body)) return body;
  const { seasonNumber, episodeNumber } = event.media;
  const season = { number: seasonNumber, episode: { number: episodeNumber } };
  return { progress, show: { ...(body.show as object), season } };
}

async function send(via: Via, sink: Sink, path: string, body: object | undefined): Promise<SinkAnswer> {
  if (body === undefined) return nothingToSend;
  const url = `${sink.address}${path}?${String(new URLSearchParams({ apikey: sink.secret }))}`;
  try {
    const answer = await request(via, { method: 'POST', url, body });
    return settle(answer);
  } catch {
    return unreachable;
  }
}
