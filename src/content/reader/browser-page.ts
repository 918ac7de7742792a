import { attempt } from './regex';
import type { PageAccess } from './context';
import type { selectTexts } from './element-text';

/** What this script's page provides without a request. */
export type BrowserPage = Pick<PageAccess, 'document' | 'mediaSession' | 'storage' | 'requests'>;

export function browserPage(): BrowserPage {
  return {
    document,
    mediaSession: () => navigator.mediaSession?.metadata ?? undefined,
    // Access throws in a sandboxed frame.
    storage: (area) => attempt(() => (area === 'local' ? localStorage : sessionStorage)),
    requests: () => performance.getEntriesByType('resource').map(({ name }) => name),
  };
}

export type PageRequest = Readonly<{
  url: string;
  method: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
  /** The response is HTML, and these selectors find its values. */
  select?: Readonly<Record<string, string>>;
}>;

/**
 * The JSON of the first request that succeeds. Requests to the page's own origin are made from the page, with
 * its cookies; the worker has chosen their addresses from the definition. A request without a response ends
 * after 8 s, because a browser has few connections to a site. `selected` finds the values in an HTML
 * response.
 */
export async function fetchJson(
  requests: PageRequest[],
  selected: (...page: Parameters<typeof selectTexts>) => unknown,
): Promise<unknown> {
  for (const { url, select, ...init } of requests) {
    try {
      const response = await fetch(url, {
        ...init,
        credentials: 'include',
        signal: AbortSignal.timeout(8_000),
      });
      if (response.ok) return await (select ? selected(await response.text(), select) : response.json());
    } catch {
      // Offline, refused or not JSON: the next address may respond.
    }
  }
  return undefined;
}
