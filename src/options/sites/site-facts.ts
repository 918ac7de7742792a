import { useEffect } from 'preact/hooks';
import type { SiteView } from '../../core/settings/site-state';
import { text } from '../../platform/browser/i18n';
import { watchAccess } from '../../platform/browser/page-access';
import {
  healthStore,
  ownConnectorsStore,
  sitesStore,
  trackerConnectorsStore,
} from '../../platform/storage/stores';
import { useAnswer, type WorkerAnswer } from '../../ui/hooks/use-answer';

/**
 * All sites, reloaded when a page, the worker or the browser's own settings change them. If several
 * connectors of the person share a host, they work as one, and only the first is listed.
 */
export function useSites(): WorkerAnswer<SiteView[]> {
  const answer = useAnswer('sites.list', {});
  useEffect(() => {
    const ending = new AbortController();
    sitesStore.watch(answer.again, ending.signal);
    healthStore.watch(answer.again, ending.signal);
    ownConnectorsStore.watch(answer.again, ending.signal);
    trackerConnectorsStore.watch(answer.again, ending.signal);
    watchAccess(answer.again, ending.signal);
    return () => ending.abort();
  }, []);
  return { ...answer, value: answer.value?.filter(isFirst) };
}

/** False for a second connector of the person on the same host. */
export function isFirst({ origin, hosts }: SiteView, at: number, sites: SiteView[]): boolean {
  const isSame = (other: SiteView) =>
    other.origin === 'mine' && other.hosts.some((host) => hosts.includes(host));
  return origin !== 'mine' || sites.findIndex(isSame) === at;
}

/** Whether the site is recorded: switched on, and the browser has granted access. */
export function isWatched(site: SiteView): boolean {
  return site.granted && site.state.enabled;
}

/** Whether a site was read earlier and the browser has withdrawn the access since. */
export function hasLostAccess(site: SiteView): boolean {
  return site.state.enabled && !site.granted && site.health !== undefined;
}

/** The name of a definition's region code (`US`, or a group such as `LATAM`), in the language of the page. */
export function regionName(code: string): string {
  switch (code) {
    case 'global':
      return text('sites_worldwide');
    // Intl knows such groups by their UN M.49 numbers, but Chromium ships no names for most of them.
    case 'LATAM':
    case 'SEA':
    case 'MENA':
      return text(`sites_${code.toLowerCase()}`);
    default:
      return new Intl.DisplayNames(text('language_tag'), { type: 'region' }).of(code) ?? code;
  }
}

/** The regions of a site as a list. No regions, or `global` among others, is worldwide. */
export function regionNames(codes: string[]): string {
  if (codes.length === 0 || codes.includes('global')) return regionName('global');
  return new Intl.ListFormat(text('language_tag'), { style: 'narrow' }).format(codes.map(regionName));
}
