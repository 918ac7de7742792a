import {
  taughtFields,
  type PageFacts,
  type Proposal,
  type TaughtField,
  isPlausibleTitle,
  type PageNames,
} from '../../../core/workbench/page-facts';
import type { Item } from '../../../core/media/item';
import { rankProposals } from '../../../core/workbench/source-ranking';
import { pickVideo } from '../../player/observe-page';
import { cleanText } from '../../reader/clean-text';
import { shadowRoots } from '../../reader/query';
import { readGeneric } from '../../reading-aid/read-generic';
import type { PageAccess, ReadContext } from '../../reader/context';
import { toItem } from '../../reader/to-item';
import { elementSources, selectorsFor } from './element-selectors';
import { isOver, proposalContext, tryProposal, strongNumbers } from './proposal-context';
import {
  episodeLabel,
  episodeTitleLabel,
  nameLabel,
  type OwnNames,
  pageLabels,
  seasonLabel,
  type Label,
} from './page-labels';
import { pageNames, siteName } from '../../reader/element-text';
import { structuredSources } from './structured-sources';
import { defined } from '../../../core/values/defined';

/** Below this confidence, labels near the player are preferred to the page's structured data. */
const TRUSTED = 0.5;

/**
 * Proposes sources for each field, from the page's structured data and the labels near its player, such that
 * they agree with each other.
 */
export async function describePage(access: PageAccess, url: URL): Promise<PageFacts> {
  const { document } = access;
  const context = proposalContext(access, url);
  const { item, confidence } = readGeneric(context);
  const video = videoOf(document);
  const site = siteName(document);
  const labels = pageLabels(document, video);
  const stated = confidence >= TRUSTED ? item : {};
  const names = pageNames(document, url);
  const isTitle = (text: string) =>
    text.toLowerCase() !== site.toLowerCase() && isPlausibleTitle(text, names);
  const own = { title: document.title, isTitle };
  const shown = stated.type === 'movie' ? {} : shownLabels(labels, own, site, stated.seriesTitle);
  const evidence = { item, stated, shown, labels, video };
  const fields: Partial<Record<TaughtField, Proposal[]>> = {};
  for (const field of taughtFields.filter((one) => isMovieField(one) !== isEpisode(evidence))) {
    const proposals = await proposalsFor(field, evidence, context);
    if (proposals.length > 0) fields[field] = proposals;
  }
  const language = /^[a-z]{2,3}(?![a-z])/i.exec(document.documentElement.lang)?.[0].toLowerCase();
  return {
    url: url.href.slice(0, 4_000),
    title: cleanText(document.title),
    ...defined({ siteName: site === '' ? undefined : site, language }),
    item,
    fields,
    ...playerOf(video),
    frames: video === undefined ? frameHosts(document, url) : [],
  };
}

type PageEvidence = Readonly<{
  /** The item of the generic reading, and the same item if it is trusted. */
  item: Partial<Item>;
  stated: Partial<Item>;
  shown: ShownLabels;
  labels: Label[];
  video: HTMLVideoElement | undefined;
}>;

function isMovieField(field: TaughtField): boolean {
  return field === 'title' || field === 'year';
}

function isEpisode({ item, stated, shown }: PageEvidence): boolean {
  return shown.episodeNumber !== undefined || (stated.type ?? item.type) === 'episode';
}

/** The sources of one field that give the expected value, best first. */
async function proposalsFor(
  field: TaughtField,
  { item, stated, shown, labels, video }: PageEvidence,
  context: ReadContext,
): Promise<Proposal[]> {
  const label = shown[field] ?? labelWithText(labels, stated[field]);
  const fromLabel = label ? elementSources(field, label.element, isOver(label.element, video)) : [];
  const all = [...structuredSources(field, context), ...fromLabel];
  const named = await Promise.all(all.map((one) => tryProposal(one, context)));
  const names = pageNames(context.document, context.url);
  const tried = named.flatMap((one) => (one && isPlausible(field, one.value, names) ? [one] : []));
  const shownValue = tried.find(({ source }) => 'text' in source)?.value;
  const expected = stated[field] ?? shownValue ?? item[field] ?? tried[0]?.value;
  return inDraftOrder(rankProposals(tried.filter(({ value }) => isSame(field, value, expected))));
}

