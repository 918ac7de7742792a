import type * as z from 'zod/mini';
import type { ApiStatus } from '../../http/api-error';
import type { Access } from '../../http/authenticate';

type Schema = z.ZodMiniType;

export interface Parameter {
  readonly name: string;
  readonly about: string;
  /** JSON Schema. */
  readonly schema: Readonly<Record<string, unknown>>;
}

/** An operation of the API: what is mounted, what is described, and what the tests check answers against. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** As the router takes it: `/history/:id`. */
  readonly path: string;
  readonly summary: string;
  /** Whether the description of API v1 contains it. */
  readonly isDocumented: boolean;
  /** `public`: no key is required. */
  readonly access: Access | 'public';
  readonly query?: readonly Parameter[];
  readonly body?: Schema;
  /** The body may be a form. */
  readonly takesForm?: boolean;
  /** The whole answer. */
  readonly answer?: Schema;
  /** `data` of the success envelope. */
  readonly data?: Schema;
  /** Types of a body that is a file. */
  readonly files?: readonly string[];
  /** Types of an answer that is a file. */
  readonly download?: readonly string[];
  /** Fields of a documented body or answer that are ours. */
  readonly ours?: readonly string[];
  /** Statuses beside those that follow from key, body and query. */
  readonly refusals?: readonly ApiStatus[];
}

/** The path as OpenAPI writes it: `/history/{id}`. */
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
  const { access, body, files, query, refusals = [] } = operation;
  const statuses = new Set<ApiStatus>([...refusals, 500, 503]);
  if (access !== 'public') for (const status of [401, 403] as const) statuses.add(status);
  if (body !== undefined || files !== undefined)
    for (const status of [400, 413, 415] as const) statuses.add(status);
  if (query !== undefined) statuses.add(400);
  return [...statuses].sort((a, b) => a - b);
}
