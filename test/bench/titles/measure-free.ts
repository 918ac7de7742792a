import { readTitles } from '../../support/film-database/titles';
import { createAsker, createFreeAsker, type Asker } from './create-asker';
import { drawNoise } from './draw-noise';
import { answerAll, verdictOf } from './judge-questions';
import { questionsAbout } from './questions';
import { percentOf, ratesOf } from './titles-page';

/**
 * The questions of `measureTitles` about the works of `titles.json`, with a token of the film database and without:
 * then Wikidata and TVmaze know the same works. `every`: only each so many-th question.
 */
export async function measureFree(every: number): Promise<string> {
  const data = readTitles();
  const noise = drawNoise();
  const questions = questionsAbout(data, noise).filter((_, index) => index % every === 0);
  const rates = async (create: (known: typeof data) => Asker) => {
    const answered = await answerAll(data, questions, create);
    return ratesOf(answered.map((one) => ({ question: one.question, ...verdictOf(one) })));
  };
  const [token, free] = [await rates(createAsker), await rates(createFreeAsker)];
  const line = (name: string, { right, answerable, wrong, listed, missing }: typeof token) =>
    `${name}: ${right} of ${answerable} sent rightly, ${wrong} wrong, ${listed + missing} held`;
  return [
    `${questions.length} questions, seed ${noise.seed}`,
    line('with a token', token),
    line('without a token', free),
    `without a token ${percentOf(free.right / token.right)} of what it does with one`,
  ].join('\n');
}
