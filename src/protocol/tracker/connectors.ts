import * as z from 'zod/mini';

/** One label of a host name, such as `www`. */
const LABEL = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';

/** A host name with at least two labels, `*.` allowed before it; no scheme, port or path. Ours. */
const domain = z.string().check(z.maxLength(253), z.regex(new RegExp(`^(\\*\\.)?(${LABEL}\\.)+${LABEL}$`)));

/**
 * Body of `POST /connectors/submit`. Documented: the three fields. Ours: lengths and the form of a domain.
 */
export const connectorSubmissionSchema = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  domains: z.array(domain).check(z.minLength(1), z.maxLength(50)),
  /** `definitionSchema` is its schema. */
  definition: z.record(z.string(), z.unknown()),
});
export type ConnectorSubmission = z.infer<typeof connectorSubmissionSchema>;

/** Ours. */
export const connectorStatusSchema = z.enum(['pending', 'accepted', 'refused']);
export type ConnectorStatus = z.infer<typeof connectorStatusSchema>;

/** `data` of `POST /connectors/submit`, and an entry of `GET /connectors`. Ours; times are ISO 8601. */
export const connectorRecordSchema = z.object({
  id: z.string(),
  name: z.string(),
  domains: z.array(z.string()),
  status: connectorStatusSchema,
  submittedAt: z.string(),
  reviewedAt: z.optional(z.string()),
  /** What the reviewer wrote to the author. */
  note: z.optional(z.string()),
  /** The page about it on the tracker. */
  url: z.optional(z.string()),
});
export type ConnectorRecord = z.infer<typeof connectorRecordSchema>;
