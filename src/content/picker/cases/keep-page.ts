import { scrubbedPage } from '../../../core/workbench/page-scrubber';
import { endpointRequests } from '../../../core/definition/endpoint-request';
import { idsIn, redactJson, redactText } from '../../../core/workbench/redact';
import type { ConnectorCase } from '../../../protocol/connector-case';
import type { Definition, PageDefinition } from '../../../protocol/definition/definition';
import type { Snapshot } from '../../../protocol/workbench';
import { matchPage, type MatchedPage } from '../../reader/match-page';
import { createMemory } from '../../reader/memory';
import { queryAll } from '../../reader/query';
import { observePage, type PageObservation } from '../../player/observe-page';
import { selectorsFor } from '../propose/element-selectors';
import { keptElements } from './kept-elements';
import { keptScripts } from './kept-scripts';
import { genericSources, pageSources, selectorText } from '../propose/page-sources';
import {
  endpointWanted,
  keptPageWorld,
  keptRequests,
  keptStorage,
  recordedAccess,
  type RecordedAccess,
} from './recorded-access';
import { openSavedDocument, setSituation, savedAccess } from './saved-document';
import { trialAccess } from '../trial/try-definition';
import { keptJson } from '../propose/wanted-json';
import { defined } from '../../../core/values/defined';
import type { AnySource } from '../../../protocol/definition/visit';

/** Saves this page as a case: what the definition reads from it, and the values that it currently gives. */
export async function keepPage(definition: Definition): Promise<Snapshot> {
  const url = new URL(location.href);
  const matched = matchPage(definition, url);
  if (matched === undefined) throw new Error('no page of the definition');
  const recorded = recordedAccess(trialAccess(url));
  const observed = await observePage(matched, {
    ...recorded.access,
    url,
    definition,
    memory: createMemory(),
    now: Date.now(),
  });
  const sources = [
    ...pageSources(matched.page),
    ...(observed.reading?.degraded === true ? genericSources : []),
  ];
  const known = idsInAddress(url, matched.page);
  const address = redactText(shortAddress(url, matched.page), known);
  const html = keptHtml(matched, sources, observed, known);
  const one: ConnectorCase = {
    about: `${names[coverOf(observed)]} on ${url.hostname}, kept in the workbench`,
    covers: coverOf(observed),
    url: address,
    ...videoOf(observed),
    ...keptWorld(recorded, sources, known),
    expect: expectedOf(matched.page, observed),
  };
  const hidden = unseenIn(html.text, html.unseen);
  const whole = { ...one, ...defined({ hidden: nonEmpty(hidden) }) };
  const responses = {
    ...whole.responses,
    ...(await answersFor(definition, whole, html.text, { sources, recorded, known })),
  };
  return {
    html: html.text,
    case: { ...whole, ...defined({ responses: nonEmpty(responses) }) },
  };
}

/** Identifiers in the path, and in the parameters that the definition tests. */
function idsInAddress({ pathname, searchParams }: URL, { match }: PageDefinition): ReadonlySet<string> {
  const values = Object.keys(match.query ?? {}).map((name) => searchParams.get(name) ?? '');
  return idsIn([pathname, ...values].join(' '));
}

function keptHtml(
  { page }: MatchedPage,
  sources: AnySource[],
  { video }: PageObservation,
  known: ReadonlySet<string>,
): Readonly<{ text: string; unseen: string[] }> {
  const { unseen, ...elements } = keptElements(document, sources, video);
  const text = scrubbedPage(
    document,
    {
      ...elements,
      scripts: keptScripts(document, sources, createMemory(), known),
      title: sources.some((source) => 'title' in source) ? redactText(document.title, known) : undefined,
      selectors: selectorText(page, sources, video === undefined ? [] : [videoSelector(video)]),
      known,
    },
    'A page kept in the workbench: only what the definition reads.',
  );
  return { text, unseen: [...unseen] };
}

