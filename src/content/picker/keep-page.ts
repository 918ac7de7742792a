import { safeText, scrubbedPage, type KeptPage } from '../../core/case-scrubber';
import type { ConnectorCase } from '../../protocol/connector-case';
import type { Definition, Guard, PageDefinition, Source } from '../../protocol/definition';
import type { Snapshot } from '../../protocol/workbench';
import { pickVideo } from '../player/pick-video';
import { parseJson } from '../reader/attempt';
import { cleanText } from '../reader/clean-text';
import { matchPage } from '../reader/match-page';
import { queryAll } from '../reader/query';
import { runRegex } from '../reader/regex';
import { selectorsFor } from './element-selectors';
import { reduceJson } from './reduce-json';
import { createTrial } from './try-definition';
import { trialWorld } from './trial-world';

interface Keeping {
  readonly texts: Set<Element>;
  readonly attributes: Map<Element, Set<string>>;
  readonly places: Set<Element>;
  readonly paths: Map<Element, string[]>;
  title?: string;
}

/** This page as a case of the definition: the elements it reads, the player, and what is read from them now. */
export async function keepPage(definition: Definition): Promise<Snapshot> {
  const url = new URL(location.href);
  const matched = matchPage(definition, url);
  if (matched === undefined) throw new Error('no page of the definition');
  const sources = sourcesOf(matched.page);
  const keeping: Keeping = { texts: new Set(), attributes: new Map(), places: new Set(), paths: new Map() };
  for (const source of sources) keep(source, keeping);
  const video = pickVideo(document, matched.page.player);
  if (video !== undefined) keeping.places.add(video);
  const trial = await createTrial()(definition);
  const world = trialWorld(url);
  const session = sources.some((source) => 'mediaSession' in source) ? world.mediaSession() : undefined;
  const requests = sources.flatMap((source) => ('request' in source ? world.requests().filter((address) => runRegex(source.request, address, 'u') !== null).slice(-1) : []));
  const item = trial.reading?.item ?? {};
  const one: ConnectorCase = {
    about: `${item.type === 'episode' ? 'an episode' : 'a film'} on ${url.hostname}, kept in the workbench`,
    covers: item.type === 'episode' ? 'episode' : item.type === 'movie' ? 'film' : 'other',
    url: safeText(shortAddress(url, matched.page)),
    ...(video === undefined ? {} : { videos: [{ selector: selectorsFor(video)[0]?.selector ?? 'video', duration: Number.isFinite(video.duration) ? Math.round(video.duration) : 'Infinity' as const, position: Math.round(video.currentTime), paused: video.paused }] }),
    ...(session === undefined ? {} : { mediaSession: textsOf(session) }),
    ...(requests.length === 0 ? {} : { requests: requests.map(safeText) }),
    expect: { page: matched.page.kind, item },
  };
  return { html: scrubbedPage(document, finished(keeping, `${JSON.stringify([sources, matched.page.player])} ${one.videos?.[0]?.selector ?? ''}`.replaceAll('\\', '')), 'A page kept in the workbench: only what the definition reads.'), case: one };
}

/** All sources of a page, those in guards too. */
function sourcesOf(page: PageDefinition): readonly Source[] {
  const { ids, ...fields } = page.item;
  const player = page.player ?? {};
  const lists = [...Object.values(fields), ...Object.values(ids ?? {}), ...Object.values(page.values ?? {}), page.gate, page.identity, player.ad, player.live, player.trailer, ...Object.values(player.clock ?? {})] as (readonly Source[] | undefined)[];
  return lists.flatMap((list) => list ?? []).flatMap((source) => [source, ...guardsOf(source)]);
}

function guardsOf(source: Source): Source[] {
  const guards: readonly Guard[] = source.guards ?? [];
  return guards.flatMap(({ of }) => (of === undefined ? [] : [of as Source]));
}

function keep(source: Source, keeping: Keeping): void {
  const first = (selector: string, index = 0) => {
    const found = queryAll(document, selector);
    return index === 0 ? found.find((element) => cleanText(element.textContent ?? '') !== '') : found.at(index);
  };
  if ('text' in source) addTo(keeping.texts, first(source.text, source.index));
  else if ('attribute' in source) addAttribute(keeping, queryAll(document, source.attribute).at(source.index ?? 0), source.name);
  else if ('scan' in source) {
    const found = queryAll(document, source.scan);
    const at = found.findIndex((element) => runRegex(source.matches, cleanText((source.name === undefined ? element.textContent : element.getAttribute(source.name)) ?? '')) !== null);
    const around = [found[at], found[at + (source.offset ?? 0)]];
    for (const element of at === -1 ? [] : around) {
      if (source.name === undefined) addTo(keeping.texts, element);
      else addAttribute(keeping, element, source.name);
    }
  } else if ('exists' in source) addTo(keeping.places, queryAll(document, source.exists)[0]);
  else if ('title' in source) keeping.title = cleanText(document.title);
  else if ('meta' in source) {
    const name = JSON.stringify(source.meta);
    addAttribute(keeping, queryAll(document, `meta[property=${name}],meta[name=${name}],meta[itemprop=${name}]`)[0], 'content');
  } else if ('jsonLd' in source) for (const script of queryAll(document, 'script[type="application/ld+json"]')) addPath(keeping, script, source.path);
  else if ('scriptJson' in source) addPath(keeping, queryAll(document, source.scriptJson)[0], source.path);
}

function addTo(set: Set<Element>, element: Element | undefined): void {
  if (element !== undefined && !/^(?:input|textarea|select)$/.test(element.localName)) set.add(element);
}

function addAttribute({ attributes }: Keeping, element: Element | undefined, name: string): void {
  if (element === undefined || name === 'value') return;
  attributes.set(element, (attributes.get(element) ?? new Set()).add(name));
}

function addPath({ paths }: Keeping, script: Element | undefined, path: string): void {
  if (script !== undefined) paths.set(script, [...(paths.get(script) ?? []), path]);
}

function finished({ paths, title, ...sets }: Keeping, selectors: string): KeptPage {
  const scripts = new Map([...paths].flatMap(([script, wanted]) => {
    const reduced = reduceJson(parseJson(script.textContent ?? ''), wanted);
    return reduced === undefined ? [] : [[script, safeText(JSON.stringify(reduced))] as const];
  }));
  return { ...sets, scripts, title: title === undefined ? undefined : safeText(title), selectors };
}

/** Without parameters and fragments that the definition does not ask about. */
function shortAddress(url: URL, { match }: PageDefinition): string {
  const short = new URL(url.pathname, url.origin);
  for (const name of Object.keys(match.query ?? {})) {
    const value = url.searchParams.get(name);
    if (value !== null) short.searchParams.set(name, value);
  }
  if (match.hash !== undefined) short.hash = url.hash;
  return short.href;
}

function textsOf(session: { readonly title?: string | undefined; readonly artist?: string | undefined; readonly album?: string | undefined }): NonNullable<ConnectorCase['mediaSession']> {
  return Object.fromEntries((['title', 'artist', 'album'] as const).flatMap((key) => (session[key] === undefined || session[key] === '' ? [] : [[key, safeText(session[key])]])));
}
