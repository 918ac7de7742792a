import { webhookAnswerSchema } from '../../../protocol/tracker/webhooks';
import type { Operation } from './operation';

const common = {
  method: 'POST',
  isDocumented: false,
  query: [
    {
      name: 'user',
      about: 'Only what this account of the media server plays; may be repeated',
      schema: { type: 'string' },
    },
  ],
  files: ['application/json', 'multipart/form-data'],
  data: webhookAnswerSchema,
} as const;

/** What media servers send. */
export const WEBHOOKS: readonly Operation[] = [
  {
    ...common,
    path: '/webhooks/:product{(?:jellyfin|plex|emby|kodi)}',
    summary: 'A notification of a media server, as it sends it',
    access: 'scrobble',
    refusals: [502],
  },
  {
    ...common,
    path: '/webhooks/:product{(?:jellyfin|plex|emby|kodi)}/:key',
    summary: 'The same with the key in the address: one of the scope `scrobble`',
    access: 'public',
    refusals: [401, 403, 502],
  },
];
