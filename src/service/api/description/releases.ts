import * as z from 'zod/mini';
import { connectorReportSchema, signedListSchema } from '../../../protocol/tracker/connector-catalogue';
import { submittedCasesSchema } from '../../../protocol/tracker/connector-submission';
import type { Operation } from './operation';

/** Of the catalogue of connectors. */
export const RELEASES: readonly Operation[] = [
  {
    method: 'GET',
    path: '/connectors/catalogue',
    summary: 'The signed list of published connectors',
    isDocumented: false,
    access: 'public',
    data: signedListSchema,
  },
  {
    method: 'GET',
    path: '/connectors/catalogue/:sha256{[0-9a-f]+}',
    summary: 'A published connector with its cases',
    isDocumented: false,
    access: 'public',
    answer: z.object({
      definition: z.record(z.string(), z.unknown()),
      cases: submittedCasesSchema,
    }),
    refusals: [404],
  },
  {
    method: 'POST',
    path: '/connectors/reports',
    summary: 'The field that a published connector has read worse than the one before',
    isDocumented: false,
    access: 'public',
    body: connectorReportSchema,
    refusals: [404, 429],
  },
];
