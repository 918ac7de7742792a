import { draftMatch } from '../../../core/workbench/draft-match';
import type { Proposal } from '../../../core/workbench/page-facts';
import type { Definition, Source } from '../../../protocol/definition/definition';
import { textOf } from '../../reader/clean-text';
import type { PageAccess, ReadContext } from '../../reader/context';
import { matchPage } from '../../reader/match-page';
import { createMemory } from '../../reader/memory';
import { readSources } from '../../reader/read-source';
import { whenAnswered } from '../../reader/when-answered';

/**
 * Reads this page like a draft for its address, so that a proposal is shown with the value that it really
 * gives.
 */
export function proposalContext(access: PageAccess, url: URL): ReadContext {
  const definition = {
    version: 1,
    id: 'draft',
    name: 'draft',
    hosts: [url.hostname],
    pages: [{ kind: 'watch', match: draftMatch(url.href), item: {} }],
  } as unknown as Definition;
  return {
    ...access,
    url,
    definition,
    memory: createMemory(),
    now: 0,
    values: { ...matchPage(definition, url)?.groups },
  };
}

/**
 * Tries a source and returns the value that it gives now, ignoring remembered values; undefined if there is
 * none.
 */
export async function tryProposal(
  proposal: Omit<Proposal, 'value'>,
  context: ReadContext,
): Promise<Proposal | undefined> {
  const { parsed } = context.memory;
  const fresh = { ...context, memory: { ...createMemory(), parsed } };
  const read = () => readSources([proposal.source as Source], 'proposal', fresh);
  const value = textOf(await whenAnswered(fresh.memory, read));
  return value === undefined ? undefined : { ...proposal, value: value.slice(0, 500) };
}
