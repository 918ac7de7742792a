import type { Item } from '../../core/media/item';

/**
 * How a correction names its item: `Sintel (2010)`, `Breaking Bad S1 E2`, or a series with the episode's
 * title.
 */
export function correctionLabel(item: Item): string {
  const { title = '', seriesTitle = '', year } = item;
  if (item.type === 'movie') return year === undefined ? title : `${title} (${year})`;
  return `${seriesTitle} ${episodeLabel(item)}`.trim();
}

function episodeLabel({ seasonNumber, episodeNumber, episodeTitle = '' }: Item): string {
  if (episodeNumber === undefined) return episodeTitle;
  return seasonNumber === undefined ? `E${episodeNumber}` : `S${seasonNumber} E${episodeNumber}`;
}
