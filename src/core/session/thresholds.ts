/**
 * Every number on which a decision about a session depends. Each comment gives unit and reason, and evidence
 * if there is some. "API v1" is the tracker's interface.
 */

// Clocks and samples

/** Seconds between two samples of a player without media events: eight timers a minute. */
export const pollSeconds = 7.5;
/** The same when nothing has changed for a minute: four timers a minute. */
export const settledPollSeconds = 15;
/**
 * Factor. Player and page clocks drift apart, more at high speed; a tenth is far below any seek that matters.
 */
export const clockTolerance = 1.1;
/** Seconds by which a position may be ahead of the clock at any speed; `currentTime` changes in steps. */
export const clockGrainSeconds = 2;
/** Milliseconds by which a page's timer may fire early, by the page's clock. */
export const timerGrainMilliseconds = 1_500;
/** Seconds by which a periodic report may be late: throttled timers, and the start of the worker. */
export const lateHeartbeatSeconds = 10;

// Played ranges

/** Seconds. Two ranges with a smaller gap become one; this is the resolution of a player's clock. */
export const rangeGrainSeconds = 0.5;
/** Ranges per session. A person who seeks for an hour must not make a stored record grow without end. */
export const maxRanges = 60;

// Durations

/** Seconds. Players correct the duration by fractions of a second when the last fragment arrives. */
export const durationGrainSeconds = 1;
/**
 * Seconds for which a growing duration must stay the same before it is believed. Netflix starts short and
 * grows.
 */
export const steadySeconds = 30;
/**
 * Seconds: 12 h, longer than any title of a catalogue. Live players report Infinity, the time since 1970
 * (BBC) or 2^53 (SVT).
 */
export const longestTitleSeconds = 12 * 3_600;

// The same medium, or another one

/**
 * Seconds by which a continuing position may be behind the last one: players step back when they change
 * quality.
 */
export const continuityBackSeconds = 3;
/** Seconds by which a continuing position may be ahead of what the clock allows. */
export const continuityAheadSeconds = 10;
/**
 * Seconds, and share of the duration. A smaller difference between two durations is a correction, not another
 * medium.
 */
export const sameDurationSeconds = 5;
export const sameDurationShare = 0.02;
/** Share of the duration. A title never loses half of its length, so a shorter medium is an interruption. */
export const interruptionShare = 0.5;
/** Share of the duration: a watched title that plays before this position has been started again. */
export const restartShare = 0.1;
/** Share of the duration: while a restart awaits confirmation, playback may get this far. */
export const pendingRestartShare = 0.5;

// Confirming a change

/** Seconds. Two readings this far apart confirm a change; a second, less the inaccuracy of a timer. */
export const confirmSeconds = 0.9;
/** Seconds for the text of a page to follow its player. Prime Video shows the old title for a while. */
export const lateTextSeconds = 20;
/**
 * Seconds for which a medium that began under the previous title may still get a title of its own. Texts up
 * to 60 s late were seen; until then nothing of it is sent.
 */
export const latestTextSeconds = 90;
/**
 * Seconds for which another title is not believed while the session's medium plays on: pages name the next
 * episode up to a minute early.
 */
export const earlyTextSeconds = 60;
/** Share of the duration from which on another title, without another medium, is always the next one. */
export const earlyTextShare = 0.8;
/** Seconds. If a new medium begins this soon after a new title, the title was early. */
export const earlyMediumSeconds = 15;
/** Seconds: the shortest wait for the reading that confirms a change. */
export const minConfirmDelaySeconds = 0.2;
export const maxConfirmDelaySeconds = 2;

// Advertisements under the title of the film

/** Seconds. A longer medium is no advertisement; an ad pod of 310 s in one medium was seen. */
export const longestAdSeconds = 360;
/** Factor. A medium this much longer than a short one before it, under the same title, is the film. */
export const mainFeatureFactor = 2;
/** Seconds from the end of an advertisement until the film has loaded; 70 s of waiting were seen. */
export const featureLoadSeconds = 90;
/**
 * Seconds for which a player stands at the end of a short medium that was the title itself. After an
 * advertisement the player is emptied, or waits, at once; then `featureLoadSeconds` applies.
 */
export const restAtEndSeconds = 5;
/** Seconds: the longest time for which the crossing of a short medium is held back. */
export const longestDeferralSeconds = 600;
/** Factor: the slowest speed that players offer; it bounds the wait for the end of a short medium. */
export const slowestRate = 0.25;

// Watched, and the evidence for it

/**
 * Share of the duration from which the tracker marks a title as watched (API v1, "States and transitions").
 */
export const watchedThreshold = 0.9;
/** Seconds of play, or share of the duration if that is less: evidence needed at the lowest setting. */
export const minimumEvidenceSeconds = 60;
export const minimumEvidenceShare = 0.05;
/** Days for which unfinished sessions count as evidence for the same item. */
export const evidenceDays = 30;
/** Unfinished sessions that are kept as evidence; read with every report, so they must stay few. */
export const maxEvidenceSessions = 200;
/**
 * Seconds, and share of the duration. A larger difference is another cut, whose ranges cannot be compared.
 */
export const sameCutSeconds = 2;
export const sameCutShare = 0.01;
/** Days after a crossing in which playback in the second half of the item continues that viewing. */
export const resumptionDays = 30;
/**
 * Seconds to be played past 90 % after a jump there. A look at the ending, and back, does not end the
 * viewing.
 */
export const minimumTailSeconds = 30;
/** Number of items whose last crossing is remembered. */
export const maxRecentItems = 200;

// Updates and reports

/** Seconds of play before a session is reported at all: zapping through a catalogue stays private. */
export const minimumPlaySeconds = 10;
/** Seconds of content. A shorter seek is not worth an update. */
export const seekSeconds = 5;
/** Seconds: the shortest delay after which a page is asked to report again. */
export const minReportDelaySeconds = 0.5;
/** Seconds added to a computed delay, so that the report comes just after the moment, not before it. */
export const reportDelayGrainSeconds = 0.3;

// Tabs

/** Tabs that are remembered as waiting for a lease. */
export const maxWaitingTabs = 20;
