import { draftMatch } from './draft-match';
import { defined } from '../values/defined';
import { taughtFields, type PageFacts, type Proposal } from './page-facts';
import { isRecord } from '../values/is-record';

/** A definition that is being written: JSON that need not be valid yet. */
export type DraftDefinition = Readonly<Record<string, unknown>>;

/** Sources per field in a first draft: if a site changes one, the others may still work. */
const SOURCES_PER_FIELD = 3;

/**
 * A first draft from the facts of a page. `today` is a date such as 2026-11-21; `taken` are ids that exist.
 */
export function createDraft(
  facts: PageFacts,
  { today, how, taken }: Readonly<{ today: string; how: string; taken: string[] }>,
): DraftDefinition {
  const { hostname } = new URL(facts.url);
  const item = itemSources(facts);
  const isNamed = 'title' in item || 'seriesTitle' in item;
  const frames = facts.video.length === 0 && !facts.shadow ? facts.frames : [];
  const player = playerOf(facts, frames);
  const page = {
    kind: 'watch',
    match: draftMatch(facts.url),
    item: isNamed ? item : { ...item, title: [{ title: true }] },
    player: Object.keys(player).length === 0 ? undefined : player,
  };
  return defined({
    version: 1,
    id: freeId(idOf(hostname), taken),
    name: (facts.siteName ?? nameOf(hostname)).slice(0, 60),
    hosts: [hostname],
    languages: facts.language === undefined ? undefined : [facts.language],
    pages: [defined(page)],
    frames: frames.length === 0 ? undefined : [{ hosts: frames.slice(0, 10), player: {} }],
    verified: { date: today, how },
  });
}

/** Seconds. On a site that nobody has taught, anything shorter is a trailer or an ad. */
const SHORTEST = 300;

/**
 * A connector for all pages of a site, without sources. It reads titles from structured data and media
 * metadata, which count once a person has confirmed one (`confirm-site.ts`).
 */
export function genericSite(
  facts: PageFacts,
  options: Readonly<{ today: string; how: string; taken: string[] }>,
): DraftDefinition {
  const { pathname } = new URL(facts.url);
  const shadow = facts.shadow ? true : undefined;
  const page = {
    kind: 'any',
    match: { path: pathname === '/' ? '^/' : '^/.' },
    item: {},
    player: defined({ shadow, minDuration: SHORTEST }),
    generic: true,
  };
  return { ...createDraft({ ...facts, frames: [] }, options), pages: [page] };
}

/**
 * The item of a draft with sources for what the page has shown since. Fields that have sources keep them, and
 * an episode loses those of a film.
 */
export function withFoundSources(
  item: Readonly<Record<string, unknown>>,
  facts: PageFacts,
): Readonly<Record<string, unknown>> {
  const found = itemSources(facts);
  const { title, year, ...rest } = item;
  const isEpisode = 'seriesTitle' in found || 'episodeNumber' in found;
  return { ...found, ...(isEpisode ? rest : defined({ ...rest, title: found['title'] ?? title, year })) };
}

function itemSources({ fields }: PageFacts): Readonly<Record<string, unknown[]>> {
  const sources = taughtFields.map((field) => {
    const best = durable(fields[field] ?? []).slice(0, SOURCES_PER_FIELD);
    return [field, best.map(({ source }) => source)] as const;
  });
  return Object.fromEntries(sources.filter(([, list]) => list.length > 0));
}

/** The player of the page, or that it is in a frame. */
function playerOf({ video, shadow }: PageFacts, frames: string[]) {
  return defined({
    video: video.length === 0 ? undefined : video,
    shadow: shadow ? true : undefined,
    inFrame: frames.length > 0 ? true : undefined,
  });
}

/** Proposals without a generated name, or all if there are none. */
function durable(proposals: Proposal[]): Proposal[] {
  const good = proposals.filter(({ fragile }) => !fragile);
  return good.length > 0 ? good : proposals;
}

/** The id of a draft: `foo-tv` for `www.foo-tv.example`. */
export function idOf(hostname: string): string {
  const labels = hostname.replace(/^(?:www|watch|play|tv|app|m)\./, '').split('.');
  const word = (labels.length > 2 ? labels.slice(0, -1).join('-') : (labels[0] ?? ''))
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^[^a-z]+|-+$/g, '');
  return word.length >= 2 ? word.slice(0, 36) : `site-${word}`.replace(/-$/, '');
}

function freeId(id: string, taken: string[]): string {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? id : `${id}-${number}`;
    if (!taken.includes(candidate)) return candidate;
  }
}

function nameOf(hostname: string): string {
  return hostname.replace(/^www\./, '');
}

/** Pages that a definition can have. */
const MOST_PAGES = 8;

/**
 * The definition with the page of another draft of the same site. The page gets a free name. Unchanged if the
 * definition has a page for the same addresses, or no room.
 */
export function addPage(definition: DraftDefinition, draft: DraftDefinition): DraftDefinition {
  const pages = listOf(definition['pages']);
  const [page] = listOf(draft['pages']);
  const isKnown = pages.some(({ match }) => JSON.stringify(match) === JSON.stringify(page?.['match']));
  if (page === undefined || isKnown || pages.length >= MOST_PAGES) return definition;
  const kinds = new Set(pages.map(({ kind }) => kind));
  const kind = ['watch', ...Array.from({ length: MOST_PAGES }, (_, at) => `watch-${at + 2}`)].find(
    (name) => !kinds.has(name),
  );
  return {
    ...definition,
    hosts: [...new Set([...(definition['hosts'] as unknown[]), ...(draft['hosts'] as unknown[])])],
    pages: [...pages, { ...page, kind }],
    ...defined({ frames: definition['frames'] ?? draft['frames'] }),
  };
}

function listOf(value: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? (value as unknown[]).filter(isRecord) : [];
}
