import type { TaughtField } from '../../../core/workbench/page-facts';
import { parseSeasonEpisode } from '../../../core/text/parse-season-episode';

type Draft = Readonly<Record<string, unknown>>;
const parts: Partial<Record<TaughtField, 'series' | 'season' | 'episode' | 'title'>> = {
  seriesTitle: 'series',
  seasonNumber: 'season',
  episodeNumber: 'episode',
  episodeTitle: 'title',
};

/** How a text such as "Show – S1 E2 – Title" gives a field: by taking it apart, as it is, or not at all. */
export function fieldSource(field: TaughtField, source: Draft, raw: string): Draft | undefined {
  const parsed = strongNumbers(raw);
  const part = parts[field];
  if (part !== undefined && parsed?.[part] !== undefined)
    return { ...source, transforms: [...transformsOf(source), { seasonEpisode: part }] };
  switch (field) {
    case 'seasonNumber':
    case 'episodeNumber':
      return /^\D{0,20}\d{1,4}\D{0,3}$/.test(raw) &&
        (parsed === undefined || Object.keys(parsed).length === 0)
        ? source
        : undefined;
    case 'year':
      return /(?:18[7-9]|19\d|20\d)\d/.test(raw) && raw.length < 40 ? source : undefined;
    case 'seriesTitle':
    case 'episodeTitle':
    case 'title':
      return parsed === undefined ? source : undefined;
  }
}

/** Only texts that say clearly which number is which; the reader itself is more generous. */
export function strongNumbers(text: string): ReturnType<typeof parseSeasonEpisode> {
  const parsed = text.length > 200 ? undefined : parseSeasonEpisode(text);
  if (parsed === undefined) return undefined;
  if (parsed.season !== undefined) return parsed;
  return parsed.episode !== undefined && /\p{L}/u.test(text) && text.length < 60 ? parsed : undefined;
}

function transformsOf(source: Draft): readonly unknown[] {
  return Array.isArray(source['transforms']) ? (source['transforms'] as unknown[]) : [];
}
