/** What happened. Contains no path, key, title or body, and no address but that of a refused sign-in. */
export interface ServiceLogEntry {
  readonly level: 'info' | 'error';
  readonly event:
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
  readonly address?: string;
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

export type ServiceLog = (entry: ServiceLogEntry) => void;
