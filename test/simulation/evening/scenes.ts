import type { Random } from '../kernel/random';
import { sites, type SiteId } from '../page/sites';
import { TITLES } from '../page/titles';
import type { OddAnswerName } from '../tracker/answers';
import type { Step } from './step';

/**
 * Steps that show something only together and in this order, which steps taken by chance hardly ever are: each
 * belongs to one rule that a single step cannot break.
 */
type Scene = (random: Random) => readonly Step[];

/** Answers after which an update is tried again, and that the service has not handled. */
const failing: readonly OddAnswerName[] = ['500', '502 page', 'network error', '409 page', '403 page'];

const anySite = (random: Random): SiteId => random.pick(Object.keys(sites) as SiteId[]);
const play = (random: Random, from: number, to: number): Step => ({
  kind: 'play',
  seconds: random.whole(from, to),
});
const seek = (random: Random, from: number, to: number): Step => ({
  kind: 'seek',
  to: random.between(from, to),
});

const standStill = (random: Random): Step =>
  random.pick<Step>([
    { kind: 'pause' },
    { kind: 'wait', seconds: random.whole(3, 7) },
    { kind: 'wait', seconds: random.whole(20, 300) },
  ]);
/** Without a word of the page. */
const end = (random: Random): Step =>
  random.pick<Step>([
    { kind: 'kill-browser', seconds: 60 },
    { kind: 'power-cut', seconds: 60 },
    { kind: 'crash' },
  ]);
/** `from`: of the titles, of which the first three are short films. */
const open = (random: Random, site: SiteId, from = 0): Step => ({
  kind: 'open',
  site,
  title: random.whole(from, TITLES - 1),
});

/**
 * A title is moved to a place between these, and opened in a second tab, where it plays from its beginning. A
 * private tab between leaves the first one as it is.
 */
function twice(random: Random, from: number, to: number): readonly Step[] {
  const site = anySite(random);
  const title = random.whole(0, 4);
  return [
    { kind: 'open', site, title },
    play(random, 70, 90),
    seek(random, from, to),
    { kind: 'private', site: 'ids', title: title + 1 },
    { kind: 'open', site, title },
  ];
}

const scenes: readonly Scene[] = [
  // A title is watched again while the tracker takes nothing: start and end of it wait together.
  (r) => [
    { kind: 'finish' },
    { kind: 'tracker', answers: Array<OddAnswerName>(12).fill(r.pick(failing)) },
    { kind: 'reload' },
    play(r, 30, 60),
    { kind: 'finish' },
  ],
  // Left in the credits, opened again, a little gone back and seen to the end: one viewing.
  (r) => [
    play(r, 60, 90),
    seek(r, 0.87, 0.89),
    play(r, 15, 45),
    { kind: 'reload' },
    seek(r, 0.7, 0.85),
    { kind: 'finish' },
  ],
  // Most of the evidence is of an earlier visit.
  (r) => [
    play(r, 70, 110),
    { kind: 'reload' },
    seek(r, 0.86, 0.895),
    play(r, 15, 40),
    r.pick<Step>([{ kind: 'close' }, { kind: 'reload' }, { kind: 'pause' }]),
  ],
  // The worker ends while the title passes 90 %, and the page lives on.
  (r) => [
    play(r, 70, 90),
    seek(r, 0.87, 0.895),
    { kind: 'kill-worker-at', step: r.whole(1, 90) },
    play(r, 45, 70),
  ],
  // A title stands still when the browser or its page ends without a word.
  (r) => [play(r, 30, 110), standStill(r), end(r)],
  // A title plays for several intervals, and then nothing more is said.
  (r) => [play(r, 150, 330), end(r)],
  // The tracker asks to be left alone, and another title is watched meanwhile.
  (r) => [
    { kind: 'tracker', answers: [r.pick<OddAnswerName>(['429 seconds', '429 date', '429 long'])] },
    play(r, 15, 40),
    open(r, anySite(r)),
    play(r, 15, 60),
  ],
  // A page that was left is shown again, plays on, and says nothing more.
  (r) => [
    play(r, 5, 20),
    { kind: 'other-site', seconds: r.whole(1, 60) },
    { kind: 'back' },
    play(r, 30, 200),
    end(r),
  ],
];

/** These follow another scene, so that what that one shows stays the same. */
const laterScenes: readonly Scene[] = [
  // An advertisement without a mark, of more than a minute, before an episode was known.
  (r) => [open(r, anySite(r), 3), { kind: 'ad', seconds: r.whole(65, 90) }, play(r, 15, 40)],
  // The next episode is named before its medium begins, and seen to its end.
  (r) => [
    open(r, anySite(r)),
    play(r, 30, 100),
    { kind: 'next', title: r.whole(3, TITLES - 1), lag: r.pick([-0.5, -2]) },
    { kind: 'finish' },
  ],
  // A player in a frame gives way to another one, which stands still when nothing more is said.
  (r) => [
    open(r, 'frame', 3),
    play(r, 30, 60),
    { kind: 'new-element' },
    play(r, 30, 60),
    standStill(r),
    end(r),
  ],
];

