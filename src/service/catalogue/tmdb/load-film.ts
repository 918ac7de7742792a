import { rememberPosters, type Inquiry } from './inquiry';
import type { FilmRecord } from './records';
import { movieSchema } from './schemas';
import { toFilmRecord } from './to-record';

/** A film with its names in all languages. */
export function loadFilm(inquiry: Inquiry, id: number): Promise<FilmRecord | undefined> {
  const key = `movie/${String(id)}`;
  return inquiry.cache.get<FilmRecord>(key, async () => {
    const parts = { append_to_response: 'alternative_titles,translations' };
    const film = await inquiry.get(`/${key}`, movieSchema, parts);
    const record = film && toFilmRecord(film);
    if (record !== undefined) await rememberPosters(inquiry, 'movie', [record]);
    return { [key]: record };
  });
}
