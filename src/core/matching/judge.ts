import type { Item } from '../media/item';
import { isSameMedia, type Media } from '../media/media';
import { defined } from '../values/defined';
import { evidenceFor } from './evidence';
import { knownNames } from './known-names';
import type { Evidence, Question } from './question';
import { withRelevantNames } from './relevant-names';
import { farLessKnown, namesakeShare, priorWeight, weights, type EvidenceKind } from './weights';

/** 0 to 1. From here on a match is sent without asking; below it is held for review. */
export const confidenceBar = 0.7;

/** A candidate with what speaks for and against it. */
export interface Judged {
  readonly media: Media;
  /** 0 to 1: how certain it is that this and none of the others is the item of the page. */
  readonly confidence: number;
  readonly evidence: readonly Evidence[];
  /** Another candidate is about as near, which alone keeps it below the bar. */
  readonly ambiguous: boolean;
}

/**
 * The candidates, the most certain first. Each is weighed against all others and against none of them being
 * the item, so another near candidate only ever lowers the confidence of the rest.
 */
export function judge(question: Question, candidates: readonly Media[]): readonly Judged[] {
  const names = candidates.some((one) => one.titles !== undefined || one.popularity !== undefined);
  const weighed = distinct(question, candidates).map((media) => weigh({ ...question, names }, media));
  const scored = weighed.map((one): Scored => {
    const shared = commonness(one, weighed);
    return { ...one, alone: one.score, score: one.score - shared, asRival: one.asRival - shared };
  });
  return scored.map((one) => toJudged(one, scored)).toSorted((a, b) => b.confidence - a.confidence);
}

interface Weighed {
  readonly media: Media;
  readonly evidence: readonly Evidence[];
  readonly score: number;
  /** The score that counts against the others. */
  readonly asRival: number;
}

interface Scored extends Weighed {
  /** The score if nothing else bore its name. */
  readonly alone: number;
}

function distinct({ item }: Question, candidates: readonly Media[]): readonly Media[] {
  return candidates.filter(
    (one, index) =>
      one.type === item.type && candidates.findIndex((other) => isSameMedia(one, other)) === index,
  );
}

/**
 * A page that does not state its language may be in any. Of what each language would make of the candidate
 * the least speaks for it, and the most against the others: so a page that states less is never more certain.
 */
function weigh(question: Question, media: Media): Weighed {
  const { item } = question;
  const known = item.language === undefined ? withRelevantNames(item, media, '') : media;
  const readings = possibleLanguages(item, known)
    .map((language) => evidenceFor({ ...question, item: { ...item, ...defined({ language }) } }, known))
    .map((evidence) => ({ evidence, score: scoreOf(evidence) }))
    .toSorted((a, b) => a.score - b.score);
  const least = readings[0] ?? { evidence: [], score: priorWeight };
  return { media, ...least, asRival: readings.at(-1)?.score ?? least.score };
}

/** `undefined`: one in which no name is known. */
function possibleLanguages({ language }: Item, media: Media): readonly (string | undefined)[] {
  if (language !== undefined) return [language];
  const names = [...knownNames(media), ...(media.episodeTitles ?? [])];
  return [...new Set([undefined, ...names.map((name) => name.language)])];
}

function scoreOf(evidence: readonly Evidence[]): number {
  return evidence.reduce((sum, { kind }) => sum + weights[kind], priorWeight);
}

/**
 * A name that several works bear tells less about each of them, and also makes one likelier that nobody has
 * listed.
 */
function commonness(one: Weighed, all: readonly Weighed[]): number {
  if (!hasName(one)) return 0;
  const works = new Set(all.filter(hasName).map(({ media }) => media.tmdbId ?? media.id));
  return Math.log(Math.max(1, works.size));
}

function hasName({ evidence }: Weighed): boolean {
  return evidence.some(({ kind }) => kind === 'name' || kind === 'name-variant' || kind === 'name-elsewhere');
}

function toJudged(one: Scored, all: readonly Scored[]): Judged {
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

/** How much a rival counts: a far less known one hardly, where all evidence agrees with the better known. */
function shareOf(rival: Weighed, one: Weighed): number {
  const isTie = rival.asRival <= one.score;
  const isKnown = (one.media.popularity ?? 0) >= farLessKnown * (rival.media.popularity ?? Infinity);
  const agrees =
    one.evidence.some(({ kind }) => supports.has(kind)) &&
    one.evidence.every(({ kind }) => weights[kind] >= 0);
  return isTie && isKnown && agrees ? namesakeShare : 1;
}

/** Evidence beside the name and the numbers, which every namesake has. */
const supports: ReadonlySet<EvidenceKind> = new Set([
  'year',
  'year-near',
  'runtime',
  'runtime-faster',
  'length',
  'episode-name',
]);
