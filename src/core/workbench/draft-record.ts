import { isRecord } from '../values/is-record';
import { defined } from '../values/defined';

/** A definition that a user works on, as it is stored: its text, which need not be valid JSON. */
export type DraftRecord = Readonly<{
  key: string;
  /** JSON of the definition; the form and the JSON view show the same text. */
  text: string;
  cases: DraftCase[];
  changedAt: number;
  /** Titles that the draft has read in full: see `withSeenTitle`. */
  seen?: string[];
  /** Set for a repair: the field of a packaged connector or the tracker's, and the kind of page. */
  repairs?: RepairedField;
}>;

export type RepairedField = Readonly<{
  page: string;
  field: string;
  /**
   * How many sources of the connector come before the person's: all, if none reads this page but may read
   * others. Absent: the person's comes first, since the others read something else.
   */
  after?: number;
}>;

/**
 * A saved page with what must be read from it, as `protocol/cases-file.ts` makes it of
 * `src/connectors/<id>/cases.json`.
 */
export type DraftCase = Readonly<{
  name: string;
  html: string;
  case: unknown;
  /** HTML of the pages of its steps, by file name such as `next-episode-2.html`. */
  pages?: Readonly<Record<string, string>>;
  /** Saved automatically, and replaced automatically when the draft is put into use again. */
  automatic?: true;
}>;

export function readDrafts(stored: unknown): Readonly<Record<string, DraftRecord>> {
  if (!isRecord(stored)) return {};
  const found = Object.entries(stored).flatMap(([key, value]) => {
    const draft = readDraft(key, value);
    return draft === undefined ? [] : [[key, draft] as const];
  });
  return Object.fromEntries(found);
}

function readDraft(key: string, value: unknown): DraftRecord | undefined {
  if (!isRecord(value)) return undefined;
  const { text, cases, changedAt } = value as Partial<Record<keyof DraftRecord, unknown>>;
  if (typeof text !== 'string') return undefined;
  return {
    key,
    text,
    cases: Array.isArray(cases) ? cases.flatMap(readCase) : [],
    changedAt: typeof changedAt === 'number' ? changedAt : 0,
    seen: readSeen(value),
    ...readRepairs(value),
  };
}

function readRepairs(value: object): Pick<DraftRecord, 'repairs'> {
  const { repairs } = value as { repairs?: Partial<RepairedField> | null };
  const { page, field, after } = repairs ?? {};
  if (typeof page !== 'string' || typeof field !== 'string') return {};
  return { repairs: typeof after === 'number' ? { page, field, after } : { page, field } };
}

function readCase(value: unknown): DraftCase[] {
  if (!isRecord(value) || !('name' in value) || !('html' in value) || !('case' in value)) return [];
  const { name, html } = value;
  return typeof name === 'string' && typeof html === 'string'
    ? [{ name, html, case: value.case, ...readPages(value), ...readAutomatic(value) }]
    : [];
}

function readAutomatic(value: object): Pick<DraftCase, 'automatic'> {
  return 'automatic' in value && value.automatic === true ? { automatic: true } : {};
}

/** The titles that were read, at most 10. */
export function readSeen(value: object): string[] {
  const { seen } = value as { seen?: unknown };
  return Array.isArray(seen) ? seen.filter((one) => typeof one === 'string').slice(0, 10) : [];
}

/** The pages of a case, if it has any: at most 10, with valid file names. */
export function readPages(value: object): Pick<DraftCase, 'pages'> {
  const { pages } = value as { pages?: unknown };
  if (!isRecord(pages)) return {};
  const found = Object.entries(pages).filter(
    (entry): entry is [string, string] =>
      /^[\w.-]{1,100}\.html$/.test(entry[0]) && typeof entry[1] === 'string',
  );
  return found.length === 0 ? {} : { pages: Object.fromEntries(found.slice(0, 10)) };
}

/** A page as it was kept: its HTML, and the case for it. */
export type KeptCase = Readonly<{
  html: string;
  case: Readonly<Record<string, unknown>>;
}>;

/** A kept page as a new case, with a free name. */
export function newCase({ html, case: one }: KeptCase, cases: DraftCase[]): DraftCase {
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

function listed(one: unknown): unknown[] {
  const steps = typeof one === 'object' && one !== null && 'steps' in one ? one.steps : undefined;
  return Array.isArray(steps) ? (steps as unknown[]) : [];
}
