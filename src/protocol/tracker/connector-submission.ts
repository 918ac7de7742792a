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
