import type { Media } from '../../core/media/media';
import type { accountMessages, trackerMessages } from '../../protocol/messages/account';
import { signOut } from '../account/account';
import { decideForeignQueue } from '../account/claim-queue';
import { pollSignIn } from '../account/poll-sign-in';
import { cancelSignIn, startSignIn } from '../account/sign-in';
import { tracker } from '../account/tracker-client';
import { markTitle } from '../delivery/mark-title';
import type { HandlersOf } from './handler';

export const accountHandlers: HandlersOf<typeof accountMessages> = {
  'account.sign-in': (context, _input, _sender, runExclusive) => startSignIn(context, runExclusive),
  'account.cancel': cancelSignIn,
  'account.sign-out': {
    run: (context, { remove = false }) => signOut(context, remove),
    after: ({ refreshViews, revokeSoon }) => {
      revokeSoon();
      return refreshViews();
    },
  },
  'account.poll': {
    run: (context, _input, _sender, runExclusive) => pollSignIn(context, runExclusive),
    after: async ({ deliverSoon, revokeSoon }, _, isSignedIn) => {
      if (!isSignedIn) return;
      revokeSoon();
      deliverSoon();
    },
  },
  'account.adopt-queue': (context, { send }) => decideForeignQueue(context, send),
};

export const trackerHandlers: HandlersOf<typeof trackerMessages> = {
  'tracker.person': async (context) => (await (await tracker(context)).person()).name ?? null,
  'tracker.dashboard': async (context) => (await tracker(context)).dashboard(),
  'tracker.widget': async (context, { apiUrl, page }) => (await tracker(context)).getWidget(apiUrl, page),
  'tracker.page': async (context, { path, page, body }) => {
    const client = await tracker(context);
    if (path === '/scrobble' && body !== undefined) return client.scrobble(body as never);
    return body === undefined ? client.page(path, page) : client.call('POST', path, body);
  },
  'tracker.status': async (context, { media }) =>
    (await (await tracker(context)).status(media as Media)) ?? null,
  'tracker.mark': (context, { media, mark }) => markTitle(context, media as Media, mark),
  'tracker.channel': async (context, { id }) => (await tracker(context)).channel(id),
};
