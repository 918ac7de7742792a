/** An answer that is not a success, on its way to the one place that writes the error record. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: ApiStatus;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: ApiStatus,
    code: string,
    message: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

export type ApiStatus = 400 | 401 | 403 | 404 | 405 | 413 | 415 | 429 | 500 | 502;

/** Documented: 400 `VALIDATION_ERROR`; the message states which field is wrong. */
export function invalid(message: string): ApiError {
  return new ApiError(400, 'VALIDATION_ERROR', message);
}

/** Documented: 401 `UNAUTHORIZED`. */
export function unauthorized(): ApiError {
  return new ApiError(
    401,
    'UNAUTHORIZED',
    'API key missing or invalid: send it as x-api-key or as Authorization: Bearer',
    {
      'WWW-Authenticate': 'Bearer',
    },
  );
}

/** Ours: 404 `NOT_FOUND`. */
export function notFound(message: string): ApiError {
  return new ApiError(404, 'NOT_FOUND', message);
}

/** Ours: 429 `RATE_LIMITED`; `waitMs` becomes Retry-After in whole seconds. */
export function rateLimited(message: string, waitMs: number): ApiError {
  return new ApiError(429, 'RATE_LIMITED', message, {
    'Retry-After': String(Math.max(1, Math.ceil(waitMs / 1000))),
  });
}
