import { agrees } from '../media/item';
import { differsInMedium, hasPlayedFromStart, isContinuous, isSameStream } from './continuity';
import { isAdLength, isMainFeatureAfterAd, mayStillBeAd } from './deferred-crossing';
import type { ObservedPlayback, Reading, Playback } from './observation';
import type { Session } from './session';
import type { PendingChange, TabWatch } from './tab-watch';
import { durationGrainSeconds, interruptionShare, pendingRestartShare, restartShare } from './thresholds';

/** How what plays now relates to the session of the tab. */
export type ChangeKind =
  /** The session's item plays on. */
  | 'same'
  /** The session's medium plays on, and the page describes it more exactly. */
  | 'renamed'
  /** The session's medium plays on. Until now the page showed the title of the previous medium. */
  | 'retitled'
  /** The session's medium plays on. The page already shows the next title. */
  | 'early-title'
  /** Something short plays in place of the session's item, under the same title. */
  | 'interruption'
  /** The session was an advertisement under the title of the film, and the film begins. */
  | 'main-feature'
  /** The session's title starts over, or continues as another medium. */
  | 'restart'
  /** Another title. */
  | 'replaced';

export type Classification = Readonly<{
  kind: ChangeKind;
  /** The rule that decided, for traces. */
  rule: string;
}>;

/**
 * Compares an observation with the session of its tab. Whether the change must be confirmed is decided
 * elsewhere.
 */
export function classify(
  watch: TabWatch,
  session: Session,
  reading: Reading,
  playback: ObservedPlayback,
): Classification {
  const { phase, pendingChange } = watch;
  const isPending = pendingChange?.sameText === true && pendingChange.identity === session.identity;
  const facts: ObservedFacts = {
    session,
    before: session.playback,
    reading,
    playback,
    interrupted: phase === 'interrupted',
    sameText: session.identity === reading.identity,
    otherMedium: differsInMedium(session.playback, playback),
    pending: isPending ? pendingChange : undefined,
  };
  return rules.find(({ applies }) => applies(facts)) ?? otherwise;
}

type ObservedFacts = Readonly<{
  session: Session;
  before: Playback;
  reading: Reading;
  playback: ObservedPlayback;
  interrupted: boolean;
  /** The page states the session's own title. */
  sameText: boolean;
  otherMedium: boolean;
  /** A change under the session's title that is waiting for confirmation. */
  pending: PendingChange | undefined;
}>;

interface ClassRule extends Classification {
  readonly applies: (facts: ObservedFacts) => boolean;
}

/** The first rule that applies decides. From the fifth rule on, the page shows the session's own title. */
const rules: ClassRule[] = [
  {
    rule: 'more-exact-text',
    kind: 'renamed',
    applies: (facts) => isOtherText(facts) && agrees(facts.session.item, facts.reading.item),
  },
  {
    rule: 'late-text',
    kind: 'retitled',
    applies: (facts) => isOtherText(facts) && facts.session.doubt !== undefined,
  },
  {
    rule: 'early-text',
    kind: 'early-title',
    applies: isOtherText,
  },
  { rule: 'other-title', kind: 'replaced', applies: ({ sameText }) => !sameText },
  {
    rule: 'much-shorter',
    kind: 'interruption',
    applies: ({ session, before, playback }) =>
      playback.duration < before.duration * interruptionShare &&
      (session.doubt === undefined || isAdLength(playback.duration)),
  },
  {
    // Also at a continuing position: skipping an advertisement after some seconds leads to the beginning of
    // the film.
    rule: 'film-after-ad',
    kind: 'main-feature',
    applies: ({ before, playback }) => isMainFeatureAfterAd(playback.duration, before.duration),
  },
  {
    // Several advertisements in a row: the second one passes the position at which the first one ended.
    rule: 'next-ad',
    kind: 'interruption',
    applies: (facts) => facts.pending !== undefined && isOtherAd(facts),
  },
  {
    // The film has already been seen, so another short medium is a further advertisement, even one of the
    // same length.
    rule: 'ad-after-film',
    kind: 'interruption',
    applies: ({ pending, session, playback }) =>
      pending !== undefined &&
      mayStillBeAd(session) &&
      isMainFeatureAfterAd(pending.medium.duration, session.playback.duration) &&
      isAdLength(playback.duration),
  },
  {
    rule: 'longer-after-ad',
    kind: 'restart',
    applies: ({ pending, session, otherMedium }) =>
      pending !== undefined && mayStillBeAd(session) && otherMedium,
  },
  {
    // The next medium is past the position of the last one, which was left near its beginning.
    rule: 'awaited-medium',
    kind: 'restart',
    applies: ({ pending, playback, otherMedium }) =>
      pending !== undefined && otherMedium && !differsInMedium(pending.medium, playback),
  },
  {
    rule: 'continuous',
    kind: 'same',
    applies: (facts) => isContinuous(facts.before, facts.playback) && !isOtherFromStart(facts),
  },
  { rule: 'other-ad', kind: 'interruption', applies: isOtherAd },
  { rule: 'other-medium', kind: 'restart', applies: ({ otherMedium }) => otherMedium },
  {
    rule: 'from-the-beginning',
    kind: 'restart',
    applies: ({ session, before, playback, pending }) =>
      (session.crossed || (session.deferredCrossing !== undefined && isOver(before))) &&
      isAtStart(playback, pending),
  },
];

/** The same medium at a position that only a seek explains. */
const otherwise: Classification = { rule: 'seek', kind: 'same' };

/** The session's medium plays on, and the page shows another text for it. */
function isOtherText({ sameText, interrupted, before, playback }: ObservedFacts): boolean {
  return !sameText && !interrupted && isSameStream(before, playback);
}

/**
 * The crossing of a short medium is held back, and another medium plays from its beginning. Seconds after the
 * page was reopened, both are at about the same position.
 */
function isOtherFromStart({ session, playback, otherMedium }: ObservedFacts): boolean {
  return otherMedium && session.deferredCrossing !== undefined && isAtStart(playback, undefined);
}

/** Does not look at the player's state: a player whose source was replaced at the end is paused there. */
function isOver({ position, duration }: Playback): boolean {
  return position >= duration - durationGrainSeconds;
}

function isOtherAd({ session, playback, otherMedium }: ObservedFacts): boolean {
  return otherMedium && mayStillBeAd(session) && isAdLength(playback.duration);
}

/**
 * Near the beginning, or as far as playing from the beginning can have led while the restart awaits
 * confirmation.
 */
function isAtStart(playback: ObservedPlayback, pending: PendingChange | undefined): boolean {
  const { position, duration } = playback;
  if (pending === undefined) return position < duration * restartShare;
  return position < duration * pendingRestartShare || hasPlayedFromStart(pending.since, playback);
}
