import * as z from 'zod/mini';
import {
  droppedSchema,
  markedSchema,
  markInputSchema,
  removalInputSchema,
  removalSchema,
  restoredSchema,
  restoreInputSchema,
} from '../../../protocol/tracker/history-changes';
import { statisticsSchema } from '../../../protocol/tracker/statistics';
import { saidSiteIdSchema, siteIdStateSchema } from '../../../protocol/tracker/site-ids';
import type { Operation } from './operation';

/** What a person changes in several entries of the history at once, and what is counted from it. */
export const HISTORY_CHANGES: readonly Operation[] = [
  {
    method: 'POST',
    path: '/removals',
    summary: 'Remove up to 100 viewings; those that the person does not have are left out',
    isDocumented: false,
    access: 'write',
    body: removalInputSchema,
    data: removalSchema,
  },
  {
    method: 'POST',
    path: '/removals/undo',
    summary: 'Bring back what `POST /removals` has removed, for 30 days',
    isDocumented: false,
    access: 'write',
    body: restoreInputSchema,
    data: restoredSchema,
  },
  {
    method: 'POST',
    path: '/marks',
    summary: 'Mark a season, or all episodes before one, as watched; what was watched stays as it is',
    isDocumented: false,
    access: 'write',
    body: markInputSchema,
    data: markedSchema,
  },
  {
    method: 'GET',
    path: '/statistics',
    summary: 'A year by month, week and weekday, with streaks and what took the most time',
    isDocumented: false,
    access: 'read',
    query: [
      { name: 'year', about: 'This year, when it is absent', schema: { type: 'integer', minimum: 1970 } },
    ],
    data: statisticsSchema,
  },
  {
    method: 'GET',
    path: '/dropped',
    summary: 'The series that are not proposed any more, the one dropped last first',
    isDocumented: false,
    access: 'read',
    data: z.object({ items: z.array(droppedSchema) }),
  },
  {
    method: 'PUT',
    path: '/dropped/:id',
    summary: 'Drop a series from "up next" until it is watched again; the id is that of the film database',
    isDocumented: false,
    access: 'write',
    refusals: [404],
  },
  {
    method: 'DELETE',
    path: '/dropped/:id',
    summary: 'Propose a series again',
    isDocumented: false,
    access: 'write',
    refusals: [404],
  },
  {
    method: 'PUT',
    path: '/media/site-ids',
    summary: 'Say which work a site means by an id in its addresses, or take that back',
    isDocumented: false,
    access: 'write',
    body: saidSiteIdSchema,
    data: siteIdStateSchema,
  },
];
