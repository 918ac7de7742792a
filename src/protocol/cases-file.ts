import * as z from 'zod/mini';
import type { DraftCase } from '../core/workbench/draft-record';
import { defined } from '../core/values/defined';
import {
  addressSchema,
  coversSchema,
  elapsedSchema,
  situationFields,
  stepsOf,
  type ConnectorCase,
} from './connector-case';

/** The HTML of a page, one string per line, without line ends. */
const htmlLines = z
  .array(z.string().check(z.regex(/^[^\r\n]*$/, { error: 'holds a line end' })))
  .check(z.minLength(1));

export const fileStepSchema = z.strictObject({
  ...situationFields,
  after: z.optional(elapsedSchema),
  url: z.optional(addressSchema),
  html: z.optional(htmlLines),
});

export const fileCaseSchema = z.strictObject({
  name: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,59}$/, { error: 'not a name such as next-episode' })),
  ...situationFields,
  covers: coversSchema,
  url: addressSchema,
  html: htmlLines,
  steps: z.optional(stepsOf(fileStepSchema)),
});

/** `src/connectors/<id>/cases.json`: every case of a site, each with its pages. */
export const casesFileSchema = z.strictObject({
  $schema: z.optional(z.string().check(z.maxLength(300))),
  cases: z.array(fileCaseSchema).check(z.minLength(1)),
});

export type FileCase = z.infer<typeof fileCaseSchema>;

/** A case in the workbench's format: the HTML of its own page, and by name the HTML of its steps. */
export interface SavedCase extends DraftCase {
  readonly case: ConnectorCase;
  readonly pages: Readonly<Record<string, string>>;
}

export function savedCaseOf({ name, html, steps, ...one }: FileCase): SavedCase {
  const pages = (steps ?? []).flatMap((step, index) =>
    step.html === undefined ? [] : [[pageName(index), textOf(step.html)] as const],
  );
  const named = steps?.map(({ html: lines, ...step }, index) => ({
    ...step,
    ...defined({ page: lines && pageName(index) }),
  }));
  return {
    name,
    html: textOf(html),
    case: { ...one, ...defined({ steps: named }) },
    pages: Object.fromEntries(pages),
  };
}

function pageName(step: number): string {
  return `step-${step + 1}.html`;
}

function textOf(lines: string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
