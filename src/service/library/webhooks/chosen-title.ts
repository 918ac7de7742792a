import { idsOfMediaKey, mediaKey, type MediaIds } from '../../../core/library/media-key';
import type { SeasonLength } from '../../../core/media/media';
import { plainTitle } from '../../../core/text/normalize-title';
import { defined } from '../../../core/values/defined';
import type { Position } from '../../../core/library/next-session';
import type { Title } from '../../catalogue/catalogue';
import type { Service } from '../../http/environment';
import type { HeldTitle, NamedPlace } from '../../store/held-titles';
import type { TitleChoice } from '../../store/title-choices';
import { findPlayed, type DoubtfulTitle, type FoundTitle } from './find-played';
import type { PlayedTitle } from './playing';

/**
 * The result of a choice: the chosen title, a title that is still uncertain, or `none`: not to be recorded.
 */
export type ChosenTitle = FoundTitle | DoubtfulTitle | 'none';

type Context = Pick<Service, 'catalogue' | 'store'>;

/** The title in the terms of its server. Choices are stored under it, and apply when it is played again. */
export function placeOf(title: PlayedTitle): NamedPlace {
  const { type, seasonNumber, episodeNumber, episodeTitle = '' } = title;
  const work = [type, plainTitle(title.title ?? ''), whichOf(title)].join('/');
  if (type === 'movie') return { work, ...WHOLE };
  if (seasonNumber !== undefined && episodeNumber !== undefined)
    return { work, season: seasonNumber, episode: episodeNumber };
  return { work: `${work}/${plainTitle(episodeTitle)}`, ...WHOLE };
}

const WHOLE = { season: -1, episode: -1 };

/** An id or the year, to distinguish works of the same name. */
function whichOf({ type, year, ids, seriesIds = {} }: PlayedTitle): string | number {
  const { tmdb, tvdb, imdb } = type === 'movie' ? ids : seriesIds;
  return tmdb ?? tvdb ?? imdb ?? (type === 'movie' ? (year ?? '') : '');
}

/** What the person has chosen for this title before. `undefined`: nothing. */
export async function findChosen(
  { catalogue, store }: Context,
  userId: string,
  title: PlayedTitle,
): Promise<ChosenTitle | undefined> {
  const place = placeOf(title);
  const choice = await store.titleChoices.of(userId, place);
  if (choice === undefined) return undefined;
  return applyChoice({ catalogue, language: await store.preferences.languageOf(userId) }, choice, title);
}

type Asking = Readonly<{
  catalogue: Service['catalogue'];
  language: string | null;
}>;

async function applyChoice(asking: Asking, choice: TitleChoice, title: PlayedTitle): Promise<ChosenTitle> {
  if (choice.media === 'none') return 'none';
  const chosen = idsOfMediaKey(choice.media);
  const isForSeason = choice.season !== -1 && choice.episode === -1;
  return isForSeason ? countOn(asking, title, { chosen, shift: choice.shift }) : { ids: chosen };
}

type Count = Readonly<{
  chosen: MediaIds;
  shift: number;
}>;

/**
 * The title for an episode of a season with one choice for all: counted from the chosen episode by `shift`.
 */
async function countOn(
  asking: Asking,
  { episodeNumber = 0, episodeTitle }: PlayedTitle,
  { chosen, shift }: Count,
): Promise<FoundTitle | DoubtfulTitle> {
  const seasons = (await lookUp(asking.catalogue, chosen))?.seasons ?? [];
  const place = placeAt(seasons, chosen.seasonNumber ?? 1, episodeNumber + shift);
  const asked = { type: 'episode', ids: {}, seriesIds: { tmdb: chosen.tmdbId }, ...place } as const;
  return findPlayed(asking, { ...asked, episodeTitle });
}

/** Rejects with a `CatalogueError` if the look-up fails. */
async function lookUp(
  catalogue: Service['catalogue'],
  { type, tmdbId, seasonNumber, episodeNumber }: MediaIds,
): Promise<Title | undefined> {
  return (await catalogue.resolve(defined({ type, tmdbId, seasonNumber, episodeNumber })))[0];
}

/**
 * The place of an episode that is counted through all seasons. `undefined` numbers: there is no such episode.
 */
function placeAt(seasons: SeasonLength[], season: number, count: number) {
  if (season === 0) return { seasonNumber: 0, episodeNumber: count };
  let rest = count;
  for (const { number, episodes } of regular(seasons)) {
    if (rest >= 1 && rest <= episodes) return { seasonNumber: number, episodeNumber: rest };
    rest -= episodes;
  }
  return { seasonNumber: undefined, episodeNumber: undefined };
}

/** The distance between the server's episode and the film database's, both counted through all seasons. */
function shiftOf(seasons: SeasonLength[], stated: number, chosen: MediaIds): number {
  const { seasonNumber = 0, episodeNumber = 0 } = chosen;
  const before = regular(seasons)
    .filter(({ number }) => number < seasonNumber)
    .reduce((sum, { episodes }) => sum + episodes, 0);
  return (seasonNumber === 0 ? 0 : before) + episodeNumber - stated;
}

function regular(seasons: SeasonLength[]): SeasonLength[] {
  return seasons.filter(({ number }) => number > 0).toSorted((a, b) => a.number - b.number);
}

