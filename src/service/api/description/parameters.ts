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

/** Of every list of API v1. */
export const pageParameters: readonly Parameter[] = [
  { name: 'page', about: 'Counted from 1', schema: number(1, 9_999_999, 1) },
  { name: 'pageSize', about: 'Entries of a page', schema: number(1, 100, 20) },
  {
    name: 'minimal',
    about: 'Only the type and the ids of each entry',
    schema: { type: 'boolean', default: false },
  },
];

/** `type`, one of these or `all`. */
export function typeParameter(...types: readonly string[]): Parameter {
  return {
    name: 'type',
    about: 'Only these',
    schema: { type: 'string', enum: ['all', ...types], default: 'all' },
  };
}

export function sortParameter(...keys: readonly string[]): Parameter {
  const orders = keys.flatMap((key) => [`${key}:desc`, `${key}:asc`]);
  return { name: 'sort', about: 'The order', schema: { type: 'string', enum: orders, default: orders[0] } };
}

/** What to remove, by the fields with which it was added. */
export function referenceParameters(...types: readonly string[]): readonly Parameter[] {
  return [
    { name: 'type', about: 'What it is', schema: { type: 'string', enum: types }, isRequired: true },
    ...mediaParameters.filter(({ name }) => name !== 'type'),
  ];
}
