import { createRandom, type Random } from '../kernel/random';
import { oddAnswerNames, type OddAnswerName } from '../tracker/answers';
import { sites, type SiteId } from '../page/sites';
import { TITLES } from '../page/titles';
import { planPageScene } from './page-scenes';
import { planLastScene, planScene } from './scenes';
import type { Step, StepKind } from './step';

type Make = (random: Random) => Step;

const siteIds = Object.keys(sites) as SiteId[];
const site = (random: Random) => random.pick(siteIds);
const title = (random: Random) => random.whole(0, TITLES - 1);

/** Some longer than two intervals between updates. */
const playSeconds: readonly ((random: Random) => number)[] = [
  (r) => r.whole(1, 15),
  (r) => r.whole(1, 15),
  (r) => r.whole(10, 60),
  (r) => r.whole(10, 60),
  (r) => r.whole(60, 180),
  (r) => r.whole(370, 760),
];

/** How much of each kind an evening has, and what it is. Seconds are weighted to what people do. */
const kinds: Readonly<Record<StepKind, readonly [weight: number, make: Make]>> = {
  play: [10, (r) => ({ kind: 'play', seconds: r.pick(playSeconds)(r) })],
  finish: [6, () => ({ kind: 'finish' })],
  open: [5, (r) => ({ kind: 'open', site: site(r), title: title(r) })],
  seek: [6, (r) => ({ kind: 'seek', to: r.pick([r.next(), r.between(0.7, 0.89), r.between(0.86, 0.9)]) })],
  'pause-and-seek': [4, (r) => ({ kind: 'pause-and-seek', to: r.between(0, 0.95) })],
  next: [6, (r) => ({ kind: 'next', title: title(r), lag: r.pick([0, 0.4, 1, -0.5, 3, -2, 5, 30]) })],
  'same-site': [4, (r) => ({ kind: 'same-site', title: title(r) })],
  'other-site': [4, (r) => ({ kind: 'other-site', seconds: r.whole(1, 60) })],
  pause: [4, () => ({ kind: 'pause' })],
  wait: [3, (r) => ({ kind: 'wait', seconds: r.pick([r.whole(1, 30), r.whole(30, 600), 3_600]) })],
  stall: [4, (r) => ({ kind: 'stall', seconds: r.pick([r.whole(1, 10), r.whole(20, 120)]) })],
  rate: [5, (r) => ({ kind: 'rate', rate: r.pick([0.5, 1, 1.25, 1.5, 2, 3]) })],
  'marked-ad': [4, (r) => ({ kind: 'marked-ad', seconds: r.pick([r.whole(5, 60), r.whole(62, 200)]) })],
  ad: [
    3,
    (r) => ({
      kind: 'ad',
      seconds: r.pick([r.whole(5, 30), r.whole(30, 90)]),
      ...(r.chance(0.1) && { isLeft: true }),
    }),
  ],
  beside: [3, (r) => ({ kind: 'beside', seconds: r.whole(5, 150), isPreview: r.chance(0.5) })],
  flap: [4, (r) => ({ kind: 'flap', title: title(r), seconds: r.pick([0.5, 2, 7]) })],
  growing: [6, () => ({ kind: 'growing' })],
  'new-element': [3, () => ({ kind: 'new-element' })],
  'new-source': [4, () => ({ kind: 'new-source' })],
  reload: [3, () => ({ kind: 'reload' })],
  back: [7, () => ({ kind: 'back' })],
  close: [3, () => ({ kind: 'close' })],
  crash: [3, () => ({ kind: 'crash' })],
  discard: [4, () => ({ kind: 'discard' })],
  freeze: [4, (r) => ({ kind: 'freeze', seconds: r.whole(5, 200) })],
  sleep: [3, (r) => ({ kind: 'sleep', seconds: r.pick([r.whole(20, 200), 3_600, 28_800]) })],
  hide: [4, () => ({ kind: 'hide' })],
  'second-tab': [4, () => ({ kind: 'second-tab' })],
  prerender: [5, (r) => ({ kind: 'prerender', site: site(r), title: title(r) })],
  private: [4, (r) => ({ kind: 'private', site: site(r), title: title(r) })],
  'kill-worker': [4, () => ({ kind: 'kill-worker' })],
  'kill-worker-at': [6, (r) => ({ kind: 'kill-worker-at', step: r.whole(1, 120) })],
  'kill-browser': [3, (r) => ({ kind: 'kill-browser', seconds: r.pick([5, 60, 7_200]) })],
  'power-cut': [3, () => ({ kind: 'power-cut', seconds: 60 })],
  'storage-fails': [3, (r) => ({ kind: 'storage-fails', writes: r.whole(1, 4) })],
  'disk-full': [4, (r) => ({ kind: 'disk-full', writes: r.whole(1, 4) })],
  update: [3, () => ({ kind: 'update' })],
  clock: [3, (r) => ({ kind: 'clock', seconds: r.pick([-93_600, -3_600, -600, -5, 600, 3_600, 93_600]) })],
  'page-clock': [3, (r) => ({ kind: 'page-clock', seconds: r.pick([-3_600, -60, 60, 3_600]) })],
  'worker-clock': [3, (r) => ({ kind: 'worker-clock', seconds: r.pick([-3_600, -60, 60, 3_600]) })],
  'no-access': [3, (r) => ({ kind: 'no-access', seconds: r.whole(5, 120) })],
  'recording-paused': [4, (r) => ({ kind: 'recording-paused', seconds: r.whole(5, 120) })],
  'sign-out': [4, () => ({ kind: 'sign-out' })],
  'token-refused': [3, () => ({ kind: 'token-refused' })],
  'sign-in': [4, () => ({ kind: 'sign-in' })],
  'sign-in-other': [3, () => ({ kind: 'sign-in-other' })],
  tracker: [9, (r) => ({ kind: 'tracker', answers: answers(r) })],
  'load-fails': [4, (r) => ({ kind: 'load-fails', seconds: r.pick([r.whole(2, 30), r.whole(30, 200)]) })],
  'load-slow': [3, (r) => ({ kind: 'load-slow', seconds: r.whole(5, 40) })],
  'crash-stays': [4, (r) => ({ kind: 'crash-stays', seconds: r.pick([r.whole(2, 30), r.whole(30, 200)]) })],
  'new-address': [3, (r) => ({ kind: 'new-address', seconds: r.whole(1, 10) })],
  'late-length': [4, lateLength],
  'site-hangs': [4, () => ({ kind: 'site-hangs' })],
  'site-fails': [3, () => ({ kind: 'site-fails' })],
};

