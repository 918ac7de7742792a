import { beginSession } from './begin-session';
import type { Observation } from './observation';
import type { Session } from './session';
import { interruptedWatch, watching, type TabWatch } from './tab-watch';
import { unchanged, type Rules, type Transition } from './transition';

/** Records the current title as watched, past every threshold and gate, because the user asks for it. */
export function recordNow(watch: TabWatch, observation: Observation, rules: Rules): Transition {
  const session = sessionToRecord(watch, observation, rules);
  if (session === undefined || session.crossed) return unchanged(watch);
  const duration = Math.max(1, Math.round(session.playback.duration));
  const update = { sessionId: session.id, cause: 'asked', duration, at: rules.now } as const;
  // A title that was watched before counts again only if a position below 90 % comes first.
  const start = session.lastSent === undefined ? [{ ...update, position: 0, crossing: false }] : [];
  const recorded: Session = {
    ...session,
    crossed: true,
    lastSent: { position: duration, at: observation.at },
  };
  const isInterrupted = watch.phase === 'interrupted' && watch.session.id === session.id;
  return {
    watch: isInterrupted ? interruptedWatch(recorded) : watching(recorded),
    updates: [...start, { ...update, position: duration, crossing: true }],
  };
}

function sessionToRecord({ session }: TabWatch, observation: Observation, rules: Rules): Session | undefined {
  const { reading, playback } = observation;
  if (session?.identity === reading?.identity) return session;
  if (reading === undefined || playback === undefined) return undefined;
  return beginSession(observation, reading, playback, rules);
}