/** The name of the site is never a title, not even of an episode. */
function isPlausible(field: TaughtField, value: string, names: PageNames): boolean {
  return !/title$/i.test(field) || isPlausibleTitle(value, names);
}

/** Sources that may still describe the first loaded page come last. */
function inDraftOrder(proposals: Proposal[]): Proposal[] {
  const isStale = ({ kind, source }: Proposal) =>
    (kind === 'linked-data' && !('about' in source)) || (kind === 'meta' && !('guards' in source));
  return [...proposals.filter((one) => !isStale(one)), ...proposals.filter(isStale)];
}

type ShownLabels = Partial<Record<TaughtField, Label>>;

/**
 * The labels that show the fields of an episode, or the title of a film. One label can show several fields.
 */
function shownLabels(
  labels: Label[],
  own: OwnNames,
  site: string,
  statedSeries: string | undefined,
): ShownLabels {
  const number = episodeLabel(labels);
  const parsed = number && strongNumbers(number.text);
  const otherSeries = () =>
    labelWithText(labels, statedSeries) ?? nameLabel(labels, own, parsed?.title, number);
  const series = parsed?.series === undefined ? otherSeries() : number;
  if (number === undefined) return defined({ title: series });
  const otherTitle = () => episodeTitleLabel(labels, number, [series?.text, site]);
  return defined({
    episodeNumber: number,
    seasonNumber: parsed?.season === undefined ? seasonLabel(labels) : number,
    seriesTitle: series,
    episodeTitle: parsed?.title === undefined ? otherTitle() : number,
  });
}

/** The label nearest to the player that has this text. */
function labelWithText(labels: Label[], text: unknown): Label | undefined {
  if (typeof text !== 'string') return undefined;
  const found = labels.filter((label) => label.text.toLowerCase() === text.toLowerCase());
  return found.sort((a, b) => a.distance - b.distance)[0];
}

/** Whether two texts state the same value of a field: "Season 2" and "2". */
function isSame(field: TaughtField, value: string, expected: unknown): boolean {
  if (expected === undefined) return true;
  const type = isMovieField(field) ? 'movie' : 'episode';
  const read = (raw: unknown) => String(toItem({ type, [field]: raw })[field] ?? '').toLowerCase();
  return read(value) !== '' && read(value) === read(expected);
}

/** The video that plays; else the first one. */
export function videoOf(document: Document): HTMLVideoElement | undefined {
  const all = () =>
    [document, ...shadowRoots(document)].flatMap((root) => Array.from(root.querySelectorAll('video')));
  return pickVideo(document, { shadow: true }) ?? all()[0];
}

function playerOf(video: HTMLVideoElement | undefined): Pick<PageFacts, 'video' | 'shadow'> {
  if (video === undefined) return { video: [], shadow: false };
  const inShadow = video.getRootNode() !== video.ownerDocument;
  const [best] = selectorsFor(video).filter(({ count, fragile }) => count === 1 && !fragile);
  return { video: best === undefined || best.selector === 'video' ? [] : [best.selector], shadow: inShadow };
}

function frameHosts(document: Document, url: URL): string[] {
  const large = Array.from(document.querySelectorAll('iframe[src]')).filter(
    (frame) => frame.getBoundingClientRect().width >= 300,
  );
  const hosts = large.flatMap((frame) => {
    const source = frame.getAttribute('src') ?? '';
    return URL.canParse(source, url.href) ? [new URL(source, url.href)] : [];
  });
  return [
    ...new Set(
      hosts
        .filter(({ protocol, hostname }) => protocol === 'https:' && hostname !== url.hostname)
        .map(({ hostname }) => hostname),
    ),
  ].slice(0, 5);
}
