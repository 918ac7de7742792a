import type { Media } from '../../../src/core/media/media';
import type { Answered } from './judge-questions';

/** Takes one kind of evidence out of a question and its answer. */
export type LeaveOut = (answered: Answered) => Answered;

/**
 * What each kind of evidence is worth shows in the figures without it. The language is asked anew instead.
 */
export const leftOut: Readonly<Record<string, LeaveOut>> = {
  'other names of the work': changeMedia(({ titles: _titles, originalTitle: _original, ...media }) => ({
    ...media,
    titles: [],
  })),
  'length of the video': (answered) => {
    const { duration: _duration, ...question } = answered.question;
    // The player states 0 while it does not know.
    return { ...answered, question: { ...question, duration: 0 } };
  },
  year: changeMedia(({ year: _year, ...media }) => media),
  'name of the episode, and the seasons': changeMedia((media) => {
    const { episodeTitles: _titles, seasons: _seasons, ...rest } = media;
    if (media.type === 'movie') return media;
    const { title: _title, ...unnamed } = rest;
    return unnamed;
  }),
  'how well known it is': changeMedia((media) => ({ ...media, popularity: 1 })),
  'other candidates': (answered) => ({ ...answered, candidates: answered.candidates.slice(0, 1) }),
};

function changeMedia(change: (media: Media) => Media): LeaveOut {
  return (answered) => ({ ...answered, candidates: answered.candidates.map(change) });
}
