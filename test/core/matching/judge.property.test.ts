import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { confidenceBar, farBetterKnown, judge } from '../../../src/core/matching/judge';
import type { Question } from '../../../src/core/matching/question';
import { withRelevantNames } from '../../../src/core/matching/name-evidence';
import type { Item } from '../../../src/core/media/item';
import type { KnownName, Media } from '../../../src/core/media/media';
import { readTitles, readUnseenTitles, type WorkRecord } from '../../support/film-database/titles';

const { works: known, decoys } = readTitles();
const works = [...known, ...readUnseenTitles().works];

/** A work as the tracker answers it. */
function mediaOf({ id, type, titles = {}, ...work }: WorkRecord): Media {
  const names: KnownName[] = Object.entries(titles).map(([language, title]) => ({ title, language }));
  const shared = {
    tmdbId: id,
    year: work.year,
    originalTitle: work.original_title,
    originalLanguage: work.original_language,
    popularity: work.popularity,
    titles: [...names, ...(work.alternative ?? []).map((title) => ({ title, country: 'US' }))],
    ...(work.runtime > 0 && { runtime: work.runtime * 60 }),
  };
  if (type === 'movie') return { type, title: work.original_title, ...shared };
  const seasons = (work.seasons ?? []).map((one) => ({
    number: one.season_number,
    episodes: one.episode_count,
  }));
  const place = { seasonNumber: 1, episodeNumber: 1, seasons, episodeTitles: firstEpisode(work.episodes) };
  return { type: 'episode', seriesTitle: work.original_title, ...shared, ...place };
}

function firstEpisode(episodes: WorkRecord['episodes'] = []): KnownName[] {
  const first = episodes.find((one) => one.season_number === 1 && one.episode_number === 1);
  return Object.entries(first?.names ?? {}).map(([language, title]) => ({ title, language }));
}

const anyWork = fc.constantFrom(...works);
const anyDecoys = fc.array(fc.constantFrom(...decoys), { maxLength: 6 });

/** A page that states a name of the work, with or without a language, a year and a duration. */
const anyQuestion = anyWork.chain((work) =>
  fc
    .record({
      stated: fc.constantFrom(...Object.entries(work.titles ?? { en: work.original_title })),
      hasYear: fc.boolean(),
      /** Of the page: that of the title, another, or not stated. */
      spoken: fc.constantFrom('own', undefined, 'de', 'en', 'ja', 'pt-BR', 'ru', 'tr', 'zh'),
      /** Of the runtime; the player may show the broadcast, another cut or a clip. */
      part: fc.constantFrom(undefined, 1, 0.96, 1.01, 1.2, 0.08),
    })
    .map(({ stated: [language, title], hasYear, spoken, part }) => ({
      work,
      question: questionOf(work, title, {
        ...(hasYear && { year: work.year }),
        ...(spoken !== undefined && { language: spoken === 'own' ? language : spoken }),
        ...(part !== undefined && { duration: work.runtime * 60 * part }),
      }),
    })),
);

function film(title: string, minutes: number): Media {
  return { type: 'movie', title, originalTitle: title, titles: [], runtime: minutes * 60, popularity: 20 };
}

function questionOf(
  { type }: WorkRecord,
  title: string,
  { duration, ...stated }: { year?: number; language?: string; duration?: number },
): Question {
  const item: Item =
    type === 'movie'
      ? { type, title, ...stated }
      : { type: 'episode', seriesTitle: title, seasonNumber: 1, episodeNumber: 1, ...stated };
  return { item, ...(duration !== undefined && { duration }) };
}

const sentId = (question: Question, candidates: Media[]) => {
  const [best] = judge(question, candidates);
  return best !== undefined && best.confidence >= confidenceBar ? best.media.tmdbId : undefined;
};
const confidenceIn = (question: Question, candidates: Media[], id: number) =>
  judge(question, candidates).find(({ media }) => media.tmdbId === id)?.confidence ?? 0;

/** A decoy as near as it can be: the same name, with the year and the length of the work, or nearly so. */
const nearDecoy = (work: WorkRecord) =>
  fc
    .record({
      id: fc.integer({ min: 990_000_000, max: 990_000_999 }),
      title: fc.constantFrom(work.original_title, ...Object.values(work.titles ?? {})),
      year: fc.integer({ min: work.year - 3, max: work.year + 3 }),
      runtime: fc.integer({ min: 0, max: 200 }),
      popularity: fc.double({ min: 0, max: 100, noNaN: true }),
    })
    .map(({ id, title, ...rest }): Media => {
      const { titles: _titles, alternative: _alternative, ...base } = work;
      return mediaOf({ ...base, id, original_title: title, ...rest });
    });

