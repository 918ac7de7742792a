import * as z from 'zod/mini';
import { signedListSchema } from '../../../protocol/tracker/connector-catalogue';
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
];
