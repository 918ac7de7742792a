import type { Context } from 'hono';
import { matchedRoutes } from 'hono/route';
import { UnavailableError } from '../store/engine/database';
import { groupOutages } from './group-outages';

/** `text`: faults, for people. `json`: a line of JSON for each request and fault, for programs. */
export type LogFormat = 'text' | 'json';

/** What happened. Contains no path, key, title, body or address. */
export interface LogEntry {
  readonly level: 'info' | 'error';
  readonly event: 'listening' | 'request' | 'fault' | 'import' | 'recount' | 'search';
  /** Of the request: the response has it as `X-Request-Id`. */
  readonly id?: string;
  readonly method?: string;
  /** The pattern, such as `/media/movie/:id`. */
  readonly route?: string;
  readonly status?: number;
  readonly ms?: number;
  /** Of the service itself, when it begins to listen. */
  readonly url?: string;
  readonly error?: unknown;
  /** Of an outage: requests of the last minute that were refused for the same reason. */
  readonly count?: number;
}

export type Log = (entry: LogEntry) => void;

export function isLogFormat(text: string): text is LogFormat {
  return text === 'text' || text === 'json';
}

export function createLog(format: LogFormat, write: (line: string) => void, now: () => number): Log {
  return groupOutages(createWriter(format, write, now));
}

function createWriter(format: LogFormat, write: (line: string) => void, now: () => number): Log {
  if (format === 'text') return (entry) => entry.level === 'error' && write(toText(entry));
  return ({ error, level, event, ...fields }) => {
    const time = new Date(now()).toISOString();
    const described = error === undefined ? {} : { error: describeError(error) };
    write(JSON.stringify({ time, level, event, ...fields, ...described }));
  };
}

function toText({ event, method, route, id, error, count }: LogEntry): string {
  const { name, message, stack } = describeError(error);
  const what = method === undefined ? event : `${method} ${route ?? ''} (${id ?? ''})`;
  const more = count === undefined ? '' : ` (${String(count)} more in a minute)`;
  return [`${what}: ${name}: ${message}${more}`, ...stack].join('\n');
}

/** Messages of engines and parsers quote what they were given. */
const QUOTED = /"[^"]*"|'[^']*'|`[^`]*`|"[^"]*$/g;

function describeError(error: unknown) {
  if (!(error instanceof Error)) return { name: 'Error', message: '', stack: [] };
  // Where an outage was met says nothing about it.
  const stack = error instanceof UnavailableError ? '' : error.stack;
  const frames = stack?.split('\n').filter((line) => /^ {4}at /.test(line)) ?? [];
  return { name: error.name, message: error.message.replaceAll(QUOTED, '"…"'), stack: frames };
}

/** The pattern of the operation or page that a request is for; `*`: there is none. */
export function routeOf(c: Context): string {
  return matchedRoutes(c).find(({ path }) => !path.endsWith('*'))?.path ?? '*';
}
