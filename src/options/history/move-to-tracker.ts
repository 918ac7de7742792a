import { isRecord } from '../../core/values/is-record';
import { text } from '../../platform/browser/i18n';
import { MessageError, send } from '../../platform/messaging/send';
import type { MediaRecord } from '../../protocol/tracker/history';
import { unwrapData } from '../../protocol/tracker/read-fields';
import { askHistory } from './use-history';

/** The parts of the library's export that `moveHistory` reads. */
interface ExportedHistory extends Record<string, unknown> {
  readonly progress: PlaceToMove[];
}

type PlaceToMove = Readonly<{
  media: MediaRecord;
  updatedAt: string;
  progress: number;
  duration: number;
}>;

/** The import of an interrupted move, as the library remembers it. Without an id, no move is open. */
type MoveState = Readonly<{
  importId?: string;
}>;

type MovedCounts = Readonly<{
  added: number;
  known: number;
}>;

/** Milliseconds between two polls of an import in progress. */
const INTERVAL = 500;

/** Milliseconds. The tracker dates an older position as now, so an older one is not sent. */
const OLDEST_PLACE_MS = 365 * 86_400_000;
/**
 * Seconds. The tracker dates a younger position as now, so it would win over the tracker's own position. A
 * position is therefore sent as at least this old.
 */
const YOUNGEST_PLACE = 60;

/**
 * Moves the whole history by an import at the tracker. The tracker recognises viewings by their ids, so a
 * second move adds nothing. After an interruption, the open import is completed first; newer viewings follow
 * in the next import. The history here stays.
 */
export async function moveHistory(
  account: string,
  onPercent: (percent: number) => void,
): Promise<MovedCounts> {
  const before = await askHistory<MoveState>('GET', `/library/move?account=${encodeURIComponent(account)}`);
  const begun = before.importId === undefined ? undefined : await read(`/matinee/imports/${before.importId}`);
  const earlier = begun === undefined ? 0 : (await storeAll(begun, onPercent)).added;
  const exported = await askHistory<ExportedHistory>('GET', '/library/export');
  const opened = readImport(await send('tracker.page', { path: '/matinee/imports', body: exported }));
  await askHistory('PUT', '/library/move', { account, importId: opened.id });
  const { added, known } = await storeAll(opened, onPercent);
  for (const place of exported.progress) await goOnThere(place);
  await askHistory('PUT', '/library/move', { account });
  return { added: earlier + added, known: Math.max(0, known - earlier) };
}

/**
 * Sends the position of a title that was started here. An import alone would keep the tracker's own position,
 * also if it is older.
 */
async function goOnThere({ media, updatedAt, progress, duration }: PlaceToMove): Promise<void> {
  const ageMs = Date.now() - Date.parse(updatedAt);
  if (ageMs > OLDEST_PLACE_MS) return;
  // Rounded up, so that the tracker's position wins within the same second.
  const age = Math.max(YOUNGEST_PLACE, Math.ceil(ageMs / 1000));
  await send('tracker.page', { path: '/scrobble', body: { ...placeOf(media), progress, duration, age } });
}

/** Completes an import from any state. An import that the person undoes meanwhile adds nothing. */
async function storeAll(begun: TrackerImport, onPercent: (percent: number) => void): Promise<MovedCounts> {
  const path = `/matinee/imports/${begun.id}`;
  let state: TrackerImport | undefined = begun;
  while (state !== undefined && state.state !== 'stored') {
    onPercent(percentOf(state));
    state =
      state.state === 'preview'
        ? readImport(await send('tracker.page', { path: `${path}/store`, body: {} }))
        : await read(path);
    if (state !== undefined && state.state !== 'stored')
      await new Promise((resolve) => {
        setTimeout(resolve, INTERVAL);
      });
  }
  onPercent(100);
  return state ?? { added: 0, known: 0 };
}

/** An import of the tracker; `undefined`: it no longer has one with this id. */
async function read(path: string): Promise<TrackerImport | undefined> {
  try {
    return readImport(await send('tracker.page', { path }));
  } catch (error) {
    if (error instanceof MessageError && error.code === 'not-found') return undefined;
    throw error;
  }
}

type TrackerImport = Readonly<{
  id: string;
  state: string;
  rows: number;
  open: number;
  added: number;
  known: number;
}>;

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
