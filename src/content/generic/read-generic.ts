import { isReadable, type Item } from '../../core/media/item';
import { parseSeasonEpisode } from '../../core/text/parse-season-episode';
import { textOf } from '../reader/clean-text';
import type { ReadContext } from '../reader/context';
import type { GenericReading } from './generic-reading';
import { addressesOf, hasType, readJsonLd } from '../reader/page-json';
import { queryAll } from '../reader/query';
import { toItem } from '../reader/to-item';
import { followPath } from '../reader/transform';

type GenericContext = Pick<ReadContext, 'document' | 'url' | 'memory' | 'mediaSession'>;

/** What any page says about itself in the ways that search engines and browsers ask for. Needs no definition. */
export function readGeneric(context: GenericContext): GenericReading {
  return (
    fromLinkedData(context) ??
    fromMediaSession(context) ??
    fromOpenGraph(context) ??
    fromTitle(context) ?? { item: {}, confidence: 0, from: 'nothing' }
  );
}

type LinkedData = Readonly<Record<string, unknown>>;

function fromLinkedData(context: GenericContext): GenericReading | undefined {
  const all = readJsonLd(context.document, context.memory);
  for (const types of [['TVEpisode', 'Episode'], ['Movie'], ['VideoObject']]) {
    const candidates = all.filter(
      (object) => hasType(object, types) && !isAboutAnotherPage(object, context.url),
    );
    const own = candidates.filter((object) => isAboutThisPage(object, context.url));
    const [object] = own.length > 0 ? own : candidates;
    // Several, and none names this page: a list of recommendations.
    if (object === undefined || (own.length === 0 && candidates.length > 1)) continue;
    const item = types[0] === 'VideoObject' ? videoItem(object) : linkedItem(object, types[0] === 'Movie');
    const sure = own.length > 0 ? 0.9 : 0.8;
    if (isReadable(item))
      return {
        item,
        confidence: types[0] === 'VideoObject' && item.type === 'movie' ? 0.5 : sure,
        from: 'json-ld',
      };
  }
  return undefined;
}

function linkedItem(object: LinkedData, isMovie: boolean): Partial<Item> {
  const series =
    followPath(object, '$.partOfSeries') ??
    followPath(object, '$.partOfSeason.partOfSeries') ??
    followPath(object, '$.partOfTVSeries');
  const season = followPath(object, '$.partOfSeason');
  return toItem({
    type: isMovie ? 'movie' : 'episode',
    title: object['name'],
    seriesTitle: textOf(series) ?? followPath(series, '$.name'),
    seasonNumber:
      followPath(season, '$.seasonNumber') ??
      textOf(season) ??
      parseSeasonEpisode(textOf(followPath(season, '$.name')) ?? '')?.season,
    episodeNumber: object['episodeNumber'],
    episodeTitle: object['name'],
    year: isMovie ? (object['datePublished'] ?? object['dateCreated'] ?? object['releaseYear']) : undefined,
    ids: { imdb: object['sameAs'] },
  });
}

function videoItem(object: LinkedData): Partial<Item> {
  const linked = linkedItem(object, false);
  return isReadable(linked) ? linked : namedItem(textOf(object['name']) ?? '');
}

/** "Show – S1 E2 – Title", or a film. */
function namedItem(text: string): Partial<Item> {
  const parts = parseSeasonEpisode(text);
  if (parts?.series === undefined) return toItem({ type: 'movie', title: text });
  return toItem({
    type: 'episode',
    seriesTitle: parts.series,
    seasonNumber: parts.season,
    episodeNumber: parts.episode,
    episodeTitle: parts.title,
  });
}

function fromMediaSession(context: GenericContext): GenericReading | undefined {
  const { title, artist, album } = context.mediaSession() ?? {};
  const parts = parseSeasonEpisode(title ?? '') ?? parseSeasonEpisode(album ?? '');
  const series = parts?.series ?? textOf(artist) ?? textOf(album);
  const item =
    parts?.episode !== undefined && series !== undefined
      ? toItem({
          type: 'episode',
          seriesTitle: series,
          seasonNumber: parts.season,
          episodeNumber: parts.episode,
          episodeTitle: parts.title,
        })
      : toItem({ type: 'movie', title });
  return isReadable(item)
    ? { item, confidence: item.type === 'episode' ? 0.6 : 0.4, from: 'media-session' }
    : undefined;
}

function fromOpenGraph({ document }: GenericContext): GenericReading | undefined {
  const meta = (name: string) =>
    queryAll(document, `meta[property="${name}"]`)[0]?.getAttribute('content') ?? '';
  const kind = meta('og:type');
  if (!kind.startsWith('video')) return undefined;
  const named = namedItem(withoutSite(meta('og:title'), meta('og:site_name')));
  const item =
    named.type === 'movie'
      ? {
          ...named,
          ...toItem({ ...named, year: meta('video:release_date') || meta('og:video:release_date') }),
        }
      : named;
  const fits = item.type === 'movie' ? kind === 'video.movie' : kind === 'video.episode';
  return isReadable(item) ? { item, confidence: fits ? 0.5 : 0.3, from: 'open-graph' } : undefined;
}

function fromTitle({ document }: GenericContext): GenericReading | undefined {
  const item = namedItem(withoutSite(textOf(document.title) ?? '', ''));
  return isReadable(item)
    ? { item, confidence: item.type === 'episode' ? 0.4 : 0.3, from: 'title' }
    : undefined;
}

/** "Watch The Film | The Site" without what is not its name. */
function withoutSite(title: string, site: string): string {
  const bare = title.replace(/^watch\s+/i, '').replace(/\s+[|•·]\s+[^|•·]{1,40}$/u, '');
  return site !== '' && bare.endsWith(site) ? bare.slice(0, -site.length).replace(/[\s|•·–-]+$/u, '') : bare;
}

function isAboutThisPage(object: LinkedData, url: URL): boolean {
  return addressesOf(object).some((address) => samePath(address, url));
}

/** Left over from the page that was loaded first. */
function isAboutAnotherPage(object: LinkedData, url: URL): boolean {
  const addresses = addressesOf(object).filter((address) => /^https?:/.test(address));
  return addresses.length > 0 && !addresses.some((address) => samePath(address, url));
}

function samePath(address: string, url: URL): boolean {
  if (!URL.canParse(address, url.href)) return false;
  const other = new URL(address, url.href);
  const trim = (path: string) => path.replace(/\/+$/, '');
  return (
    other.hostname === url.hostname &&
    trim(other.pathname) === trim(url.pathname) &&
    trim(url.pathname) !== ''
  );
}
