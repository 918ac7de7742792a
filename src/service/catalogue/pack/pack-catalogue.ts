import type { Titles } from '../../store/titles';
import { createAllowance, type Catalogue, type Title, type TitleQuestion } from '../catalogue';
import { createOpenDatabase } from '../sources/open-database';
import { createRecordCatalogue, type RecordOptions } from '../tmdb/create-catalogue';
import type { Pack } from './create-pack';

/** Maximum number of reads per answer. Their time is negligible. */
const READINGS = 40;

/**
 * The offline pack as a source of titles. It is up to a month old, so it returns an episode only if it has
 * the requested number; newer episodes are looked up on the network.
 */
export function createPackCatalogue(pack: Pack, options: Omit<RecordOptions, 'titles'>): Catalogue {
  const titles = recentAnswers(options.now);
  const catalogue = createRecordCatalogue(createOpenDatabase(pack.source), { ...options, titles });
  const allowance = () => createAllowance({ requests: READINGS });
  return {
    async resolve(question) {
      if (!pack.isThere()) return [];
      const found = await catalogue.resolve(question, allowance());
      return found.filter((title) => isAtPlace(title, question));
    },
    next: async (place) => (pack.isThere() ? catalogue.next(place, allowance()) : undefined),
  };
}

function isAtPlace({ seasonNumber, episodeNumber }: Title, question: TitleQuestion): boolean {
  if (question.seasonNumber === undefined || question.episodeNumber === undefined) return true;
  return seasonNumber === question.seasonNumber && episodeNumber === question.episodeNumber;
}

/**
 * Maximum number of recently read entries kept in memory. One question reads the same series several times.
 */
const MOST = 100;
const LONGEST_MS = 10_000;

function recentAnswers(now: () => number): Titles {
  const known = new Map<string, Readonly<{ body: unknown; fetchedAt: number }>>();
  return {
    read: async (key) => {
      const answer = known.get(key);
      return answer !== undefined && now() - answer.fetchedAt < LONGEST_MS ? answer : undefined;
    },
    write: async (entries) => {
      for (const [key, body] of Object.entries(entries)) {
        known.delete(key);
        if (known.size >= MOST) known.delete(known.keys().next().value ?? '');
        known.set(key, { body, fetchedAt: now() });
      }
    },
  };
}
