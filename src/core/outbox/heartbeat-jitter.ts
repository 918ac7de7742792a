/**
 * The interval of one session: 100 to 120 % of the setting, fixed by the session's id, so that a million people who
 * started the same premiere at the same minute do not report in the same second for two hours. Never less than the
 * setting: that is the pace which the tracker's documentation allows.
 */
export function jitteredInterval(seconds: number, sessionId: string): number {
  return seconds * (1 + 0.2 * unit(sessionId));
}

/** 0 to 1, the same for the same text (FNV-1a). */
function unit(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash >>> 0) / 0x1_0000_0000;
}
