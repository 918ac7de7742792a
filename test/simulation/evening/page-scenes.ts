import type { Random } from '../kernel/random';
import { sites, type SiteId } from '../page/sites';
import type { Step } from './step';

/** Steps of pages that come and go, which show something only together and in this order. */
type Scene = (random: Random) => readonly Step[];

const scenes: readonly Scene[] = [
  // A page is left for another site when its worker sleeps, and the tab stays open.
  (r) => [
    { kind: 'play', seconds: r.whole(45, 110) },
    { kind: 'other-site', seconds: r.whole(30, 60) },
  ],
];

/** One such scene, in a page that is opened for it. */
export function planPageScene(random: Random): readonly Step[] {
  const site = random.pick(Object.keys(sites) as SiteId[]);
  return [{ kind: 'open', site, title: random.whole(0, 7) }, ...random.pick(scenes)(random)];
}
