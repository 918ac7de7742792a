import type { Context } from 'hono';
import { matchedRoutes } from 'hono/route';
import { UnavailableError } from '../store/engine/database';

/** `text`: errors and refused sign-ins, for people. `json`: a line of JSON for each entry, for programs. */
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

/**
 * Quoted parts of an error's message. Engines and parsers quote their input there, which the log must not
 * contain.
 */
const QUOTED = /"[^"]*"|'[^']*'|`[^`]*`|"[^"]*$/g;

function describeError(error: unknown) {
  if (!(error instanceof Error)) return { name: 'Error', message: '', stack: [] };
  // The stack of an outage tells nothing.
  const stack = error instanceof UnavailableError ? '' : error.stack;
  const frames = stack?.split('\n').filter((line) => /^ {4}at /.test(line)) ?? [];
  return { name: error.name, message: error.message.replaceAll(QUOTED, '"…"'), stack: frames };
}

/** The route pattern that a request matches; `*` if there is none. */
export function routeOf(c: Context): string {
  return matchedRoutes(c).find(({ path }) => !path.endsWith('*'))?.path ?? '*';
}

/**
 * An entry of the log. It contains no path, key, title or body, and no network address except that of a
 * refused sign-in.
 */
export type ServiceLogEntry = Readonly<{
  level: 'info' | 'error';
  event:
    | 'listening'
    | 'request'
    | 'fault'
    | 'damage'
    | 'import'
    | 'relay'
    | 'recount'
    | 'search'
    | 'sign-in-refused'
    | 'list-refused';
  /** Network address of a refused sign-in, with `--log-refused` only. */
  address?: string;
  /** Id of the request, which the response has as `X-Request-Id`. */
  id?: string;
  method?: string;
  /** Route pattern, such as `/media/movie/:id`. */
  route?: string;
  status?: number;
  ms?: number;
  /** Address of the service itself, when it begins to listen. */
  url?: string;
  error?: unknown;
  /** Number of requests that failed for the same reason in the last minute of an outage. */
  count?: number;
}>;

export type ServiceLog = (entry: ServiceLogEntry) => void;

/** Interval in which a lasting outage is logged: 1 min. */
const STEP_MS = 60_000;

/**
 * Groups the errors of an outage. While the database is away or the disk is full, every request fails in the
 * same way. The first failure is logged, then the number of the others once a minute. A minute without
 * failures ends the outage.
 */
function groupOutages(log: ServiceLog): ServiceLog {
  /** Outages by error message. There are only as many as the engines have error codes. */
  const outages = new Map<string, { count: number }>();
  const follow = (message: string, entry: ServiceLogEntry): void => {
    const timer = setTimeout(() => {
      const count = outages.get(message)?.count ?? 0;
      outages.delete(message);
      if (count === 0) return;
      log({ level: entry.level, event: entry.event, error: entry.error, count });
      follow(message, entry);
    }, STEP_MS);
    timer.unref();
    outages.set(message, { count: 0 });
  };
  return (entry) => {
    if (!(entry.error instanceof UnavailableError)) return log(entry);
    const { message } = entry.error;
    const outage = outages.get(message);
    if (outage !== undefined) outage.count += 1;
    else {
      log(entry);
      follow(message, entry);
    }
    return undefined;
  };
}
