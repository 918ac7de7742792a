import { valueAt, withValue } from '../../../core/workbench/draft-history';
import type { PageFacts, TaughtField } from '../../../core/workbench/page-facts';
import type { Definition } from '../../../protocol/definition/definition';
import { groupNames, namesIn } from '../draft/draft-fields';
import { withFirst } from '../draft/with-first';
import { bestProposal } from './best-proposal';

/**
 * The definition with one field of a page read first where the page agrees best with what is `known` of it;
 * `undefined`: nothing does.
 */
export function proposeRepair(
  definition: Definition,
  { page, field }: { readonly page: number; readonly field: TaughtField },
  { fields }: Pick<PageFacts, 'fields'>,
  known: readonly unknown[],
): unknown {
  const path = ['pages', page, 'item', field];
  const groups = groupNames(definition);
  const proposals = (fields[field] ?? []).filter(({ source }) =>
    namesIn(source).every((name) => groups.includes(name)),
  );
  const best = bestProposal(proposals, known);
  return best && withValue(definition, path, withFirst(best.source, valueAt(definition, path)));
}
