import {
  taughtFields,
  type PageFacts,
  type Proposal,
  type TaughtField,
} from '../../../core/workbench/page-facts';
import { rankProposals } from '../../../core/workbench/source-ranking';
import { pickVideo } from '../../player/pick-video';
import { cleanText } from '../../reader/clean-text';
import { shadowRoots } from '../../reader/query';
import { readGeneric } from '../../generic/read-generic';
import { toItem } from '../../reader/to-item';
import { elementSources } from './element-sources';
import { selectorsFor } from './element-selectors';
import {
  episodeLabel,
  episodeTitleLabel,
  nameLabel,
  pageLabels,
  seasonLabel,
  type Label,
} from './page-labels';
import { proposalContext, tryProposal } from './proposal-context';
import { siteName, structuredSources } from './structured-sources';
import { strongNumbers } from './field-sources';
import { defined } from '../../../core/values/defined';

/** Below this, what stands beside the player is believed more than what the page says of itself. */
const trusted = 0.5;

/** What a page tells of itself and shows around its player, as ways to read each field that agree with each other. */
export async function describePage(document: Document, url: URL): Promise<PageFacts> {
  const context = proposalContext(document, url);
  const { item, confidence } = readGeneric(context);
  const video = pickVideo(document, { shadow: true }) ?? anyVideo(document);
  const labels = pageLabels(document, video);
  const site = siteName(document);
  const stated = confidence >= trusted ? item : {};
  const shown =
    item.type === 'movie' && confidence >= trusted
      ? {}
      : showing(labels, document.title, site, stated.seriesTitle);
  const isEpisode =
    stated.type === 'episode' ||
    shown.episodeNumber !== undefined ||
    (stated.type === undefined && item.type === 'episode');

  const fields: Partial<Record<TaughtField, readonly Proposal[]>> = {};
  for (const field of taughtFields) {
    if (isEpisode ? field === 'title' || field === 'year' : field !== 'title' && field !== 'year') continue;
    const label = shown[field] ?? labelled(labels, stated[field]);
    const bare = [
      ...structuredSources(field, context),
      ...(label === undefined ? [] : elementSources(field, label.element, isOver(label.element, video))),
    ];
    const tried = (await Promise.all(bare.map((one) => tryProposal(one, context)))).flatMap(
      (one) => one ?? [],
    );
    const expected =
      stated[field] ?? tried.find(({ source }) => 'text' in source)?.value ?? item[field] ?? tried[0]?.value;
    const agreeing = tried.filter(({ value }) => same(field, value, expected));
    if (agreeing.length > 0) fields[field] = inDraftOrder(rankProposals(agreeing));
  }
  const language = /^[a-z]{2,3}(?![a-z])/i.exec(document.documentElement.lang)?.[0].toLowerCase();
  return {
    url: url.href.slice(0, 4_000),
    title: cleanText(document.title),
    ...(site === '' ? {} : { siteName: site }),
    ...defined({ language }),
    item,
    fields,
    ...playerOf(video),
    frames: video === undefined ? frameHosts(document, url) : [],
  };
}

/** What cannot be left over from the page that was loaded first stands before what can. */
function inDraftOrder(proposals: readonly Proposal[]): readonly Proposal[] {
  const isStale = ({ kind, source }: Proposal) =>
    (kind === 'linked-data' && !('about' in source)) || (kind === 'meta' && !('guards' in source));
  return [...proposals.filter((one) => !isStale(one)), ...proposals.filter(isStale)];
}

type Shown = Partial<Record<TaughtField, Label>>;

function showing(
  labels: readonly Label[],
  title: string,
  site: string,
  statedSeries: string | undefined,
): Shown {
  const number = episodeLabel(labels);
  const parsed = number === undefined ? undefined : strongNumbers(number.text);
  const season = parsed?.season === undefined ? seasonLabel(labels) : number;
  const series =
    parsed?.series === undefined
      ? (labelled(labels, statedSeries) ?? nameLabel(labels, title, site, [parsed?.title]))
      : number;
  const name =
    number === undefined
      ? undefined
      : parsed?.title === undefined
        ? episodeTitleLabel(labels, number, [series?.text, site])
        : number;
  if (number === undefined) return series === undefined ? {} : { title: series };
  return {
    episodeNumber: number,
    ...defined({ seasonNumber: season, seriesTitle: series, episodeTitle: name }),
  };
}

function labelled(labels: readonly Label[], value: unknown): Label | undefined {
  if (typeof value !== 'string') return undefined;
  const found = labels.filter(({ text }) => text.toLowerCase() === value.toLowerCase());
  return found.sort((a, b) => a.distance - b.distance)[0];
}

/** As the reader would understand it: "Season 2" is 2. */
function same(field: TaughtField, value: string, expected: unknown): boolean {
  if (expected === undefined) return true;
  const read = (raw: unknown) =>
    String(
      toItem({ type: field === 'title' || field === 'year' ? 'movie' : 'episode', [field]: raw })[field] ??
        '',
    ).toLowerCase();
  return read(value) !== '' && read(value) === read(expected);
}

function anyVideo(document: Document): HTMLVideoElement | undefined {
  return [document, ...shadowRoots(document)].flatMap((root) =>
    Array.from(root.querySelectorAll('video')),
  )[0];
}

function playerOf(video: HTMLVideoElement | undefined): Pick<PageFacts, 'video' | 'shadow'> {
  if (video === undefined) return { video: [], shadow: false };
  const inShadow = video.getRootNode() !== video.ownerDocument;
  const [best] = selectorsFor(video).filter(({ count, fragile }) => count === 1 && !fragile);
  return { video: best === undefined || best.selector === 'video' ? [] : [best.selector], shadow: inShadow };
}

/** Lies over the video: such labels are there only while the controls are. */
function isOver(element: Element, video: Element | undefined): boolean {
  if (video === undefined) return false;
  const a = element.getBoundingClientRect();
  const b = video.getBoundingClientRect();
  return a.width > 0 && a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
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
