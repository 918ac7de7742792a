import { z } from 'zod';
import { agreesWithUs } from '../../src/protocol/grade/evidence.ts';

/**
 * What a connector was compared with. None is a visit by us to the live site. Nobody can state for how many
 * people it works; that is counted.
 */
const evidenceKinds = [
  /** The page, saved by somebody else. */
  'page',
  /** The answer of an endpoint, recorded by somebody else. */
  'answer',
  /** The product itself, run with the packaged connector. */
  'product',
  /** A real address of the site. */
  'address',
  /** Another project that reads the same place. */
  'code',
  /** A report of people who use the site: an issue, a review of a change. */
  'report',
] as const;

const evidenceFields = [
  'address',
  'endpoints',
  'identity',
  'type',
  'title',
  'seriesTitle',
  'seasonNumber',
  'episodeNumber',
  'episodeTitle',
  'year',
  'ids',
  'player',
  'clock',
  'ad',
  'trailer',
] as const;

const evidenceEntrySchema = z.strictObject({
  source: z
    .string()
    .regex(/^https:\/\/[^\s/]+\.[^\s/]+\/\S*$/, { error: 'not the https address of a source' })
    .describe('Address of what was compared.'),
  kind: z.enum(evidenceKinds).describe('What was compared; see grades.md.'),
  date: z
    .string()
    .regex(/^\d{4}(-\d\d(-\d\d)?)?$/, { error: 'not a date such as 2026-11-21, 2026-11 or 2026' })
    .describe('When the source was recorded or last changed, as far as is known.'),
  fields: z.array(z.enum(evidenceFields)).min(1).describe('The fields of which it speaks.'),
  says: z
    .array(z.string().min(1).max(120))
    .min(1)
    .max(12)
    .optional()
    .describe(
      'Of the kind code: its paths, selectors and keys that the definition reads too (evidence --renew).',
    ),
  leaves: z
    .array(z.string().startsWith('/'))
    .optional()
    .describe('Paths of its players that the definition leaves out on purpose.'),
  differs: z
    .array(z.string().min(1).max(120))
    .min(1)
    .optional()
    .describe(
      'Addresses or places that it states and the definition does not read: the site may have moved.',
    ),
});

/** `evidence` of a definition, strictly; the schema of the extension accepts any JSON there. */
export const evidenceSchema = z
  .array(evidenceEntrySchema)
  .min(1)
  .max(40)
  .describe('What it was compared with, and when. Not in the package.');

export type Evidence = z.infer<typeof evidenceEntrySchema>;

/** The last day of what the newest evidence of these definitions states, whose shape was checked. */
export function newestEvidence(definitions: readonly { readonly evidence?: unknown }[]): Date {
  const dates = definitions.flatMap(({ evidence = [] }) => (evidence as readonly Evidence[]).map(endOf));
  return new Date(Math.max(0, ...dates));
}

function endOf({ date }: Pick<Evidence, 'date'>): number {
  const [year = 0, month = 12, day] = date.split('-').map(Number);
  return day === undefined ? Date.UTC(year, month, 0) : Date.UTC(year, month - 1, day);
}

/**
 * Whether an entry confirms that `title`, `seriesTitle` or `episodeNumber` is read at the right place. An
 * entry of the kind `code` must also state a word that only this site has: `aria-label` and `Season` stand in
 * the readers of every site.
 */
export function confirms(entry: Evidence): boolean {
  const isSpecific = (word: string) => /[-_:]|[a-z][A-Z]/.test(word) && !EVERYWHERE.has(word);
  return (
    agreesWithUs(entry) &&
    entry.fields.some((field) => TELLING.has(field)) &&
    (entry.kind !== 'code' || (entry.says ?? []).some(isSpecific))
  );
}

const EVERYWHERE: ReadonlySet<string> = new Set(
  'aria-label __NEXT_DATA__ pageProps mediaSession og:title data-uia data-tid content-type'.split(' '),
);

/** Fields that a source must name to be evidence of what is recorded. */
const TELLING: ReadonlySet<string> = new Set(['title', 'seriesTitle', 'episodeNumber']);

/** The newest month in which one of them has confirmed the connector: `2026-07`. */
export function confirmedIn({ evidence = [] }: { readonly evidence?: unknown }): string | undefined {
  const dates = (evidence as readonly Evidence[]).filter(confirms).map(({ date }) => date.slice(0, 7));
  return dates.toSorted().at(-1);
}