/** A person's choice for a waiting title. */
export type Choosing = Readonly<{
  /** `undefined`: it is not to be recorded. */
  ids: MediaIds | undefined;
  /**
   * The choice is for the whole season: its episodes are counted from `ids` or, without `ids`, not recorded.
   */
  isForSeason: boolean;
}>;

/** The choice with its id for undoing it, and how many viewings and ratings it has added. */
export type ChoiceResult = Readonly<{
  choice: string;
  count: number;
  ratings: number;
}>;

/** Stores a choice, and records everything that has waited for it. */
export async function choose(
  context: Context,
  userId: string,
  held: HeldTitle,
  choosing: Choosing,
): Promise<ChoiceResult> {
  const { store, catalogue } = context;
  const stated = await choiceOf(catalogue, held, choosing);
  const choice = { ...stated, id: await store.titleChoices.choose(userId, stated) };
  const asking = { catalogue, language: await store.preferences.languageOf(userId) };
  const added = { count: 0, ratings: 0 };
  for (const waiting of await store.heldTitles.at(userId, choice)) {
    // The title for which the person has chosen is certain, even if the catalogue names it otherwise.
    const isExample = waiting.episode === held.episode && choosing.ids !== undefined;
    const title = JSON.parse(waiting.title) as PlayedTitle;
    const found = isExample ? { ids: choosing.ids } : await applyChoice(asking, choice, title);
    const { isViewing, isRated } = await settle(context, userId, waiting, { found, choice: choice.id });
    if (isViewing) added.count += 1;
    if (isRated) added.ratings += 1;
  }
  return { choice: choice.id, ...added };
}

async function choiceOf(
  catalogue: Service['catalogue'],
  { work, season, episode, title }: HeldTitle,
  { ids, isForSeason }: Choosing,
): Promise<Omit<TitleChoice, 'id'>> {
  const isWide = isForSeason && season !== -1;
  const place = { work, season, episode: isWide ? -1 : episode, title };
  if (ids === undefined) return { ...place, media: 'none', shift: 0 };
  const seasons = isWide ? ((await lookUp(catalogue, ids))?.seasons ?? []) : [];
  return { ...place, media: mediaKey(ids), shift: isWide ? shiftOf(seasons, episode, ids) : 0 };
}

type Settled = Readonly<{
  found: ChosenTitle;
  choice: string;
}>;

/** Records a waiting title if it is certain now. */
async function settle(
  context: Context,
  userId: string,
  held: HeldTitle,
  { found, choice }: Settled,
): Promise<Readonly<{ isViewing: boolean; isRated: boolean }>> {
  const { heldRatings, heldTitles } = context.store;
  if (found !== 'none' && found.ids === undefined) return { isViewing: false, isRated: false };
  const isViewing = found !== 'none' && (await record(context, userId, held, found));
  const isRated = found !== 'none' && (await heldRatings.apply(userId, held, found.ids));
  const media = found === 'none' ? null : mediaKey(found.ids);
  await heldTitles.settle(userId, held.id, choice, media);
  return { isViewing, isRated };
}

/**
 * The position of a held title. If its server has stated no length, the title counts as played to its end.
 */
export async function positionOfHeld(
  { catalogue }: Pick<Context, 'catalogue'>,
  { progress, duration }: HeldTitle,
  { ids, runtime }: FoundTitle,
): Promise<Position> {
  if (duration > UNKNOWN_LENGTH.duration) return { progress, duration };
  const length = runtime ?? (await lookUp(catalogue, ids))?.runtime ?? 0;
  return { progress: length, duration: length };
}

/** Records a held title as a viewing (true) or, below 90 %, as a position to continue from. */
async function record(
  { catalogue, store }: Context,
  userId: string,
  held: HeldTitle,
  found: FoundTitle,
): Promise<boolean> {
  const { startedAt, watchedAt } = held;
  const { ids } = found;
  if (held.duration === 0) return false;
  const position = await positionOfHeld({ catalogue }, held, found);
  if (watchedAt === null) {
    await store.playback.beginUnlessBegun(userId, ids, position);
    return false;
  }
  await store.viewings.put(userId, viewingOf(held), { ids, position, startedAt, watchedAt });
  return true;
}

/** The position of a title, in seconds, that its server reports as played without a length. */
export const UNKNOWN_LENGTH = { progress: 1, duration: 1 };

const viewingOf = ({ id }: HeldTitle) => `held-${id}`;

/**
 * Undoes a choice: removes what it has recorded, and its titles wait again. False: there is no such choice.
 */
export async function undoChoice({ store }: Context, userId: string, choice: string): Promise<boolean> {
  if (!(await store.titleChoices.forget(userId, choice))) return false;
  for (const held of await store.heldTitles.settledBy(userId, choice)) {
    await store.heldRatings.takeBack(userId, held);
    if (held.duration === 0) continue;
    if (held.watchedAt !== null) await store.viewings.remove(userId, viewingOf(held));
    else if (held.media !== null) await forgetPosition({ store }, userId, held, idsOfMediaKey(held.media));
  }
  await store.heldTitles.reopen(userId, choice);
  return true;
}

/** Deletes the recorded position, unless the title has been played further. */
async function forgetPosition(
  { store }: Pick<Service, 'store'>,
  userId: string,
  { progress }: HeldTitle,
  ids: MediaIds,
): Promise<void> {
  const [open] = await store.sessions.latestOf(userId, ids);
  if (open?.watchedAt === null && open.progress === progress) await store.playback.discard(userId, ids);
}
