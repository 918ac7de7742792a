import type { Fault } from './fault';
import { comesRightAfter, follows, has, hasAnswer, playedBefore } from './needs';

/**
 * Defects of one line each, as they are made: a condition dropped, a case forgotten, two values swapped. Four
 * that no evening finds were removed, and why is not known: the lock is not held; an answer removes an update
 * that came after it; the service counts a repeated crossing twice; the page's clock is believed.
 */
export const plantedFaults: readonly Fault[] = [
  {
    name: 'advertisements count as the title',
    file: 'src/core/session/interrupt.ts',
    search: 'if (gate !== undefined || reading === undefined || playback === undefined) return gate;',
    replace: 'if (reading === undefined || playback === undefined) return gate;',
    needs: (steps) => has(steps, 'marked-ad'),
  },
  {
    name: 'no evidence is asked for',
    file: 'src/core/session/watched-threshold.ts',
    search: 'if (own >= needed) return 0;',
    replace: 'if (own >= 0) return 0;',
  },
  {
    name: 'seeks count as played',
    file: 'src/core/session/continuity.ts',
    search:
      'return until <= reach ? { ...session, played: addPlayed(played, before.position, until) } : session;',
    replace:
      'return until < 0 * reach ? session : { ...session, played: addPlayed(played, before.position, position) };',
    needs: (steps) => has(steps, 'seek', 'pause-and-seek'),
  },
  {
    name: 'a clock whose controls are hidden stands',
    file: 'src/content/reading-aid/read-own-clock.ts',
    search: 'const position = statedPosition ?? (last && last.position + elapsedSince(last, video, now));',
    replace: 'const position = statedPosition ?? last?.position;',
    needs: (steps) => steps.some((step) => 'site' in step && step.site === 'slider'),
  },
  {
    name: 'what plays is recorded while the person has paused that',
    file: 'src/background/sites/environment.ts',
    search: 'coversUrl(granted, url) && !isPaused(settings, now) && !isExcludedWindow',
    replace: 'coversUrl(granted, url) && settings && now && !isExcludedWindow',
    needs: (steps) => has(steps, 'recording-paused'),
  },
  {
    name: 'a title that the page names late is never taken over',
    file: 'src/core/session/confirm-change.ts',
    search: '  if (!isRepeated) {',
    replace:
      '  if (pending?.sameText && !sameText) return { confirmed: false, pendingChange: pending, again: 9 };\n  if (!isRepeated) {',
    needs: (steps) => has(steps, 'next'),
  },
  {
    name: 'watched from 80 % on',
    file: 'src/core/session/thresholds.ts',
    search: 'export const watchedThreshold = 0.9;',
    replace: 'export const watchedThreshold = 0.8;',
  },
  {
    name: 'a title that the page names early counts at once',
    file: 'src/core/session/reducer.ts',
    search: 'if (left <= 0 && !isNext) return replaceTitle(step);',
    replace: 'if (!isNext) return replaceTitle(step);',
    needs: (steps) => has(steps, 'next'),
  },
  {
    name: 'another title under another name is the same one',
    file: 'src/core/session/classify.ts',
    search: 'applies: ({ sameText }) => !sameText }',
    replace: 'applies: () => false }',
    needs: (steps) => has(steps, 'next'),
  },
  {
    name: 'a session that ends sends nothing',
    file: 'src/core/session/end-session.ts',
    search: 'return { closed: { ...session, crossed, ...defined({ lastSent }) }, updates };',
    replace:
      'return { closed: { ...session, crossed, ...defined({ lastSent }) }, updates: updates.slice(1) };',
  },
  {
    name: 'no heartbeat while playing',
    file: 'src/core/session/next-update.ts',
    search: "if (state === 'playing' && isDue(session, at, rules.interval)) return 'tick';",
    replace: '',
    needs: (steps) => playedBefore(steps, 190, ['kill-browser', 'power-cut']),
  },
  {
    name: 'the crossing is not reported by itself',
    file: 'src/core/session/next-update.ts',
    search: 'return [count, start];',
    replace: 'return [0 * count, start];',
    needs: (steps) =>
      follows(
        steps,
        ['seek', 'pause-and-seek', 'finish'],
        ['crash', 'kill-browser', 'power-cut', 'update', 'other-site', 'open'],
      ),
  },
  {
    name: 'a page that could not say its end has not played on',
    file: 'src/core/session/end-session.ts',
    search: 'return observation.missedUnload === true && !isInterrupted',
    replace: 'return observation.missedUnload === true && isInterrupted',
  },
  {
    name: 'a pause is not reported',
    file: 'src/content/page-monitor/player.ts',
    search: "  pause: 'pause',",
    replace: '  pause: undefined,',
    needs: (steps) => comesRightAfter(steps, ['pause', 'wait'], ['kill-browser', 'power-cut', 'crash']),
  },
  {
    name: 'a pause is reported and not sent',
    file: 'src/core/session/next-update.ts',
    search: "if (state === 'paused' && before.playback.state === 'playing') return 'pause';",
    replace: 'void before;',
    needs: (steps) => comesRightAfter(steps, ['pause', 'wait'], ['kill-browser', 'power-cut', 'crash']),
  },
  {
    name: 'an unanswered report is not repeated',
    file: 'src/content/page-monitor/report-policy.ts',
    search:
      'return { ...state, lastSignature: uncertain, dueAt: now + retryDelay, failures: state.failures + 1 };',
    replace:
      'return { ...state, dueAt: Infinity, failures: state.failures + 0 * uncertain.length * retryDelay };',
    needs: (steps) => has(steps, 'kill-worker-at', 'storage-fails', 'disk-full'),
  },
  {
    name: 'hello is said once only',
    file: 'src/content/main.ts',
    search: 'if (answer) return;',
    replace: 'return;',
  },
  {
    name: 'a restored page stays silent',
    file: 'src/content/main.ts',
    search: 'event.persisted && void begin()',
    replace: 'false && void begin()',
    needs: (steps) => follows(steps, ['other-site', 'same-site', 'open'], ['back']),
  },
  {
    name: 'private windows are recorded',
    file: 'src/background/sites/environment.ts',
    search: 'return isPrivate && !settings.privateWindows;',
    replace: 'return false;',
    needs: (steps) => has(steps, 'private'),
  },
  {
    name: 'a closed tab is not noticed',
    file: 'src/background/main.ts',
    search: '  tabClosed: jobs.tabClosed,',
    replace: '  tabClosed: () => undefined,',
  },
  {
    name: 'no alarm for what waits',
    file: 'src/background/delivery/dispatcher.ts',
    search: 'return wakeExactlyAt(OUTBOX_ALARM, Math.max(open, due));',
    replace: 'return forgetAlarm(OUTBOX_ALARM);',
    needs: (steps) => has(steps, 'tracker'),
  },
  {
    name: 'any answer counts as accepted',
    file: 'src/background/delivery/apply-outcome.ts',
    search: 'if (error instanceof TrackerError) return outcomeOf(error);',
    replace: "if (error instanceof TrackerError) return { kind: 'accepted' };",
  },
  {
    name: 'a page of a firewall refuses an update',
    file: 'src/background/delivery/apply-outcome.ts',
    search: 'if (reason !== undefined && REFUSALS.includes(code))',
    replace: 'if (REFUSALS.includes(code))',
  },
  {
    name: 'Retry-After is ignored',
    file: 'src/tracker/tracker-error.ts',
    search: "const text = header?.trim() ?? '';",
    replace: "const text = ''; void header;",
    needs: (steps) => has(steps, 'tracker'),
  },
  {
    name: 'no waiting between attempts',
    file: 'src/core/outbox/backoff.ts',
    search: 'return { attempts, until: now + backoff(attempts, random, options) * 1000 };',
    replace: 'return { attempts, until: now + 0 * backoff(attempts, random, options) };',
    needs: (steps) => has(steps, 'tracker'),
  },
  {
    name: 'the start of a rewatch is not sent',
    file: 'src/core/outbox/outbox-entry.ts',
    search: 'if (start !== undefined && !isFresh && !hasStarted(entry))',
    replace: 'if (start !== undefined && start.at < 0 && !isFresh && !hasStarted(entry))',
    needs: (steps) => follows(steps, ['finish'], ['tracker']) && follows(steps, ['tracker'], ['finish']),
  },
  {
    name: 'season and episode are swapped',
    file: 'src/protocol/tracker/media-requests.ts',
    search: '...defined({ id, ...series, seasonNumber, episodeNumber }) };',
    replace: '...defined({ id, ...series, seasonNumber: episodeNumber, episodeNumber: seasonNumber }) };',
  },
  {
    name: 'the key of a match leaves out the year',
    file: 'src/background/account/match-cache.ts',
    search: 'JSON.stringify(resolveRequest(item))',
    replace: 'JSON.stringify(resolveRequest(item).type)',
  },
  {
    name: 'progress and duration are swapped',
    file: 'src/background/delivery/send-entry.ts',
    search: 'scrobbleInput(media, position, duration)',
    replace: 'scrobble(scrobbleInput(media, duration, duration))',
  },
  {
    name: 'a refused token is tried again and again',
    file: 'src/background/account/account.ts',
    search: "await storeAccount(context, { ...account, token: '' });",
    replace: '',
  },
  {
    name: 'the tab is stored before its updates',
    file: 'src/background/recording/reduce-tab.ts',
    search: 'await persistTransition(context, tab, transition);',
    replace: 'void persistTransition(context, tab, transition);',
    needs: (steps) => has(steps, 'kill-worker-at'),
  },
  {
    name: 'what waits of an earlier viewing is tidied away',
    file: 'src/background/state/tidy-outbox.ts',
    search: 'const obsolete = entries.filter(({ id }) => superseded.has(id) && !open.has(sessionIdOf(id)));',
    replace:
      'const obsolete = entries.filter(({ id }) => superseded.size >= 0 && !open.has(sessionIdOf(id)));',
    needs: (steps) => has(steps, 'tracker', 'sign-out', 'token-refused'),
  },
  {
    name: 'a rewatch goes on with the viewing before it',
    file: 'src/core/session/earlier-evidence.ts',
    search: 'return at !== undefined && isRecent(at, now) && position > duration / 2;',
    replace: 'return at !== undefined && isRecent(at, now) && position >= 0 * duration;',
    needs: (steps) => follows(steps, ['finish'], ['finish']),
  },
  {
    name: 'a date to wait for is read by the own clock',
    file: 'src/tracker/request.ts',
    search: "Date.parse(headers.get('date') ?? '') || now",
    replace: 'now',
    needs: (steps) => hasAnswer(steps, '429 date') && has(steps, 'clock', 'worker-clock'),
  },
  {
    name: 'a short medium counts before it is known to be no advertisement',
    file: 'src/core/session/next-update.ts',
    search: "if (leaving || !isAdLength(place.duration)) return send(move, 'crossing', place);",
    replace: "if (place.duration > 0) return send(move, 'crossing', place);",
    needs: (steps) => has(steps, 'ad'),
  },
  {
    name: 'what earlier sessions have seen is forgotten',
    file: 'src/core/session/watched-threshold.ts',
    search: 'earlierEvidence(item, duration),',
    replace: 'earlierEvidence(item, 0 * duration),',
    needs: (steps) => follows(steps, ['play'], ['reload', 'same-site', 'update', 'kill-browser']),
  },
  {
    name: 'a frame that is gone plays on',
    file: 'src/background/recording/handle-report.ts',
    search: 'if (gone.size === 0) return state;',
    replace: 'if (gone.size >= 0) return state;',
    needs: (steps) =>
      follows(steps, ['open', 'private', 'prerender'], ['new-element']) &&
      steps.some((step) => 'site' in step && step.site === 'frame'),
  },
  {
    name: 'a page that is left is not heard of while the worker sleeps',
    file: 'src/background/recording/reduce-tab.ts',
    search: "return session?.playback.state === 'playing';",
    replace: "return session?.playback.state === 'playing' && session.id === '';",
    needs: (steps) => comesRightAfter(steps, ['play'], ['other-site']),
  },
  {
    name: 'what interrupts a title ends its viewing',
    file: 'src/core/session/reducer.ts',
    search: "return interrupt(isNoted ? watch : withPendingChange(watch, change), observation, 'ad', rules);",
    replace:
      "const ended = { ...watch, session: { ...session, crossed: true } } as TabWatch;\n  return interrupt(isNoted ? ended : withPendingChange(watch, change), observation, 'ad', rules);",
    needs: (steps) => has(steps, 'ad'),
  },
  {
    name: 'each of two tabs records the same title',
    file: 'src/background/recording/acquire-lease.ts',
    search: "return { ...held, observation: { ...observation, gate: 'other-tab' } };",
    replace: 'return held;',
    needs: (steps) => has(steps, 'second-tab') || follows(steps, ['private'], ['open']),
  },
  {
    name: 'a preview that repeats without sound is taken for the player',
    file: 'src/content/player/observe-page.ts',
    search: '!(video.muted && video.loop) &&',
    replace: '!(video.muted && video.loop && video.paused) &&',
    needs: (steps) => steps.some((step) => step.kind === 'beside' && step.isPreview),
  },
  {
    name: 'the smaller of two videos that play is taken for the player',
    file: 'src/content/player/observe-page.ts',
    search: 'return areaOf(video) + (video.paused ? 0 : 1e9);',
    replace: 'return (video.paused ? 0 : 1e9) - areaOf(video);',
    needs: (steps) => steps.some((step) => step.kind === 'beside' && !step.isPreview),
  },
];
