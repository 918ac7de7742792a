import { createSeasonEpisodeParser } from './season-episode';
import { seasonWords } from './season-words';

/** For every context but the content script, which receives its words from the worker to stay small. */
export const parseSeasonEpisode = createSeasonEpisodeParser(seasonWords);
