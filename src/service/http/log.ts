import type { Context } from 'hono';
import { matchedRoutes } from 'hono/route';
import { UnavailableError } from '../store/engine/database';
import { groupOutages } from './group-outages';
import type { ServiceLog, ServiceLogEntry } from './log-entry';

/** `text`: faults, for people. `json`: a line of JSON for each request and fault, for programs. */
export type LogFormat = 'text' | 'json';

export function isLogFormat(text: string): text is LogFormat {
  return text === 'text' || text === 'json';
}

export function createLog(format: LogFormat, write: (line: string) => void, now: () => number): ServiceLog {
  return groupOutages(createWriter(format, write, now));
}

function createWriter(format: LogFormat, write: (line: string) => void, now: () => number): ServiceLog {
  if (format === 'text')
    return (entry) => {
      const { level, event, address } = entry;
      if (level === 'error') write(toText(entry));
      else if (event === 'sign-in-refused')
        write(`${new Date(now()).toISOString()} Sign-in refused from ${address ?? ''}`);
    };
  return ({ error, level, event, ...fields }) => {
    const time = new Date(now()).toISOString();
    const described = error === undefined ? {} : { error: describeError(error) };
    write(JSON.stringify({ time, level, event, ...fields, ...described }));
  };
}

function toText({ event, method, route, id, error, count }: ServiceLogEntry): string {
  const { name, message, stack } = describeError(error);
  const what = method === undefined ? event : `${method} ${route ?? ''} (${id ?? ''})`;
  const more = count === undefined ? '' : ` (${String(count)} more in a minute)`;
  return [`${what}: ${name}: ${message}${more}`, ...stack].join('\n');
}

/** Messages of engines and parsers quote their input. */
const QUOTED = /"[^"]*"|'[^']*'|`[^`]*`|"[^"]*$/g;

function describeError(error: unknown) {
  if (!(error instanceof Error)) return { name: 'Error', message: '', stack: [] };
  // During an outage the stack says nothing useful.
  const stack = error instanceof UnavailableError ? '' : error.stack;
  const frames = stack?.split('\n').filter((line) => /^ {4}at /.test(line)) ?? [];
  return { name: error.name, message: error.message.replaceAll(QUOTED, '"…"'), stack: frames };
}

/** The pattern of the operation or page that a request is for; `*`: there is none. */
export function routeOf(c: Context): string {
  return matchedRoutes(c).find(({ path }) => !path.endsWith('*'))?.path ?? '*';
}
