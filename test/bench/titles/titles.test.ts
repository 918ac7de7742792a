import { describe, expect, test } from 'vitest';
import { readTitles } from '../../support/film-database/titles';
import { drawNoise, type LengthNoise } from './draw-noise';
import { answerAll, verdictOf } from './judge-questions';
import { meanRequests, toRows, unseenQuestions, withUnseen } from './measure-titles';
import { questionsAbout, twinQuestions, type TitleQuestion } from './questions';
import { ratesOf } from './titles-page';

const data = readTitles();
/** Of a question without its length. */
const keyOf = ({ item, without }: TitleQuestion) => JSON.stringify([item, without]);
/** Drawn anew in every run; `TITLES_SEED` repeats one. */
const noise = drawNoise();
/** Half of the questions, and all of absent works; `npm run bench -- titles` asks all of them. */
const some = questionsAbout(data, noise).filter(
  (question, index) => question.class === 'absent' || index % 2 === 1,
);

describe.each([
  ['works of titles.json', data, some, (drawn: LengthNoise) => questionsAbout(data, drawn)],
  [
    'works that nobody tuned for',
    withUnseen(data),
    unseenQuestions(data, noise),
    (drawn: LengthNoise) => unseenQuestions(data, drawn),
  ],
])(`%s, lengths of seed ${noise.seed}`, (_, known, questions, ask) => {
  const answered = answerAll(known, questions);
  test('are sent rightly in 96 of 100 questions, and none wrongly', async () => {
    const { recall, wrong } = ratesOf(toRows(known, await answered));
    expect(recall).toBeGreaterThan(0.96);
    expect(wrong).toBe(0);
  });

  test('are not sent wrongly in other drawings of their lengths, which cost no request', async () => {
    // The bench draws all of them; a third keeps `npm test` short.
    const third = (await answered).filter((_one, index) => index % 3 === 0);
    const candidatesOf = new Map(third.map((one) => [keyOf(one.question), one.candidates]));
    const wrong = Array.from({ length: 5 }, (_one, index) => drawNoise(noise.seed + 1 + index)).flatMap(
      (drawn) =>
        ask(drawn).filter((question) => {
          const candidates = candidatesOf.get(keyOf(question));
          return candidates !== undefined && verdictOf({ question, candidates }).outcome === 'wrong';
        }),
    );
    expect(wrong).toEqual([]);
  });

  test('are candidates where they are held, if any search of the film database finds them', async () => {
    const { missing, nowhere } = ratesOf(toRows(known, await answered));
    expect(missing).toBe(nowhere);
  });

  test('cost at most 2.5 requests each', async () => {
    expect(Number(meanRequests(await answered))).toBeLessThanOrEqual(2.5);
  });
});

test('of two works that nothing tells apart none is sent in place of the other', async () => {
  const twins = twinQuestions(data, noise).filter((_, index) => index % 8 === 0);
  const outcomes = (await answerAll(data, twins)).map((one) => verdictOf(one).outcome);
  expect(outcomes.length).toBeGreaterThan(20);
  expect(new Set(outcomes)).toEqual(new Set(['right', 'listed']));
});
