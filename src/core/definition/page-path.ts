/**
 * Where a page-world reader looks: `netflix.appContext.state.player.getState().sessions[*].currentTime`.
 * Names, `["text"]`, `[0]`, `[*]` (the first value) and getters without arguments. Nothing else is ever called.
 */
export type PagePath = readonly PageStep[];

export type PageStep = { readonly get: string } | { readonly call: string } | { readonly first: true };

/** Undefined when the text is no such path. */
export function parsePagePath(text: string): PagePath | undefined {
  if (text.length > 300) return undefined;
  const steps: PageStep[] = [];
  const token = /(?:^|\.)([A-Za-z_$][\w$]*)(\(\))?|\[(?:(\d{1,4})|(\*)|"([^"\\]*)"|'([^'\\]*)')\]/y;
  while (token.lastIndex < text.length) {
    const match = token.exec(text);
    if (match === null || steps.length === 20) return undefined;
    const [, name, call, index, all, double, single] = match;
    const key = name ?? index ?? double ?? single;
    if (all !== undefined) steps.push({ first: true });
    else if (key === undefined || forbidden.has(key)) return undefined;
    else if (call === undefined) steps.push({ get: key });
    else if (getter.test(key)) steps.push({ call: key });
    else return undefined;
  }
  return steps.length === 0 ? undefined : steps;
}

const forbidden = new Set(['__proto__', 'constructor', 'prototype']);
const getter = /^(get|is|has)[A-Z]\w*$/;