function keptWorld(
  recorded: RecordedAccess,
  sources: AnySource[],
  known: ReadonlySet<string>,
): Partial<ConnectorCase> {
  const session = sources.some((source) => 'mediaSession' in source)
    ? recorded.access.mediaSession()
    : undefined;
  const asked = (['title', 'artist', 'album'] as const).filter((key) =>
    sources.some((source) => 'mediaSession' in source && source.mediaSession === key),
  );
  const texts = Object.fromEntries(
    asked.flatMap((key) =>
      session?.[key] === undefined || session[key] === ''
        ? []
        : [[key, redactText(session[key], known)] as const],
    ),
  );
  const storage = keptStorage(recorded, sources, known);
  const requests = keptRequests(recorded.access.requests(), sources, known);
  const responses = keptPageWorld(recorded, sources, known);
  return defined({
    mediaSession: nonEmpty(texts),
    storage: nonEmpty(storage),
    requests: nonEmpty(requests),
    responses: nonEmpty(responses),
  });
}

function nonEmpty<T extends object>(value: T): T | undefined {
  return Object.keys(value).length === 0 ? undefined : value;
}

type KeptReadings = Readonly<{
  sources: AnySource[];
  recorded: RecordedAccess;
  known: ReadonlySet<string>;
}>;

/**
 * The responses of endpoints, under the addresses that a run of this case will request. These are built from
 * the redacted values, so a token of the person's is no longer in them.
 */
async function answersFor(
  definition: Definition,
  one: ConnectorCase,
  html: string,
  { sources, recorded, known }: KeptReadings,
): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  if (recorded.endpoints.size === 0) return answers;
  const url = new URL(one.url);
  const matched = matchPage(definition, url);
  if (matched === undefined) return answers;
  const turns = new Map<string, number>();
  const saved = openSavedDocument(html);
  setSituation(saved, one);
  const askEndpoint = async (name: string, values: Readonly<Record<string, string>>) => {
    const turn = turns.get(name) ?? 0;
    turns.set(name, turn + 1);
    const all = recorded.endpoints.get(name) ?? [];
    const kept = keptJson(
      all[turn] ?? all.findLast((value) => value !== undefined),
      endpointWanted(definition, sources, name),
    );
    const value = kept === undefined ? undefined : redactJson(kept, known);
    const [request] = endpointRequests(definition, name, values, url);
    if (request !== undefined && value !== undefined) answers[request.url] = value;
    return value;
  };
  await observePage(matched, {
    ...savedAccess(saved, definition, url, one),
    askEndpoint,
    url,
    definition,
    memory: createMemory(),
    now: 1_000_000,
  });
  return answers;
}

/**
 * The selectors without a visible element that still match something in the saved page, as part of something
 * else.
 */
function unseenIn(html: string, unseen: string[]): string[] {
  const saved = openSavedDocument(html);
  return unseen.filter((selector) => queryAll(saved, selector).length > 0);
}

function expectedOf({ kind }: PageDefinition, { reading, gate }: PageObservation): ConnectorCase['expect'] {
  return {
    page: kind,
    ...defined({ item: reading?.item, gate, degraded: reading?.degraded === true ? true : undefined }),
  };
}

function coverOf({ gate, reading }: PageObservation): keyof typeof names {
  if (gate !== undefined) return gate === 'closed' ? 'not-watching' : gate;
  if (reading?.item.type === 'episode') return 'episode';
  return reading?.item.type === 'movie' ? 'film' : 'other';
}

const names = {
  film: 'a film',
  episode: 'an episode',
  other: 'a page',
  ad: 'an advertisement',
  live: 'a live broadcast',
  trailer: 'a trailer',
  'not-watching': 'a page on which nothing is watched',
} as const;

function videoOf({ video }: PageObservation): Pick<ConnectorCase, 'videos'> {
  if (video === undefined) return {};
  const duration = Number.isFinite(video.duration) ? Math.round(video.duration) : ('Infinity' as const);
  return {
    videos: [
      {
        selector: videoSelector(video),
        duration,
        position: Math.round(video.currentTime),
        paused: video.paused,
      },
    ],
  };
}

function videoSelector(video: Element): string {
  return selectorsFor(video)[0]?.selector ?? 'video';
}

/** The address without parameters and fragments that the definition does not test. */
function shortAddress(url: URL, { match }: PageDefinition): string {
  const short = new URL(url.pathname, url.origin);
  for (const name of Object.keys(match.query ?? {})) {
    const value = url.searchParams.get(name);
    if (value !== null) short.searchParams.set(name, value);
  }
  if (match.hash !== undefined) short.hash = url.hash;
  return short.href;
}