describe('the confidence', () => {
  test('is between 0 and 1, and all of a question’s together are at most 1', () => {
    fc.assert(
      fc.property(anyQuestion, anyDecoys, ({ work, question }, others) => {
        const judged = judge(question, [mediaOf(work), ...others.map(mediaOf)]);
        for (const { confidence } of judged)
          expect(confidence).toSatisfy((one: number) => one >= 0 && one <= 1);
        // A far less known namesake does not lower the better known one, and keeps its own share.
        expect(judged.filter(({ confidence }) => confidence >= confidenceBar).length).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('in a work does not rise when a near decoy is added', () => {
    const property = fc.property(
      anyQuestion.chain((asked) => fc.tuple(fc.constant(asked), anyDecoys, nearDecoy(asked.work))),
      ([{ work, question }, others, decoy]) => {
        const before = [mediaOf(work), ...others.map(mediaOf)];
        expect(confidenceIn(question, [...before, decoy], work.id)).toBeLessThanOrEqual(
          confidenceIn(question, before, work.id) + 1e-9,
        );
      },
    );
    fc.assert(property, { numRuns: 150 });
  });

  test('a decoy that fits no better than the right work is never sent in its place', () => {
    const property = fc.property(
      anyQuestion.chain((asked) => fc.tuple(fc.constant(asked), nearDecoy(asked.work))),
      ([{ work, question }, decoy]) => {
        const right = mediaOf(work);
        fc.pre(sentId(question, [right]) === work.id);
        // In a tie a far better known work is meant to be sent: that rule is tested by itself.
        fc.pre((decoy.popularity ?? 0) < farBetterKnown * work.popularity);
        const sent = sentId(question, [right, decoy]);
        // It may be held, or stay right. The decoy is sent only where it alone has the year or the length.
        const alone = (media: Media) => judge(question, [media])[0]?.confidence ?? 0;
        if (alone(decoy) <= alone(right)) expect(sent).not.toBe(decoy.tmdbId);
      },
    );
    fc.assert(property, { numRuns: 150 });
  });

  test('does not rise when evidence that agrees is left out', () => {
    const property = fc.property(anyQuestion, anyDecoys, ({ work, question }, others) => {
      const episodeTitle = firstEpisode(work.episodes)[0]?.title;
      const full: Question = {
        item: { ...question.item, year: work.year, ...(episodeTitle !== undefined && { episodeTitle }) },
        duration: work.runtime * 60,
      };
      const candidates = [mediaOf(work), ...others.map(mediaOf)];
      const whole = confidenceIn(full, candidates, work.id);
      const { year: _, ...undated } = full.item;
      const { episodeTitle: _name, ...nameless } = full.item;
      const { language: _language, ...unspoken } = full.item;
      const { duration: _duration, ...unmeasured } = full;
      const items = [undated, nameless, unspoken];
      const parts = [...items.map((item) => ({ ...full, item })), unmeasured, { item: undated }];
      for (const part of parts)
        expect(confidenceIn(part, candidates, work.id)).toBeLessThanOrEqual(whole + 1e-9);
      const unnamed = candidates.map((one) => ({ ...one, titles: [] }));
      expect(confidenceIn(full, unnamed, work.id)).toBeLessThanOrEqual(whole + 1e-9);
    });
    fc.assert(property, { numRuns: 150 });
  });
});

test('a page that states no language makes no work more certain than in the language of its rival', () => {
  // In no language a broadcast of the rival is nearer; in English its own language speaks for it.
  const suspiria: Media = { ...film('Suspiria', 98), tmdbId: 1, originalLanguage: 'it' };
  const rival: Media = { ...film('Moana 2', 101), tmdbId: 2, originalLanguage: 'en' };
  const confidence = (language?: string) =>
    confidenceIn(
      { item: { type: 'movie', title: 'Suspiria', ...(language && { language }) }, duration: 98 * 60 },
      [suspiria, rival],
      1,
    );
  expect(confidence()).toBeLessThanOrEqual(confidence('en'));
});

test('names that are left out of what is stored change no confidence', () => {
  const property = fc.property(anyQuestion, anyDecoys, ({ work, question }, others) => {
    const candidates = [mediaOf(work), ...others.map(mediaOf)];
    const stored = candidates.map((one) => withRelevantNames(question.item, one, 'fr'));
    const confidences = (list: Media[]) =>
      judge(question, list).map(({ media, confidence }) => [media.tmdbId, confidence]);
    expect(confidences(stored)).toEqual(confidences(candidates));
  });
  fc.assert(property, { numRuns: 150 });
});
