import { useState } from 'preact/hooks';
import type { SiteView } from '../../core/settings/site-state';
import { requestAccess } from '../../platform/browser/page-access';
import { send } from '../../platform/messaging/send';
import { useAction } from '../../ui/hooks/use-action';

export interface SiteChoiceState {
  /** Ids of the chosen sites. */
  readonly chosen: ReadonlySet<string>;
  readonly toggle: (id: string) => void;
  /** Requests access to all chosen sites, and turns them on. */
  readonly turnOnChosen: () => void;
  /** The browser refused the access; the choice is kept. */
  readonly refused: boolean;
  readonly error: string | undefined;
}

export function useSiteChoice(sites: readonly SiteView[], onDone: () => void): SiteChoiceState {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState(false);
  const action = useAction();
  const toggle = (id: string) =>
    setChosen((last) => {
      const next = new Set(last);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const turnOnChosen = () => {
    const wanted = sites.filter((site) => chosen.has(site.id));
    if (action.busy || wanted.length === 0) return;
    setRefused(false);
    // Browsers accept a request for access only in the click itself, so it comes before anything is awaited.
    const request = requestAccess([...new Set(wanted.flatMap((site) => site.hosts))]);
    void action.run(async () => {
      if (!(await request)) {
        setRefused(true);
        return;
      }
      await turnOn(wanted);
      setChosen(new Set());
      onDone();
    });
  };
  return { chosen, toggle, turnOnChosen, refused, error: action.error };
}

async function turnOn(sites: readonly SiteView[]): Promise<void> {
  for (const site of sites)
    if (!site.state.enabled) await send('sites.set', { siteId: site.id, enabled: true });
  await send('sites.refresh', {});
}
