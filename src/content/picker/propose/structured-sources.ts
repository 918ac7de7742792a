import { defined } from '../../../core/values/defined';
import type { Proposal, TaughtField } from '../../../core/workbench/page-facts';
import { cleanText } from '../../reader/clean-text';
import type { ReadContext } from '../../reader/context';
import { addressesOf, hasType, readJsonLd } from '../../reader/page-json';
import { queryAll } from '../../reader/query';
import { siteName } from '../../reader/element-text';
import { fieldSource } from './proposal-context';

type Bare = Omit<Proposal, 'value'>;

/**
 * The sources of a field in a page's structured data, best first. Whether they give a value is tried later.
 */
export function structuredSources(field: TaughtField, context: ReadContext): Bare[] {
  return [
    ...linkedData(field, context),
    ...fromMediaSession(field, context),
    ...fromMeta(field, context),
    ...fromTitle(field, context),
    ...fromAddress(field, context),
  ];
}

const episodePaths: Partial<Record<TaughtField, string[]>> = {
  seriesTitle: ['$.partOfSeries.name', '$.partOfSeason.partOfSeries.name', '$.partOfTVSeries.name'],
  seasonNumber: ['$.partOfSeason.seasonNumber', '$.partOfSeason.name'],
  episodeNumber: ['$.episodeNumber'],
  episodeTitle: ['$.name'],
};
const filmPaths: Partial<Record<TaughtField, string[]>> = {
  title: ['$.name'],
  year: ['$.datePublished', '$.dateCreated', '$.releaseYear'],
};

function linkedData(field: TaughtField, context: ReadContext): Bare[] {
  const id = context.values['id'];
  const objects = readJsonLd(context.document, context.memory);
  const found: Bare[] = [];
  for (const [types, paths] of [
    [['TVEpisode', 'Episode'], episodePaths],
    [['Movie'], filmPaths],
  ] as const) {
    const named = objects.filter((object) => hasType(object, types));
    const about =
      id !== undefined && named.some((object) => addressesOf(object).some((address) => address.includes(id)));
    for (const path of named.length === 0 ? [] : (paths[field] ?? [])) {
      const transforms = path === '$.partOfSeason.name' ? [{ seasonEpisode: 'season' as const }] : undefined;
      found.push({
        kind: 'linked-data',
        source: defined({ jsonLd: [...types], path, about: about ? '{id}' : undefined, transforms }),
        count: 1,
        fragile: false,
      });
    }
  }
  return found;
}

function fromMediaSession(field: TaughtField, context: ReadContext): Bare[] {
  const session = context.mediaSession();
  return (['title', 'artist', 'album'] as const).flatMap((key) => {
    // Artist and album of the media session are at most the series.
    if (key !== 'title' && field !== 'seriesTitle' && field !== 'seasonNumber') return [];
    if (key === 'title' && field === 'seriesTitle' && session?.artist !== undefined && session.artist !== '')
      return [];
    return bare('media-session', field, { mediaSession: key }, session?.[key]);
  });
}

function fromMeta(field: TaughtField, context: ReadContext): Bare[] {
  const id = context.values['id'];
  const content = (name: string) =>
    queryAll(context.document, `meta[property="${name}"],meta[name="${name}"]`)[0]?.getAttribute('content') ??
    undefined;
  const guarded = id !== undefined && content('og:url')?.includes(id) === true;
  const guards = guarded ? { guards: [{ of: { meta: 'og:url' }, contains: '{id}' }] } : {};
  const names =
    field === 'year'
      ? ['video:release_date', 'og:video:release_date']
      : [
          'og:title',
          'twitter:title',
          ...(field === 'seriesTitle' ? ['video:series', 'og:video:series'] : []),
        ];
  return names.flatMap((name) => {
    const text = content(name);
    return bare(
      'meta',
      field,
      { meta: name, ...bareTransforms(text, siteName(context.document)), ...guards },
      text,
    );
  });
}

function fromTitle(field: TaughtField, context: ReadContext): Bare[] {
  if (field === 'year') return [];
  const text = context.document.title;
  return bare(
    'document-title',
    field,
    { title: true, ...bareTransforms(text, siteName(context.document)) },
    text,
  );
}

function fromAddress(field: TaughtField, context: ReadContext): Bare[] {
  if (field !== 'seasonNumber' && field !== 'episodeNumber') return [];
  return Object.entries(context.values)
    .filter(([name]) => !name.startsWith('$'))
    .flatMap(([name, value]) =>
      /season|episode|s\d+\W?e\d+/i.test(value)
        ? bare('address', field, { url: name }, value.replaceAll('-', ' '))
        : [],
    );
}

function bare(
  kind: Bare['kind'],
  field: TaughtField,
  source: Readonly<Record<string, unknown>>,
  raw: string | undefined,
): Bare[] {
  const made = raw === undefined || raw === '' ? undefined : fieldSource(field, source, cleanText(raw));
  return made === undefined ? [] : [{ kind, source: made, count: 1, fragile: false }];
}

/** Transforms that remove the text around a title: "Watch The Film | The Site". */
function bareTransforms(text: string | undefined, site: string): Readonly<{ transforms?: unknown[] }> {
  const prefix = /^watch\s+/i.exec(text ?? '')?.[0];
  const suffix = siteSuffix(text ?? '', site);
  const transforms = [
    ...(prefix === undefined ? [] : [{ stripPrefix: prefix }]),
    ...(suffix === undefined ? [] : [{ stripSuffix: suffix }]),
  ];
  return transforms.length === 0 ? {} : { transforms };
}

/** " | The Site" or another last part of a title that is certainly the site's name. */
function siteSuffix(text: string, site: string): string | undefined {
  const suffix = /(?<!\s)\s+[|•·–—-]\s+[^|•·]{1,40}$/u.exec(text)?.[0];
  if (suffix === undefined) return undefined;
  return /[|•·]/.test(suffix) || (site !== '' && suffix.endsWith(site)) ? suffix : undefined;
}
