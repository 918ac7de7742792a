import type { Correction } from '../../core/media/correction';
import { LIBRARY_URL } from '../../core/settings/base-url';
import { isRecord } from '../../core/values/is-record';
import { parseJson } from '../../core/values/parse-json';
import { sendQuietly } from '../../platform/messaging/send-quietly';
import { storageItem, type StorageItem } from '../../platform/storage/storage-item';
import { accountStore, correctionsStore } from '../../platform/storage/stores';
import { saidSiteIdSchema, type SiteIdStatement } from '../../protocol/tracker/site-ids';
import { askTracker } from './ask-tracker';
import { Refused } from './catalogue-state';

/** The site ids that a tracker was told, with the works that they stand for. */
export type ToldSiteIds = Readonly<{
  /** Base address of the tracker. */
  tracker: string;
  /**
   * Work by site and site id: `netflix:81747912` → `movie/348` or `episode/1396` (type and TMDB id). Empty:
   * the statement was withdrawn.
   */
  works: Readonly<Record<string, string>>;
}>;

const PATH = '/matinee/site-ids';
/** Maximum size of an OpenAPI description, in bytes. */
const LARGEST_DESCRIPTION = 4_000_000;

/**
 * Sends the site ids of the person's corrections to the tracker. The tracker then recognises these titles in
 * every language, for everybody who uses it. Statements without a correction are withdrawn. Corrections from
 * before the sign-in are not sent, because the tracker has not seen these titles. After a failure, the rest
 * is sent the next time.
 */
export async function tellSiteIds(fetch: typeof globalThis.fetch): Promise<void> {
  const [account, corrections, stored] = await Promise.all([
    accountStore.get(),
    correctionsStore.get(),
    toldStore.get(),
  ]);
  if (account.state !== 'signed-in' || account.baseUrl === LIBRARY_URL) return;
  const tracker = account.baseUrl;
  const works = stored.tracker === tracker ? stored.works : {};
  const changes = changesOf(works, corrections, account.since);
  if (changes.length === 0 || !(await isOffered(fetch, tracker))) return;
  const told: Record<string, string> = { ...works };
  for (const said of changes) {
    // Sequential: each statement is stored before the next one is sent. oxlint-disable-next-line
    // no-await-in-loop
    const answer = await sendQuietly('tracker.page', { path: PATH, body: said });
    if (answer === undefined) return;
    told[keyOf(said)] = workOf(said);
    // oxlint-disable-next-line no-await-in-loop
    await toldStore.set({ tracker, works: told });
  }
}

/**
 * The statements that bring the tracker up to date with the corrections. `since`: the time of the sign-in.
 */
export function changesOf(
  told: ToldSiteIds['works'],
  corrections: Correction[],
  since: number,
): SiteIdStatement[] {
  const isNew = ({ site = '', createdAt }: Correction) => createdAt >= since || told[site] !== undefined;
  const said = new Map(
    corrections
      .filter((one) => isNew(one) && namesWork(one))
      .toSorted((a, b) => a.createdAt - b.createdAt)
      .flatMap(({ site = '', media }) => toSaid(site, media.type, media.tmdbId))
      .map((one) => [keyOf(one), one]),
  );
  const gone = Object.entries(told)
    .filter(([key, work]) => work !== '' && !said.has(key))
    .flatMap(([key, work]) => toSaid(key, work.split('/')[0], null));
  return [...[...said.values()].filter((one) => told[keyOf(one)] !== workOf(one)), ...gone];
}

/**
 * Whether a correction says what its site id stands for: a film, or a series whose episodes have the page's
 * numbers. With other numbers, the id alone would name the wrong episode to others. If the page states no
 * season, the tracker finds the season or leaves it open.
 */
function namesWork({ scope, key, media, seasonOffset = 0, episodeOffset = 0 }: Correction): boolean {
  if (media.type === 'movie') return key.startsWith('movie|');
  const isSameSeason = seasonOffset === 0 || seasonOffset === media.seasonNumber;
  return scope === 'series' && episodeOffset === 0 && isSameSeason;
}

/** `site` has the form `netflix:81747912`. Stored values may have another form and give an empty list. */
function toSaid(site: string, type: unknown, tmdbId: unknown): SiteIdStatement[] {
  const [, name, id] = /^([^:]+):(.+)$/.exec(site) ?? [];
  const read = saidSiteIdSchema.safeParse({ site: name, id, type, tmdbId });
  return read.success ? [read.data] : [];
}

const keyOf = ({ site, id }: SiteIdStatement) => `${site}:${id}`;

const workOf = ({ type, tmdbId }: SiteIdStatement) => (tmdbId === null ? '' : `${type}/${tmdbId}`);

/** Whether the tracker's OpenAPI description has this operation. Otherwise nothing is sent. */
async function isOffered(fetch: typeof globalThis.fetch, tracker: string): Promise<boolean> {
  try {
    const { text } = await askTracker(fetch, `${tracker}/openapi.json`, { most: LARGEST_DESCRIPTION });
    const description = parseJson(text);
    const paths = isRecord(description) ? description['paths'] : undefined;
    const operations = isRecord(paths) ? paths[PATH] : undefined;
    return isRecord(operations) && isRecord(operations['post']);
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}

const toldStore: StorageItem<ToldSiteIds> = storageItem({
  area: 'local',
  key: 'told-site-ids',
  read: (stored) => {
    if (!isRecord(stored) || !isRecord(stored['works'])) return { tracker: '', works: {} };
    const works = Object.entries(stored['works']).filter(
      (one): one is [string, string] => typeof one[1] === 'string',
    );
    return { tracker: String(stored['tracker']), works: Object.fromEntries(works) };
  },
});
