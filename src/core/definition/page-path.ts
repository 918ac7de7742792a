/**
 * The path of a page-world reader, such as
 * `netflix.appContext.state.player.getState().sessions[*].currentTime`. It consists of names, `["text"]`,
 * `[0]`, `[*]` (the first value) and getters without arguments; nothing else is ever called.
 */
export type PagePath = readonly PageStep[];

export type PageStep = Readonly<{ get: string }> | Readonly<{ call: string }> | Readonly<{ first: true }>;

const MAXIMUM_LENGTH = 300;
const MAXIMUM_STEPS = 20;

/** Undefined when the text is not such a path. */
export function parsePagePath(text: string): PagePath | undefined {
  if (text.length > MAXIMUM_LENGTH) return undefined;
  const steps: PageStep[] = [];
  const token = /(?:^|\.)([A-Za-z_$][\w$]*)(\(\))?|\[(?:(\d{1,4})|(\*)|"([^"\\]*)"|'([^'\\]*)')\]/y;
  while (token.lastIndex < text.length) {
    const match = token.exec(text);
    const step = match === null || steps.length === MAXIMUM_STEPS ? undefined : toStep(match);
    if (step === undefined) return undefined;
    steps.push(step);
  }
  return steps.length === 0 ? undefined : steps;
}

function toStep([, name, call, index, all, double, single]: RegExpExecArray): PageStep | undefined {
  if (all !== undefined) return { first: true };
  const key = name ?? index ?? double ?? single;
  if (key === undefined || FORBIDDEN.has(key)) return undefined;
  if (call === undefined) return { get: key };
  return GETTER.test(key) ? { call: key } : undefined;
}

/** These names lead to the prototype. */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);
const GETTER = /^(get|is|has)[A-Z]\w*$/;
