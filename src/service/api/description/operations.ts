import * as z from 'zod/mini';
import { channelSchema } from '../../../protocol/tracker/channel';
import { connectorSubmissionSchema } from '../../../protocol/tracker/connector-submission';
import { connectorRecordSchema, connectorStatusSchema } from '../../../protocol/tracker/connectors';
import {
  ratingInputSchema,
  ratingRecordSchema,
  ratingsPageSchema,
  viewingChangeSchema,
  viewingInputSchema,
} from '../../../protocol/tracker/corrections';
import { dashboardSchema, widgetDataSchema } from '../../../protocol/tracker/dashboard';
import {
  deviceCodeRequestSchema,
  deviceTokenRequestSchema,
  grantedTokenSchema,
  revokeRequestSchema,
} from '../../../protocol/tracker/device-requests';
import { deviceCodeSchema } from '../../../protocol/tracker/device-sign-in';
import { historyEntrySchema, historyPageSchema, progressPageSchema } from '../../../protocol/tracker/history';
import { resolvedMediaSchema, resolveRequestSchema } from '../../../protocol/tracker/resolve';
import { scrobbleResponseSchema } from '../../../protocol/tracker/scrobble';
import { scrobbleInputSchema } from '../../../protocol/tracker/scrobble-request';
import { FILE_OPERATIONS } from './file-operations';
import { HISTORY_CHANGES } from './history-changes';
import type { Operation } from './operation';
import { historyParameters, mediaPageParameters } from './parameters';
import { RELEASES } from './releases';
import { WEBHOOKS } from './webhooks';

const list = (item: z.ZodMiniType) => z.object({ items: z.array(item) });

/** Of the description of API v1. */
const DOCUMENTED: readonly Operation[] = [
  {
    method: 'POST',
    path: '/scrobble',
    summary: 'Update the playback progress of a film or an episode; from 90% it is watched',
    isDocumented: true,
    access: 'scrobble',
    body: scrobbleInputSchema,
    answer: scrobbleResponseSchema,
  },
  {
    method: 'POST',
    path: '/auth/device/token',
    summary: 'Exchange the code of a device for a token, once the person has approved it (RFC 8628)',
    isDocumented: true,
    access: 'public',
    body: deviceTokenRequestSchema,
    takesForm: true,
    answer: grantedTokenSchema,
    ours: ['client_id', 'account_id', 'scope'],
  },
  {
    method: 'POST',
    path: '/connectors/submit',
    summary: 'Submit a connector for review; 5 in an hour',
    isDocumented: true,
    access: 'write',
    body: connectorSubmissionSchema,
    data: connectorRecordSchema,
    ours: ['data'],
    refusals: [429],
  },
  {
    method: 'POST',
    path: '/media/resolve',
    summary: 'Find a film or an episode by ids, title and year, or place in a series',
    isDocumented: true,
    access: 'look-up',
    body: resolveRequestSchema,
    data: resolvedMediaSchema,
    ours: [
      'data',
      ...Object.keys(resolveRequestSchema.shape).filter((name) => !['type', 'tmdbId'].includes(name)),
    ],
    refusals: [404, 502],
  },
  {
    method: 'GET',
    path: '/dashboard',
    summary: 'The widgets of the dashboard',
    isDocumented: true,
    access: 'read',
    data: dashboardSchema,
    ours: ['fewTitles', 'userName'],
  },
  {
    method: 'GET',
    path: '/channels/:id',
    summary: 'A channel with its lists',
    isDocumented: true,
    access: 'read',
    data: channelSchema,
    ours: ['data'],
    refusals: [404],
  },
];

const SIGN_IN: readonly Operation[] = [
  {
    method: 'POST',
    path: '/auth/device/code',
    summary: 'Request a code for a device; the person types the user code on the page of the service',
    isDocumented: false,
    access: 'public',
    body: deviceCodeRequestSchema,
    takesForm: true,
    answer: deviceCodeSchema,
    refusals: [429],
  },
  {
    method: 'POST',
    path: '/auth/revoke',
    summary: 'End a key: the one in `token`, or the one of the request (RFC 7009)',
    isDocumented: false,
    access: 'public',
    body: revokeRequestSchema,
    takesForm: true,
    answer: z.object({ success: z.literal(true) }),
    refusals: [401],
  },
];

const LISTS: readonly Operation[] = [
  {
    method: 'GET',
    path: '/connectors',
    summary: 'The person’s own connectors and all accepted ones, newest first',
    isDocumented: false,
    access: 'read',
    query: [
      {
        name: 'status',
        about: 'Only these',
        schema: { type: 'string', enum: connectorStatusSchema.options },
      },
    ],
    data: list(connectorRecordSchema),
  },
  ...RELEASES,
  {
    method: 'GET',
    path: '/connectors/:id{[0-9][0-9a-v]*}',
    summary: 'A connector with its definition',
    isDocumented: false,
    access: 'read',
    data: z.extend(connectorRecordSchema, { definition: z.record(z.string(), z.unknown()) }),
    refusals: [404],
  },
  {
    method: 'GET',
    path: '/dashboard/:widget{up-next|recently-watched|this-week|channels}',
    summary: 'The entries of a widget',
    isDocumented: false,
    access: 'read',
    data: widgetDataSchema,
  },
  {
    method: 'GET',
    path: '/channels',
    summary: 'The channels',
    isDocumented: false,
    access: 'read',
    data: list(z.object({ id: z.string(), title: z.string(), description: z.string() })),
  },
];

const HISTORY: readonly Operation[] = [
  {
    method: 'GET',
    path: '/history',
    summary: 'What was watched, newest first',
    isDocumented: false,
    access: 'read',
    query: historyParameters,
    data: historyPageSchema,
  },
  {
    method: 'DELETE',
    path: '/history/:id',
    summary: 'Remove a viewing',
    isDocumented: false,
    access: 'write',
    refusals: [404],
  },
  {
    method: 'PATCH',
    path: '/history/:id',
    summary: 'Change the time of a viewing',
    isDocumented: false,
    access: 'write',
    body: viewingChangeSchema,
    data: historyEntrySchema,
    refusals: [404],
  },
  {
    method: 'PUT',
    path: '/history/:id',
    summary: 'Add, replace or bring back a viewing under an id that the client chooses',
    isDocumented: false,
    access: 'write',
    body: viewingInputSchema,
    data: historyEntrySchema,
    refusals: [404],
  },
  {
    method: 'GET',
    path: '/progress',
    summary: 'The latest position in each film and episode, the last update first',
    isDocumented: false,
    access: 'read',
    query: mediaPageParameters,
    data: progressPageSchema,
  },
  {
    method: 'GET',
    path: '/ratings',
    summary: 'The ratings, the last one first',
    isDocumented: false,
    access: 'read',
    query: mediaPageParameters,
    data: ratingsPageSchema,
  },
  {
    method: 'PUT',
    path: '/ratings',
    summary: 'Rate a film or an episode, or remove the rating',
    isDocumented: false,
    access: 'write',
    body: ratingInputSchema,
    data: z.extend(z.partial(ratingRecordSchema, { ratedAt: true }), {
      rating: z.nullable(ratingRecordSchema.shape.rating),
    }),
  },
];

export const OPERATIONS: readonly Operation[] = [
  ...DOCUMENTED,
  ...SIGN_IN,
  ...LISTS,
  ...HISTORY,
  ...HISTORY_CHANGES,
  ...FILE_OPERATIONS,
  ...WEBHOOKS,
];
