import { taughtFields, type PageFacts, type TaughtField } from '../../../core/workbench/page-facts';

/**
 * The requested field, else the first that is missing. Between title and series, the one that fits what the
 * page seems to play.
 */
export function fieldToRepair(
  missing: readonly string[],
  { fields }: Pick<PageFacts, 'fields'>,
  wanted: string | undefined,
): TaughtField {
  const asked = taughtFields.find((field) => field === wanted);
  const isFilm = missing.includes('title') && fields.episodeNumber === undefined;
  const first = isFilm ? 'title' : taughtFields.find((field) => missing.includes(field));
  return asked ?? first ?? 'title';
}
