import type { Item } from '../media/item';
import { isSameMedia, type Media } from '../media/media';
import { defined } from '../values/defined';
import { evidenceFor } from './evidence';
import type { Evidence, Question } from './question';
import { knownNames } from './season-of-name';
import { withRelevantNames } from './name-evidence';
import { weights, type EvidenceKind } from './weights';

/** 0 to 1. From here on a match is sent without asking; below it is held for review. */
export const confidenceBar = 0.7;

/** A candidate with what speaks for and against it. */
export type Judged = Readonly<{
  media: Media;
  /** 0 to 1: how certain it is that this candidate, and no other, is the item of the page. */
  confidence: number;
  evidence: Evidence[];
  /** Another candidate is about as near. This alone keeps the confidence below the bar. */
  ambiguous: boolean;
}>;

/**
 * The candidates, most certain first. Each is weighed against all others, and against the chance that none of
 * them is the item. So another near candidate only ever lowers the confidence of the rest.
 */
export function judge(question: Question, candidates: Media[]): Judged[] {
  const names = candidates.some((one) => one.titles !== undefined || one.popularity !== undefined);
  const weighed = distinct(question, candidates).map((media) => weigh({ ...question, names }, media));
  const scored = weighed.map((one): Scored => {
    const shared = commonness(one, weighed);
    return { ...one, alone: one.score, score: one.score - shared, asRival: one.asRival - shared };
  });
  return scored.map((one) => toJudged(one, scored)).toSorted((a, b) => b.confidence - a.confidence);
}

type Weighed = Readonly<{
  media: Media;
  evidence: Evidence[];
  score: number;
  /** The score that counts against the others. */
  asRival: number;
}>;

interface Scored extends Weighed {
  /** The score if no other candidate had the same name. */
  readonly alone: number;
}

function distinct({ item }: Question, candidates: Media[]): Media[] {
  return candidates.filter(
    (one, index) =>
      one.type === item.type && candidates.findIndex((other) => isSameMedia(one, other)) === index,
  );
}

/**
 * A page that states no language may be in any. Among the possible languages, the one that speaks least for
 * the candidate counts for it, and the one that speaks most counts against the others. So a page that states
 * less is never more certain.
 */
function weigh(question: Question, media: Media): Weighed {
  const { item } = question;
  const known = item.language === undefined ? withRelevantNames(item, media, '') : media;
  const readings = possibleLanguages(item, known)
    .map((language) => evidenceFor({ ...question, item: { ...item, ...defined({ language }) } }, known))
    .map((evidence) => ({ evidence, score: scoreOf(evidence) }))
    .toSorted((a, b) => a.score - b.score);
  const least = readings[0] ?? { evidence: [], score: priorWeight };
  // The weight of a doubtful length differs by language too, so it is added before the maximum is taken.
  const asRivals = readings.map(({ evidence, score }) => score + moreAsRival(evidence));
  return { media, ...least, asRival: Math.max(least.score, ...asRivals) };
}

/**
 * Evidence that counts more against the others: a doubtful length, and a season that may be any of the
 * work's.
 */
function moreAsRival(evidence: Evidence[]): number {
  const lengths = evidence.map((one) => (one.asRival ?? valueOf(one)) - valueOf(one));
  const isOpen = evidence.some(({ kind }) => kind === 'season-open');
  const season = isOpen ? weights.numbers - weights['season-open'] : 0;
  return lengths.reduce((sum, one) => sum + one, season);
}

/** `undefined` stands for a language in which no name is known. */
function possibleLanguages({ language }: Item, media: Media): (string | undefined)[] {
  if (language !== undefined) return [language];
  const names = [...knownNames(media), ...(media.episodeTitles ?? [])];
  return [...new Set([undefined, ...names.map((name) => name.language)])];
}

function scoreOf(evidence: Evidence[]): number {
  return evidence.reduce((sum, one) => sum + valueOf(one), priorWeight);
}

function valueOf({ kind, value }: Evidence): number {
  return value ?? weights[kind];
}

/**
 * A name shared by several works tells less about each of them. It also makes another, unlisted work of that
 * name likelier.
 */
function commonness(one: Weighed, all: Weighed[]): number {
  if (!hasName(one)) return 0;
  const works = new Set(all.filter(hasName).map(({ media }) => media.tmdbId ?? media.id));
  return Math.log(Math.max(1, works.size));
}

function hasName({ evidence }: Pick<Judged, 'evidence'>): boolean {
  return evidence.some(({ kind }) => ['name', 'name-variant', 'name-elsewhere'].includes(kind));
}

/** The candidate has the page's name or its id: it is not merely the nearest one found. */
export function isNamed({ evidence = [] }: Partial<Pick<Judged, 'evidence'>>): boolean {
  return hasName({ evidence }) || evidence.some(({ kind }) => ['id', 'id-asked'].includes(kind));
}

function toJudged(one: Scored, all: Scored[]): Judged {
  const own = Math.exp(one.score);
  const alone = Math.exp(one.alone);
  const others = all
    .filter((other) => other !== one)
    .reduce((sum, other) => sum + Math.exp(other.asRival) * shareOf(other, one), 0);
  const confidence = own / (1 + own + others);
  return {
    media: one.media,
    evidence: one.evidence,
    confidence,
    ambiguous: alone / (1 + alone) >= confidenceBar && confidence < confidenceBar,
  };
}

/**
 * How much a rival of the same name counts: more if it is better known, less if it is far less known. It
 * counts less only if something besides the name speaks for the better known work and nothing against it.
 */
function shareOf(rival: Weighed, one: Weighed): number {
  const [known = 0, other = 0] = [one.media.popularity, rival.media.popularity];
  if (known <= 0 || other <= 0 || !hasName(rival) || !hasName(one)) return 1;
  if (other >= known) return Math.min(mostPopularityShare, (other / known) ** popularityPower);
  const agrees =
    one.evidence.some(({ kind }) => supports.has(kind)) && one.evidence.every((each) => valueOf(each) >= 0);
  if (!agrees) return 1;
  return Math.max(1 / mostPopularityShare, 1 / (1 + (known / other / farBetterKnown) ** 2));
}

/** The weight before any evidence: about one in eight works of a search result is the one on the page. */
const priorWeight = -2;

/**
 * A namesake counts more, by the ratio of its popularity in the film database to this power. So an obscure
 * work cannot win by its length alone.
 */
const popularityPower = 0.7;

/** At this popularity ratio a work counts its namesake half; beyond it ever less. */
export const farBetterKnown = 7;

/** The most that popularity changes the weight of a namesake, in both directions. */
const mostPopularityShare = 20;

/** Evidence besides the name and the numbers, which every namesake shares. */
const supports: ReadonlySet<EvidenceKind> = new Set([
  'year',
  'year-near',
  'runtime',
  'runtime-faster',
  'length',
  'episode-name',
]);
