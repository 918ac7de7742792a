import type * as z from 'zod/mini';
import type { ApiStatus } from '../../http/api-error';
import type { Access } from '../../http/authenticate';

type Schema = z.ZodMiniType;

export interface Parameter {
  readonly name: string;
  readonly about: string;
  /** JSON Schema. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly isRequired?: boolean;
}

/** An operation of the API: what is mounted, what is described, and what the tests check answers against. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** As the router takes it: `/lists/:id/items`. */
  readonly path: string;
  readonly summary: string;
  /** Outside of `/matinee` and still not of API v1. */
  readonly isOurs?: boolean;
  /** `public`: no key is required. `session`: the cookie of a person who is signed in. */
  readonly access: Access | 'public' | 'session';
  /** The browser extension asks it, so a key of the scope `extension` may. */
  readonly isForExtension?: boolean;
  readonly query?: readonly Parameter[];
  readonly body?: Schema;
  /** The body may be absent. */
  readonly isBodyOptional?: boolean;
  /** The body may be a form. */
  readonly takesForm?: boolean;
  /** The whole answer. */
  readonly answer?: Schema;
  /** `data` of the success envelope. */
  readonly data?: Schema;
  /** The answer is a page of these, with `pagination`. */
  readonly page?: Schema;
  /** 200 when absent. */
  readonly success?: 201;
  /** Types of a body that is a file. */
  readonly files?: readonly string[];
  /** Types of an answer that is a file. */
  readonly download?: readonly string[];
  /** Fields of a documented body or answer that are ours. */
  readonly ours?: readonly string[];
  /** Statuses beside those that follow from key, body and query. */
  readonly refusals?: readonly ApiStatus[];
  /** The answer may be 304 without a body. */
  readonly mayBeUnchanged?: boolean;
}

/** Operations of this service lie under this path, so that API v1 can grow beside them. */
export const OWN = '/matinee';

/** Whether the documents of API v1 leave the operation out. */
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