export const stepKinds = Object.keys(kinds) as StepKind[];

function answers(random: Random): readonly OddAnswerName[] {
  const name = random.pick(oddAnswerNames);
  const count = random.pick([1, 1, 1, 2, 3, 12]);
  return random.chance(0.5)
    ? Array<OddAnswerName>(count).fill(name)
    : Array.from({ length: Math.min(count, 4) }, () => random.pick(oddAnswerNames));
}

function lateLength(random: Random): Step {
  const seconds = random.pick([random.whole(1, 10), random.whole(10, 40), random.whole(60, 200)]);
  const states = random.pick(['NaN', 'Infinity'] as const);
  return { kind: 'late-length', site: site(random), title: title(random), states, seconds };
}

const weights = stepKinds.map((kind) => kinds[kind][0]);
const totalWeight = weights.reduce((sum, weight) => sum + weight, 0);

/**
 * Share of the evenings with 12 to 18 steps; the others have two or three. So 100,000 evenings, with a little
 * more than four steps on average, meet each pair of kinds more than 100 times.
 */
const LONG_SHARE = 0.057;

/** Steps that leave a page to which one can go back. */
const LEAVING: readonly StepKind[] = ['other-site', 'same-site', 'prerender'];

/** Steps after which nobody is signed in, and those after which somebody is. */
const SIGNING_OUT: readonly StepKind[] = ['sign-out', 'token-refused'];
const SIGNING_IN: readonly StepKind[] = ['sign-in', 'sign-in-other'];

function isSignedOut(steps: readonly Step[]): boolean {
  const last = steps.findLast(({ kind }) => SIGNING_OUT.includes(kind) || SIGNING_IN.includes(kind));
  return last !== undefined && SIGNING_OUT.includes(last.kind);
}

/** Share of the evenings that end with a scene. */
const SCENES_SHARE = 0.12;
/** Share of the others that end with a scene of pages that come and go. */
const PAGE_SCENES_SHARE = 0.05;

/** The steps of the evening with this seed: it begins with a title, and something is always watched. */
export function planEvening(seed: number): readonly Step[] {
  const random = createRandom(seed ^ 0x5f3759df);
  const steps: Step[] = [kinds.open[1](random)];
  const count = random.chance(LONG_SHARE) ? random.whole(12, 18) : random.whole(2, 3);
  while (steps.length < count) {
    const step = kinds[pickKind(random)][1](random);
    if (step.kind === 'back' && !steps.some(({ kind }) => LEAVING.includes(kind)))
      steps.push(kinds['other-site'][1](random));
    if (SIGNING_OUT.includes(step.kind) && isSignedOut(steps)) steps.push({ kind: 'sign-in' });
    steps.push(step);
    // Most of what happens to a viewing only matters when something is watched afterwards.
    if (step.kind !== 'play' && step.kind !== 'finish' && random.chance(step.kind === 'tracker' ? 0.5 : 0.12))
      steps.push(kinds.play[1](random));
  }
  const scene = random.chance(SCENES_SHARE) ? planScene(random) : [];
  const pageScene = scene.length === 0 && random.chance(PAGE_SCENES_SHARE) ? planPageScene(random) : [];
  return [...steps, ...scene, ...pageScene, ...planLastScene(random)];
}

function pickKind(random: Random): StepKind {
  let at = random.next() * totalWeight;
  for (const [index, weight] of weights.entries()) {
    at -= weight;
    if (at < 0) return stepKinds[index] as StepKind;
  }
  return 'play';
}