/** These end an evening of any kind, so that what comes before them stays the same. */
const lastScenes: readonly Scene[] = [
  // An advertisement without a mark in the middle of a title, which is then seen to its end, or left.
  (r) => [
    open(r, anySite(r)),
    play(r, 20, 60),
    { kind: 'ad', seconds: r.whole(15, 90) },
    play(r, 95, 120),
    r.pick<Step>([{ kind: 'finish' }, { kind: 'finish' }, { kind: 'pause' }, { kind: 'close' }]),
  ],
  // What else plays under a title, or beside it, before it goes on for long enough.
  (r) => [
    open(r, anySite(r)),
    r.pick<Step>([
      { kind: 'growing' },
      { kind: 'flap', title: r.whole(0, TITLES - 1), seconds: r.pick([0.5, 2, 7]) },
      { kind: 'second-tab' },
      { kind: 'ad', seconds: r.whole(15, 90) },
    ]),
    play(r, 95, 120),
    r.pick<Step>([{ kind: 'finish' }, { kind: 'finish' }, { kind: 'pause' }, { kind: 'close' }]),
  ],
  // A title passes 90 % in a tab while another one plays it from its beginning, and passes 90 % too.
  (r) => [...twice(r, 0.8, 0.86), play(r, 30, 170), { kind: 'finish' }],
  // Of a film, only an advertisement without a mark is seen, which is left in its last seconds.
  (r) => [
    { kind: 'open', site: anySite(r), title: r.whole(0, 2) },
    { kind: 'ad', seconds: r.whole(65, 125), isLeft: true },
  ],
  // Two tabs play a title when the browser ends without a word.
  (r) => [...twice(r, 0.3, 0.6), play(r, 160, 260), end(r)],
];

const DAY_PARTS = [3_600, 28_800] as const;

/** What people, players and browsers do every day, from beginning to end. */
const dailyScenes: readonly Scene[] = [
  // It is cast to a television: the player of the page stands still, and is back near the end.
  (r) => [
    open(r, anySite(r)),
    play(r, 60, 100),
    { kind: 'wait', seconds: r.pick([600, 3_600]) },
    seek(r, 0.93, 0.97),
    { kind: 'finish' },
  ],
  // "Are you still watching?" is answered in the morning, after the worker has ended.
  (r) => [
    open(r, anySite(r)),
    play(r, 60, 200),
    { kind: 'pause' },
    { kind: 'kill-worker' },
    { kind: 'sleep', seconds: r.pick(DAY_PARTS) },
    play(r, 60, 100),
    { kind: 'finish' },
  ],
  // Recap and intro are skipped, and the rest is seen at twice the speed.
  (r) => [
    open(r, anySite(r), 3),
    play(r, 3, 15),
    seek(r, 0.05, 0.12),
    { kind: 'rate', rate: 2 },
    play(r, 40, 90),
    { kind: 'finish' },
  ],
  // Episodes follow each other by themselves, each named within five seconds.
  (r) => [
    open(r, anySite(r), 3),
    ...[3, 4, 5].flatMap((title): Step[] => [
      { kind: 'finish' },
      { kind: 'next', title, lag: r.pick([0.4, 1, 3, 5]) },
    ]),
    play(r, 60, 120),
  ],
  // Previews play under the pointer before a title is chosen, and while it stands still.
  (r) => [
    open(r, anySite(r)),
    { kind: 'pause' },
    { kind: 'beside', seconds: r.whole(5, 40), isPreview: true },
    { kind: 'beside', seconds: r.whole(5, 40), isPreview: true },
    play(r, 60, 100),
    { kind: 'beside', seconds: r.whole(30, 150), isPreview: r.chance(0.5) },
    { kind: 'finish' },
  ],
  // Five films are looked at, of which only a trailer plays.
  (r) =>
    [0, 1, 2, 8, 9].flatMap((title): Step[] => [
      { kind: 'open', site: anySite(r), title },
      { kind: 'ad', seconds: r.whole(65, 150), isLeft: true },
    ]),
  // A live stream becomes a recording: its length is not known at first, then it grows.
  (r) => [
    { kind: 'late-length', site: anySite(r), title: r.whole(3, TITLES - 1), states: 'Infinity', seconds: 60 },
    play(r, 95, 120),
    { kind: 'finish' },
  ],
  // The tab is duplicated, moved on in one of them, and its page discarded in between.
  (r) => [
    open(r, anySite(r)),
    play(r, 60, 100),
    { kind: 'second-tab' },
    { kind: 'discard' },
    play(r, 95, 120),
    { kind: 'finish' },
  ],
  // An update of the extension in the middle of a film, whose page lives on.
  (r) => [open(r, anySite(r)), play(r, 60, 100), { kind: 'update' }, play(r, 60, 120), { kind: 'finish' }],
];

/** Share of the scenes after which a later one comes. */
const LATER_SHARE = 0.2;

/** Share of the evenings that end with one of the last scenes. */
const LAST_SHARE = 0.02;
/** Share of the evenings that end with what happens every day. */
const DAILY_SHARE = 0.04;

/** Most evenings have none. */
export function planLastScene(random: Random): readonly Step[] {
  const last = random.chance(LAST_SHARE) ? random.pick(lastScenes)(random) : [];
  return [...last, ...(random.chance(DAILY_SHARE) ? random.pick(dailyScenes)(random) : [])];
}

/** One such scene, or two, each in a page that is opened for it. */
export function planScene(random: Random): readonly Step[] {
  const steps = [open(random, anySite(random)), ...random.pick(scenes)(random)];
  return random.chance(LATER_SHARE) ? [...steps, ...random.pick(laterScenes)(random)] : steps;
}
