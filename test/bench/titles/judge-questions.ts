import { confidenceBar, judge } from '../../../src/core/matching/judge';
import type { Media } from '../../../src/core/media/media';
import type { TitleData } from '../../support/film-database/titles';
import { createAsker, type Asker } from './create-asker';
import type { TitleQuestion } from './questions';

/** A question with what the tracker answered. */
export interface Answered {
  readonly question: TitleQuestion;
  readonly candidates: readonly Media[];
  readonly requests: number;
}

/**
 * What became of a question: `right` and `wrong` were sent; `listed` was held with the right one among the
 * candidates, `missing` without it; `held` is a question for which nothing may be sent.
 */
export type Outcome = 'right' | 'wrong' | 'listed' | 'missing' | 'held';

/** Asks the tracker each question; a namesake's without the right work in the film database. */
export async function answerAll(
  data: TitleData,
  questions: readonly TitleQuestion[],
  create: (data: TitleData) => Asker = createAsker,
): Promise<readonly Answered[]> {
  const whole = create(data);
  const partial = new Map<number, Asker>();
  const askerFor = ({ without }: TitleQuestion): Asker => {
    if (without === undefined) return whole;
    const works = () => data.works.filter(({ id }) => id !== without);
    const asker = partial.get(without) ?? create({ ...data, works: works() });
    partial.set(without, asker);
    return asker;
  };
  const answered: Answered[] = [];
  for (const question of questions) answered.push({ question, ...(await askerFor(question)(question.item)) });
  return answered;
}

/** What the extension makes of an answer. */
export interface Verdict {
  readonly outcome: Outcome;
  /** 0 to 1: of the candidate that is listed first. */
  readonly confidence: number;
  /** It is the right one. */
  readonly isRight: boolean;
}

export function verdictOf({ question, candidates }: Pick<Answered, 'question' | 'candidates'>): Verdict {
  const judged = judge(question, [...candidates]);
  const confidence = judged[0]?.confidence ?? 0;
  const isRight = judged.slice(0, 1).some(({ media }) => isAnswer(question, media));
  const isListed = judged.some(({ media }) => isAnswer(question, media));
  return { outcome: outcomeOf(question, { confidence, isRight, isListed }), confidence, isRight };
}

function outcomeOf(
  { right }: TitleQuestion,
  { confidence, isRight, isListed }: Omit<Verdict, 'outcome'> & { readonly isListed: boolean },
): Outcome {
  if (confidence >= confidenceBar) return isRight ? 'right' : 'wrong';
  if (right === undefined) return 'held';
  return isListed ? 'listed' : 'missing';
}

function isAnswer({ right }: TitleQuestion, media: Media): boolean {
  return (
    right !== undefined &&
    media.tmdbId === right.tmdbId &&
    (right.episodeNumber === undefined ||
      (media.seasonNumber === right.seasonNumber && media.episodeNumber === right.episodeNumber))
  );
}
