import { numberOf } from '../page/pages';
import * as person from './person';
import { pass, type Viewer } from './person';
import type { StepOf } from './step';
import { VAIN } from './vain';

/** What pages do that load badly, crash, or change in small ways. */
export const pageActions = {
  'new-address'(viewer: Viewer, { seconds }: { readonly seconds: number }) {
    const page = viewer.tab?.page;
    const video = person.currentVideo(viewer);
    if (page === undefined || video === undefined) return VAIN;
    person.moveAddress(page, Math.floor(video.position));
    pass(viewer.world, seconds);
    return undefined;
  },
  beside(viewer: Viewer, { seconds, isPreview }: StepOf<'beside'>) {
    const { world, tab } = viewer;
    const page = tab?.page;
    const main = person.currentVideo(viewer);
    // A clock of the page's own is that of the player alone.
    if (page === undefined || main?.medium === undefined || person.hasOwnClock(page)) return VAIN;
    // Beside a player that stands still, a clip is an advertisement without a mark: a kind of its own.
    const left = (main.medium.duration - main.position) / main.playbackRate;
    if (!isPreview && (!main.isMoving || left < seconds + 5)) return VAIN;
    const { video, remove } = person.addSmallVideo(world, page);
    video.loop = isPreview;
    video.load(person.showingAd(world, seconds + 60), 0, 100);
    video.play();
    pass(world, seconds);
    remove();
    return undefined;
  },
  'load-fails'(viewer: Viewer, { seconds }: { readonly seconds: number }) {
    if (!person.showError(viewer, 'load')) return VAIN;
    pass(viewer.world, seconds);
    return undefined;
  },
  'load-slow'(viewer: Viewer, { seconds }: { readonly seconds: number }) {
    if (viewer.tab?.page?.site === undefined) return VAIN;
    person.reload(viewer, 'same-site', seconds);
    pass(viewer.world, seconds + 3);
    return undefined;
  },
  'crash-stays'(viewer: Viewer, { seconds }: { readonly seconds: number }) {
    const page = viewer.tab?.page;
    if (page === undefined) return VAIN;
    viewer.world.truth.tell({ kind: 'break', why: 'crash', page: numberOf(page) });
    viewer.world.truth.tell({ kind: 'break', why: 'the page stays crashed', page: numberOf(page) });
    if (!person.showError(viewer, 'crash')) return VAIN;
    pass(viewer.world, seconds);
    return undefined;
  },
  'late-length'(viewer: Viewer, { site, title: index, states, seconds }: StepOf<'late-length'>) {
    const { world } = viewer;
    const page = person.openTitle(viewer, site, person.titleAt(world, index, site));
    const video = person.currentVideo(viewer);
    // A clock of the page's own states the whole length.
    if (video === undefined || person.hasOwnClock(page)) {
      pass(world, 3);
      return VAIN;
    }
    person.settleAll(world);
    video.statedDuration = Number(states);
    pass(world, seconds + 2);
    if (!page.isGone) {
      person.settleAll(world);
      video.tellDuration();
    }
    pass(world, 3);
    return undefined;
  },
};
