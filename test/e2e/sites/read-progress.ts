import { z } from 'zod';
import {
  progressPageSchema,
  type HistoryEntry,
  type PlaybackRecord,
} from '../../../src/protocol/tracker/history';
import { readHistory, type Stage } from '../../support/server/start-stage';
import { waitFor } from '../../support/wait-for';

type Tracker = Pick<Stage, 'service' | 'readKey'>;

/** The progress records of the service, last changed first. */
export async function readProgress({ service, readKey }: Tracker): Promise<PlaybackRecord[]> {
  const answer = await fetch(`${service.baseUrl}/matinee/progress`, { headers: { 'x-api-key': readKey } });
  if (!answer.ok) throw new Error(`GET /matinee/progress answered ${answer.status}`);
  return z.object({ data: progressPageSchema }).parse(await answer.json()).data.items;
}

/** Episodes as `Breaking Bad 1x2`, films by their title. */
export function nameOf({ media }: Pick<PlaybackRecord, 'media'>): string {
  return media.type === 'movie'
    ? `${media.title}`
    : `${media.title} ${media.seasonNumber}x${media.episodeNumber}`;
}

/** Waits for a title in the history. */
export function waitForHistory(tracker: Tracker, name: string): Promise<HistoryEntry> {
  return waitFor(`${name} in the history`, async () =>
    (await readHistory(tracker)).find((entry) => nameOf(entry) === name),
  );
}

/** Waits until the position of a title is in the expected range. */
export function waitForProgress(
  tracker: Tracker,
  name: string,
  is: (seconds: number) => boolean = () => true,
): Promise<PlaybackRecord> {
  return waitFor(`a position of ${name}`, async () =>
    (await readProgress(tracker)).find((record) => nameOf(record) === name && is(record.progress)),
  );
}
