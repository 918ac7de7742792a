import type { Page } from 'playwright';
import type { Situation } from '../saved-page';

export interface CapturedPage {
  readonly url: string;
  /** With declarative shadow roots. */
  readonly html: string;
  readonly situation: Situation;
}

/** What a case has of a page, taken from the page as it plays. */
export async function capturePage(page: Page): Promise<CapturedPage> {
  const { html, videos, requests, storage } = await page.evaluate(() => {
    const video = document.querySelector('video');
    return {
      html: document.documentElement.getHTML({ serializableShadowRoots: true }),
      videos:
        video === null
          ? []
          : [
              {
                selector: 'video',
                duration: video.duration,
                position: video.currentTime,
                paused: video.paused,
              },
            ],
      requests: performance.getEntriesByType('resource').map(({ name }) => name),
      storage: Object.fromEntries(Object.entries(localStorage)),
    };
  });
  return {
    url: page.url(),
    html: `<!doctype html>\n<html>${html}</html>`,
    situation: { videos, requests: requests.slice(-100), storage: { local: storage } },
  };
}
