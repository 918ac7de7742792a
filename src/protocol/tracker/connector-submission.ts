import * as z from 'zod/mini';
import { caseSchema } from '../connector-case';

/** One label of a host name, such as `www`. */
const LABEL = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';

/** A host name with at least two labels, `*.` allowed before it; no scheme, port or path. Ours. */
const domain = z.string().check(z.maxLength(253), z.regex(new RegExp(`^(\\*\\.)?(${LABEL}\\.)+${LABEL}$`)));

const caseName = z.string().check(z.minLength(1), z.maxLength(60));
const html = z.string().check(z.maxLength(200_000));

/** A saved page with its expected values, in the workbench's format. */
const submittedCaseSchema = z.strictObject({
  name: caseName,
  html,
  case: caseSchema,
  /** HTML of the pages of its steps, by file name. */
  pages: z.optional(z.record(z.string().check(z.regex(/^[\w.-]{1,100}\.html$/)), html)),
});
export type SubmittedCase = z.infer<typeof submittedCaseSchema>;

/** At least one, so that a connector can be tried before it is used. */
export const submittedCasesSchema = z.array(submittedCaseSchema).check(z.minLength(1), z.maxLength(20));

/**
 * Body of `POST /connectors/submit`. Documented: the three fields, and at most 10 domains. Ours: lengths, the
 * form of a domain, and `cases`.
 */
export const connectorSubmissionSchema = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  domains: z.array(domain).check(z.minLength(1), z.maxLength(10)),
  /** Its schema is `definitionSchema`. */
  definition: z.record(z.string(), z.unknown()),
  /** Without cases a connector can be accepted, but not published. */
  cases: z.optional(submittedCasesSchema),
});
export type ConnectorSubmission = z.infer<typeof connectorSubmissionSchema>;
