import type { Context, Hono } from 'hono';
import { authenticated, signedInUser, type Access } from '../http/authenticate';
import type { Env, Service } from '../http/environment';
import { unauthorized, type ApiStatus } from '../http/api-error';
import type * as z from 'zod/mini';

/** Answers a request that may use the operation. `userId` is set unless the operation is public. */
export type Handler = (c: Context<Env>, service: Service) => Response | Promise<Response>;

/** An operation of the API (path, method, rights and formats) and its handler. */
export type Route = Readonly<{
  operation: Operation;
  handler: Handler;
}>;

export function route(operation: Operation, handler: Handler): Route {
  return { operation, handler };
}

export function mount(api: Hono<Env>, service: Service, { operation, handler }: Route): void {
  const { method, path, access, isForExtension } = operation;
  // One handler authenticates and answers: a separate middleware costs 2 % of an update's processor time.
  api.on(method, path, async (c) => {
    if (access === 'session') c.set('userId', await sessionOf(c, service));
    else if (access !== 'public')
      c.set('userId', await authenticated(c, service, { access, isForExtension }));
    return handler(c, service);
  });
}

async function sessionOf(c: Context<Env>, service: Service): Promise<string> {
  const user = await signedInUser(c, service);
  if (user === undefined || user.lacksPasskey) throw unauthorized();
  c.set('user', user);
  return user.id;
}

type Schema = z.ZodMiniType;

export type Parameter = Readonly<{
  name: string;
  about: string;
  /** JSON Schema. */
  schema: Readonly<Record<string, unknown>>;
  isRequired?: boolean;
}>;

/**
 * An operation of the API. The service mounts and describes it from this, and the tests check answers against
 * it.
 */
export type Operation = Readonly<{
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path in Hono's notation: `/lists/:id/items`. */
  path: string;
  summary: string;
  /** The operation is outside `/matinee`, but not part of API v1. */
  isOurs?: boolean;
  /** `public`: no key is required. `session`: the cookie of a signed-in person. */
  access: Access | 'public' | 'session';
  /** The browser extension uses it, so a key of the scope `extension` may call it. */
  isForExtension?: boolean;
  query?: Parameter[];
  body?: Schema;
  /** The body may be absent. */
  isBodyOptional?: boolean;
  /** The body may be a form. */
  takesForm?: boolean;
  /** Schema of the whole answer. */
  answer?: Schema;
  /** Schema of `data` in the success envelope. */
  data?: Schema;
  /** Schema of an entry: the answer is a page of entries with `pagination`. */
  page?: Schema;
  /** Status of a success; absent: 200. */
  success?: 201;
  /** Content types of a body that is a file. */
  files?: string[];
  /** Content types of an answer that is a file. */
  download?: string[];
  /** Fields of a documented body or answer that API v1 does not have. */
  ours?: string[];
  /** Error statuses besides those that follow from key, body and query. */
  refusals?: ApiStatus[];
  /** The answer may be 304 without a body. */
  mayBeUnchanged?: boolean;
}>;

/** Path of the operations that only this service has, so that API v1 can grow beside them. */
export const OWN = '/matinee';

/** Whether the operation is missing in the documents of API v1. */
export function isOurs({ path, isOurs: isMarked = path.startsWith(`${OWN}/`) || path === OWN }: Operation) {
  return isMarked;
}

/** The path as OpenAPI writes it: `/lists/{id}/items`. */
export function describedPath({ path }: Pick<Operation, 'path'>): string {
  return path.replaceAll(PATH_PARAMETER, '{$1}');
}

/** Names and patterns of the parameters in the path. */
export function pathParameters({ path }: Operation): { name: string; pattern: string | undefined }[] {
  return [...path.matchAll(PATH_PARAMETER)].map(([, name = '', pattern]) => ({ name, pattern }));
}

const PATH_PARAMETER = /:(\w+)(?:\{([^}]+)\})?/g;

/** Every status that an operation may answer with, except its success. */
export function refusalsOf(operation: Operation): ApiStatus[] {
  const { access, body, files, query, page, refusals = [] } = operation;
  const statuses = new Set<ApiStatus>([...refusals, 500, 503]);
  if (access !== 'public') for (const status of [401, 403] as const) statuses.add(status);
  if (body !== undefined || files !== undefined)
    for (const status of [400, 413, 415] as const) statuses.add(status);
  if (query !== undefined || page !== undefined) statuses.add(400);
  return [...statuses].sort((a, b) => a - b);
}
