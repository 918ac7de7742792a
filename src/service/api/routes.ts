import { channelRoutes } from './channels';
import { connectorRoutes } from './connectors';
import { dashboardRoutes } from './dashboard';
import { deviceApprovalRoutes } from './device-approval';
import { deviceRoutes } from './device-sign-in';
import { historyChangeRoutes } from './history-changes';
import { importRoutes } from './imports';
import { kodiRoute } from './kodi-import';
import { listRoutes } from './lists';
import { mediaRoutes } from './media';
import { ownListRoutes } from './own-lists';
import { profileRoutes } from './profile';
import { releaseRoutes } from './releases';
import { revokeRoute } from './revoke';
import type { Route } from './route';
import { scrobbleRoutes } from './scrobble';
import { shelfRoutes } from './shelves';
import { settingsCopyRoutes } from './settings-copy';
import { siteIdRoute } from './site-ids';
import { statisticsRoute } from './statistics';
import { viewingRoutes } from './viewings';
import { watchedRoutes } from './watched';
import { webhookRoutes } from './webhooks';

/** Every operation of the API, those of its documents first. */
export const ROUTES: readonly Route[] = [
  ...scrobbleRoutes,
  ...watchedRoutes,
  ...shelfRoutes,
  ...listRoutes,
  ...mediaRoutes,
  ...dashboardRoutes,
  ...channelRoutes,
  ...profileRoutes,
  ...deviceRoutes,
  ...deviceApprovalRoutes,
  revokeRoute,
  ...connectorRoutes,
  ...releaseRoutes,
  kodiRoute,
  ...ownListRoutes,
  ...viewingRoutes,
  ...historyChangeRoutes,
  statisticsRoute,
  siteIdRoute,
  ...settingsCopyRoutes,
  ...importRoutes,
  ...webhookRoutes,
];

export const OPERATIONS = ROUTES.map(({ operation }) => operation);
