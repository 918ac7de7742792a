import { valueAt, withValue } from '../../../core/workbench/draft-history';
import type { RepairedField } from '../../../core/workbench/draft-record';
import {
  taughtFields,
  type PageFacts,
  type Proposal,
  type TaughtField,
} from '../../../core/workbench/page-facts';
import { defined } from '../../../core/values/defined';
import type { Definition } from '../../../protocol/definition/definition';
import { groupNames, MAX_SOURCES, namesIn, pageIndex, withSource } from '../draft/draft-text';

/**
 * The proposal that agrees with most of the known values of a field. Durable proposals come before fragile
 * ones if any of them agrees. If nothing is known, the first durable one.
 */
export function bestProposal(proposals: Proposal[], known: unknown[]): Proposal | undefined {
  const texts = known.map(plain).filter((text) => text !== '');
  const agreement = ({ value }: Proposal) => texts.filter((text) => text === plain(value)).length;
  const durable = proposals.filter(({ fragile }) => !fragile);
  const candidates = durable.some((one) => agreement(one) > 0) || texts.length === 0 ? durable : proposals;
  const [best] = candidates.toSorted((a, b) => agreement(b) - agreement(a));
  return best !== undefined && (texts.length === 0 || agreement(best) > 0) ? best : undefined;
}

function plain(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim().toLowerCase() : '';
}

/**
 * The requested field, otherwise the first missing one. If title and series title are both possible, the
 * title of a film is chosen when the page shows no episode number.
 */
export function fieldToRepair(
  missing: string[],
  { fields }: Pick<PageFacts, 'fields'>,
  wanted: string | undefined,
): TaughtField {
  const asked = taughtFields.find((field) => field === wanted);
  const isFilm = missing.includes('title') && fields.episodeNumber === undefined;
  const first = isFilm ? 'title' : taughtFields.find((field) => missing.includes(field));
  return asked ?? first ?? 'title';
}

/**
 * Where the person's source of a field goes. If no source of the connector reads the field on this page
 * (`missing`), the connector's sources still come first, because they may read other pages.
 */
export function repairOf(
  definition: Definition,
  kind: string | undefined,
  field: TaughtField,
  missing: string[],
): RepairedField {
  const page = definition.pages[pageIndex(definition, kind)];
  const sources = page?.item[field]?.length ?? 0;
  const isBehind = missing.includes(field) && sources > 0 && sources < MAX_SOURCES;
  return { page: page?.kind ?? '', field, ...defined({ after: isBehind ? sources : undefined }) };
}

/**
 * The definition with the proposed source that agrees best with the field's `known` values. `undefined`: none
 * agrees.
 */
export function proposeRepair(
  definition: Definition,
  { page, field, after }: RepairedField,
  { fields }: Pick<PageFacts, 'fields'>,
  known: unknown[],
): unknown {
  const path = ['pages', pageIndex(definition, page), 'item', field];
  const groups = groupNames(definition);
  const proposals = (fields[field as TaughtField] ?? []).filter(({ source }) =>
    namesIn(source).every((name) => groups.includes(name)),
  );
  const best = bestProposal(proposals, known);
  return best && withValue(definition, path, withSource(best.source, valueAt(definition, path), after));
}
