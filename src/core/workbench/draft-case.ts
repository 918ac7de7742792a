import { defined } from '../values/defined';
import type { DraftCase } from './draft-record';

/** A page as it was kept: its HTML, and the case for it. */
export type KeptCase = Readonly<{
  html: string;
  case: Readonly<Record<string, unknown>>;
}>;

/** A kept page as a new case, with a free name. */
export function newCase({ html, case: one }: KeptCase, cases: readonly DraftCase[]): DraftCase {
  const base = typeof one['covers'] === 'string' ? one['covers'] : 'page';
  for (let number = 1; ; number++) {
    const name = number === 1 ? base : `${base}-${number}`;
    if (!cases.some((other) => other.name === name)) return { name, html, case: one };
  }
}

/** The number of steps of a case, itself included. */
export function stepsOf({ case: one }: DraftCase): number {
  return 1 + listed(one).length;
}

/** Steps that a case may have beside itself. */
export const mostSteps = 10;

/**
 * The case with the page as its next step, for example after the next episode has begun in place. A step
 * inherits what it does not state, so it states everything.
 */
export function withStep(before: DraftCase, { html, case: kept }: KeptCase): DraftCase {
  const page = `${before.name.replaceAll(/[^\w.-]/g, '-')}-${stepsOf(before) + 1}.html`;
  const { covers: _covers, expect, ...situation } = kept;
  const last = (listed(before.case).at(-1) ?? before.case) as { expect?: { item?: unknown } };
  const changed =
    JSON.stringify(last.expect?.item) !== JSON.stringify((expect as { item?: unknown } | undefined)?.item);
  const step = {
    videos: [],
    hidden: [],
    storage: {},
    mediaSession: null,
    requests: [],
    responses: {},
    ...situation,
    page,
    after: 60,
    expect: { ...(expect as object), ...defined({ identity: changed ? 'changed' : undefined }) },
  };
  return {
    ...before,
    case: {
      ...(before.case as object),
      ...defined({ covers: changed ? 'next-episode' : undefined }),
      steps: [...listed(before.case), step],
    },
    pages: { ...before.pages, [page]: html },
  };
}

function listed(one: unknown): readonly unknown[] {
  const steps = typeof one === 'object' && one !== null && 'steps' in one ? one.steps : undefined;
  return Array.isArray(steps) ? (steps as unknown[]) : [];
}
