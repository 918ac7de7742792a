import { defined } from '../../../core/values/defined';
import type { Parameter } from './operation';

const number = (minimum: number, maximum: number, absent?: number) =>
  defined({ type: 'integer', minimum, maximum, default: absent });

const id = number(1, 999_999_999_999_999);

/** One film or episode, by the fields of `POST /scrobble`. */
const mediaParameters: readonly Parameter[] = [
  {
    name: 'type',
    about: 'With the ids: only this one',
    schema: { type: 'string', enum: ['movie', 'episode'] },
  },
  { name: 'id', about: 'The film or the episode', schema: id },
  { name: 'tmdbId', about: 'The film, or the series of an episode', schema: id },
  { name: 'tvShowId', about: 'The series', schema: id },
  { name: 'seasonNumber', about: 'The season', schema: number(0, 999_999_999_999_999) },
  { name: 'episodeNumber', about: 'The episode in the season', schema: id },
];

const limit: Parameter = { name: 'limit', about: 'Entries of a page', schema: number(1, 500, 50) };
const offset: Parameter = {
  name: 'offset',
  about: 'Entries to leave out; slower than `after`',
  schema: number(0, 10_000, 0),
};
const after: Parameter = { name: 'after', about: 'The `next` of another page', schema: { type: 'string' } };

export const mediaPageParameters: readonly Parameter[] = [limit, offset, after, ...mediaParameters];

const day = { type: 'string', format: 'date' };

export const historyParameters: readonly Parameter[] = [
  ...mediaPageParameters,
  {
    name: 'only',
    about: 'Only films, or only episodes',
    schema: { type: 'string', enum: ['movie', 'episode'] },
  },
  {
    name: 'q',
    about: 'Words that are part of a name of the film or series, in any language',
    schema: { type: 'string', minLength: 1, maxLength: 200 },
  },
  { name: 'show', about: 'Only episodes of this series', schema: id },
  { name: 'from', about: 'The first day, in the time zone of the person', schema: day },
  { name: 'to', about: 'The last day', schema: day },
];
