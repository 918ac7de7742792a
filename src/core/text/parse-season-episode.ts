import { createSeasonEpisodeParser } from './season-episode';
import { seasonWords } from './season-words';

/** For everyone but the content script, which gets its words from the worker. */
export const parseSeasonEpisode = createSeasonEpisodeParser(seasonWords);
