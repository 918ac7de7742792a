/** What a connector was compared with: an entry of `evidence` in its definition. */
export type ConnectorEvidence = Readonly<{
  /** Address of what was compared. */
  source: string;
  /** What was compared: `page`, `answer`, `product`, `address`, `code`, `report`. */
  kind: string;
  /** `2026-11-21`, `2026-11` or `2026`. */
  date: string;
  /** The fields of which it speaks. */
  fields: readonly string[];
  /** Of the kind `code`: its paths, selectors and keys that the definition reads too. */
  says?: readonly string[] | undefined;
}>;

/**
 * Whether it says the same as the definition: a reader that names none of its places only exists. Other kinds
 * are compared as they are recorded.
 */
export function agreesWithUs({ kind, says = [] }: Pick<ConnectorEvidence, 'kind' | 'says'>): boolean {
  return kind !== 'code' || says.length > 0;
}

/**
 * The project or site behind a source: two files of one repository are one source. A branch or a commit is
 * not part of it.
 */
export function originOf({ source }: Pick<ConnectorEvidence, 'source'>): string {
  const { hostname, pathname } = new URL(source);
  const depth = hostname === 'github.com' ? 2 : 1;
  return [hostname, ...pathname.split('/').slice(1, depth + 1)].join('/').toLowerCase();
}

/** Whole months from the end of the day, month or year that the evidence states until today. */
export function ageInMonths({ date }: Pick<ConnectorEvidence, 'date'>, today: Date): number {
  const [year = 0, month = 12] = date.split('-').map(Number);
  return today.getUTCFullYear() * 12 + today.getUTCMonth() + 1 - (year * 12 + month);
}
