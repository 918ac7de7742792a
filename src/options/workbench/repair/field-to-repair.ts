import { taughtFields, type PageFacts, type TaughtField } from '../../../core/workbench/page-facts';

/** The one asked for, else the first that is missing; of a title and a series what the page seems to play. */
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
