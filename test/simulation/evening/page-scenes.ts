import type { Random } from '../kernel/random';
import { sites, type SiteId } from '../page/sites';
import { TITLES } from '../page/titles';
import type { Step } from './step';

/** Steps of pages that come and go, which show something only together and in this order. */
type Scene = (random: Random) => readonly Step[];

const scenes: readonly Scene[] = [
  // A page is left for another site when its worker sleeps, and the tab stays open.
  (r) => [
    { kind: 'play', seconds: r.whole(45, 110) },
    { kind: 'other-site', seconds: r.whole(30, 60) },
  ],
  // The same where the page that follows has no script, or none for a while.
  (r) => [
    { kind: 'play', seconds: r.whole(45, 110) },
    { kind: r.pick(['load-fails', 'load-slow'] as const), seconds: r.whole(20, 100) },
    r.pick<Step>([{ kind: 'close' }, { kind: 'reload' }]),
  ],
  // A page crashes while it plays, and nobody loads it again for a while.
  (r) => [
    { kind: 'play', seconds: r.whole(30, 110) },
    { kind: 'crash-stays', seconds: r.pick([r.whole(5, 60), r.whole(60, 300)]) },
    r.pick<Step>([{ kind: 'close' }, { kind: 'reload' }, { kind: 'other-site', seconds: 20 }]),
  ],
  // A page changes its address while the title plays on, and is left before the next look.
  (r) => [
    { kind: 'play', seconds: r.whole(20, 110) },
    { kind: 'new-address', seconds: r.whole(1, 5) },
    r.pick<Step>([{ kind: 'close' }, { kind: 'other-site', seconds: 40 }, { kind: 'reload' }]),
  ],
];

/** One such scene, in a page that is opened for it. */
export function planPageScene(random: Random): readonly Step[] {
  const site = random.pick(Object.keys(sites) as SiteId[]);
  return [{ kind: 'open', site, title: random.whole(0, TITLES - 1) }, ...random.pick(scenes)(random)];
}
