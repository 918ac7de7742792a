import type { Proposal } from '../../../core/workbench/page-facts';

/**
 * The proposal that agrees with most of the known values of a field; a durable one if any agrees. If nothing
 * is known, the first durable one.
 */
export function bestProposal(
  proposals: readonly Proposal[],
  known: readonly unknown[],
): Proposal | undefined {
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
