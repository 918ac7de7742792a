import { isRecord } from '../../core/values/is-record';
import { text } from '../../platform/browser/i18n';
import { MessageError, send } from '../../platform/messaging/send';
import type { MediaRecord } from '../../protocol/tracker/history';
import { unwrapData } from '../../protocol/tracker/unwrap-data';
import { askHistory } from './ask-history';

/** What the library exports, as far as a move reads it. */
interface ExportedHistory extends Record<string, unknown> {
  readonly watchlist: readonly ShelvedWork[];
  readonly favorites: readonly ShelvedWork[];
  readonly progress: readonly PlaceToMove[];
}

interface ShelvedWork {
  /** `movie:348`, `show:1396` */
  readonly media: string;
}

interface PlaceToMove {
  readonly media: MediaRecord;
  readonly updatedAt: string;
  readonly progress: number;
  readonly duration: number;
}

interface MoveState {
  readonly importId?: string;
  readonly doneAt?: number;
}

/** Milliseconds between two looks at an import that is under way. */
const INTERVAL = 500;

/**
 * Moves everything: viewings and ratings by an import of the tracker, which knows by their ids what it has;
 * then lists and places. After an interruption it goes on with the import that it began; a second move adds
 * nothing. The history here stays.
 */
export async function moveHistory(
  account: string,
  onPercent: (percent: number) => void,
): Promise<{ readonly added: number; readonly known: number }> {
  const before = await askHistory<MoveState>('GET', `/library/move?account=${encodeURIComponent(account)}`);
  const exported = await askHistory<ExportedHistory>('GET', '/library/export');
  const counts = await importAll(account, before, exported, onPercent);
  const isNew = ({ updatedAt }: { readonly updatedAt: string }) =>
    Date.parse(updatedAt) > (before.doneAt ?? 0);
  for (const { media, progress, duration } of exported.progress.filter(isNew))
    await send('tracker.page', { path: '/scrobble', body: { ...placeOf(media), progress, duration } });
  for (const { media } of exported.watchlist)
    await send('tracker.mark', { media: workOf(media), mark: { kind: 'watchlist', on: true } });
  for (const { media } of exported.favorites)
    await send('tracker.mark', { media: workOf(media), mark: { kind: 'favorite', on: true } });
  await askHistory('PUT', '/library/move', { account, doneAt: Date.now() });
  return counts;
}

async function importAll(
  account: string,
  { importId, doneAt = 0 }: MoveState,
  exported: ExportedHistory,
  onPercent: (percent: number) => void,
) {
  const begun = importId === undefined ? undefined : await read(`/matinee/imports/${importId}`);
  let state = begun ?? readImport(await send('tracker.page', { path: '/matinee/imports', body: exported }));
  await askHistory('PUT', '/library/move', { account, importId: state.id, doneAt });
  const path = `/matinee/imports/${state.id}`;
  while (state.state !== 'stored') {
    onPercent(percentOf(state));
    state =
      state.state === 'preview'
        ? readImport(await send('tracker.page', { path: `${path}/store`, body: {} }))
        : ((await read(path)) ?? state);
    if (state.state !== 'stored')
      await new Promise((resolve) => {
        setTimeout(resolve, INTERVAL);
      });
  }
  onPercent(100);
  return { added: state.added, known: state.known };
}

/** An import of the tracker; `undefined`: it has none of this id any more. */
async function read(path: string): Promise<TrackerImport | undefined> {
  try {
    return readImport(await send('tracker.page', { path }));
  } catch (error) {
    if (error instanceof MessageError && error.code === 'not-found') return undefined;
    throw error;
  }
}

interface TrackerImport {
  readonly id: string;
  readonly state: string;
  readonly rows: number;
  readonly open: number;
  readonly added: number;
  readonly known: number;
}

function readImport(answer: unknown): TrackerImport {
  const data = unwrapData(answer);
  const { id, state, rows, open, added, known } = isRecord(data) ? data : {};
  if (typeof id !== 'string' || typeof state !== 'string')
    throw new MessageError('malformed', text('history_move_cannot'));
  const numbers = [rows, open, added, known].map((value) => (typeof value === 'number' ? value : 0));
  const [all = 0, looking = 0, stored = 0, there = 0] = numbers;
  return { id, state, rows: all, open: looking, added: stored, known: there };
}

function percentOf({ state, rows, open, added }: TrackerImport): number {
  if (rows === 0) return 0;
  return Math.round(state === 'storing' ? 50 + (added / rows) * 50 : ((rows - open) / rows) * 50);
}

function placeOf({ type, tmdbId, id, seasonNumber, episodeNumber }: MediaRecord) {
  return type === 'movie' ? { type, tmdbId } : { type, tvShowId: tmdbId, id, seasonNumber, episodeNumber };
}

/** A mark of an episode is that of its series. */
function workOf(media: string) {
  const [kind, id] = media.split(':');
  return { type: kind === 'movie' ? ('movie' as const) : ('episode' as const), tmdbId: Number(id) };
}
