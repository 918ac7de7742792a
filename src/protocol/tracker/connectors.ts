import * as z from 'zod/mini';

/** Ours. */
export const connectorStatusSchema = z.enum(['pending', 'accepted', 'refused']);
export type ConnectorStatus = z.infer<typeof connectorStatusSchema>;

/**
 * `data` of `POST /connectors/submit`, and an entry of `GET /matinee/connectors`. Ours; times are ISO 8601.
 */
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

/** An entry of `GET /connectors`. Its format is not documented. */
export const approvedConnectorSchema = z.object({
  id: z.string(),
  name: z.string(),
  domains: z.array(z.string()),
  definition: z.record(z.string(), z.unknown()),
  updatedAt: z.string(),
});
