import { valueAt, withValue } from '../../../core/workbench/draft-history';
import { defined } from '../../../core/values/defined';
import type { RepairedField } from '../../../core/workbench/draft-record';
import type { PageFacts, TaughtField } from '../../../core/workbench/page-facts';
import type { Definition } from '../../../protocol/definition/definition';
import { groupNames, namesIn, pageIndex } from '../draft/draft-fields';
import { MAX_SOURCES, withSource } from '../draft/with-source';
import { bestProposal } from './best-proposal';

/**
 * Where the person's source of a field goes. `missing`: fields that no source of the connector reads on this
 * page. The connector's sources still come first, since they may read other pages.
 */
export function repairOf(
  definition: Definition,
  kind: string | undefined,
  field: TaughtField,
  missing: readonly string[],
): RepairedField {
  const page = definition.pages[pageIndex(definition, kind)];
  const sources = page?.item[field]?.length ?? 0;
  const isBehind = missing.includes(field) && sources > 0 && sources < MAX_SOURCES;
  return { page: page?.kind ?? '', field, ...defined({ after: isBehind ? sources : undefined }) };
}

/**
 * The definition with the proposed source for one field that agrees best with its `known` values;
 * `undefined`: none agrees.
 */
export function proposeRepair(
  definition: Definition,
  { page, field, after }: RepairedField,
  { fields }: Pick<PageFacts, 'fields'>,
  known: readonly unknown[],
): unknown {
  const path = ['pages', pageIndex(definition, page), 'item', field];
  const groups = groupNames(definition);
  const proposals = (fields[field as TaughtField] ?? []).filter(({ source }) =>
    namesIn(source).every((name) => groups.includes(name)),
  );
  const best = bestProposal(proposals, known);
  return best && withValue(definition, path, withSource(best.source, valueAt(definition, path), after));
}
