import type { Site } from '../../support/server/site-server';
import { htmlPage, mediaResponse } from './site-page';

export const bbcIplayerHosts = ['https://www.bbc.co.uk/*'];

/**
 * An episode's page, whose state is a literal in an inline script. The script has a type that the browser
 * does not run, so the page's world has no such variable.
 */
export function bbcIplayer(series: string): Site {
  return (request) => {
    const [, pid] = /^\/iplayer\/episode\/(b\d+)/.exec(new URL(request.url).pathname) ?? [];
    if (pid === undefined) return mediaResponse(request);
    const episode = `{ id: '${pid}', title: '${series}', subtitle: 'Series 1: Episode ${Number(pid.slice(1))}' }`;
    return htmlPage(
      `<script type="text/plain">window.__IPLAYER_REDUX_STATE__ = { episode: ${episode} };</script><video></video>`,
    );
  };
}
