/**
 * `unreachable`: no answer, or an unreadable one. `busy`: the film database asks to wait, or too many
 * questions wait. `spent`: the question's allowance is used up.
 */
export type CatalogueErrorCode = 'unreachable' | 'busy' | 'spent';

export interface CatalogueErrorOptions extends ErrorOptions {
  /** Milliseconds after which the question can be repeated. */
  readonly retryAfterMs?: number;
}

/** The catalogue cannot look up anything. */
export class CatalogueError extends Error {
  override readonly name = 'CatalogueError';
  readonly code: CatalogueErrorCode;
  readonly retryAfterMs: number | undefined;

  constructor(
    code: CatalogueErrorCode,
    message: string,
    { retryAfterMs, ...options }: CatalogueErrorOptions = {},
  ) {
    super(message, options);
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}
