/** What happened. Contains no path, key, title or body, and no address except that of a refused sign-in. */
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
  /** Of the request: the response has it as `X-Request-Id`. */
  id?: string;
  method?: string;
  /** The pattern, such as `/media/movie/:id`. */
  route?: string;
  status?: number;
  ms?: number;
  /** Of the service itself, when it begins to listen. */
  url?: string;
  error?: unknown;
  /** Of an outage: requests of the last minute that were refused for the same reason. */
  count?: number;
}>;

export type ServiceLog = (entry: ServiceLogEntry) => void;
