import type { BrowserContext } from 'playwright';
import { withCdp } from './cdp';

/** Loads an extension from its folder, or loads it again. Returns its id. */
export async function loadUnpacked(context: BrowserContext, folder: string): Promise<string> {
  return withCdp(context, async (cdp) => {
    const answer: unknown = await cdp.send('Extensions.loadUnpacked' as never, { path: folder } as never);
    return (answer as { id: string }).id;
  });
}
