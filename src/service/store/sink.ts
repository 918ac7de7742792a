export const sinkKinds = [
  'trakt',
  'simkl',
  'mdblist',
  'anilist',
  'mal',
  'jellyfin',
  'ryot',
  'api-v1',
  'webhook',
] as const;
export type SinkKind = (typeof sinkKinds)[number];

/**
 * Why nothing is sent.
 * - Tried again without the person: `unreachable` (no answer), `busy` (the other tracker asks to wait),
 *   `failing` (it answers with an error).
 * - Waits for the person: `connecting` (they have not agreed there yet), `refused` (the other tracker does
 *   not take the key or the address), `full` (the account there has reached its limit), `unreadable` (the
 *   encryption key of this tracker has changed, so the stored address and secret cannot be decrypted).
 */
export type SinkTrouble =
  'connecting' | 'unreachable' | 'busy' | 'failing' | 'refused' | 'full' | 'unreadable';

/**
 * Another tracker to which a person's viewings are sent. Address and secret are as sensitive as a password.
 */
export type Sink = Readonly<{
  userId: string;
  id: string;
  kind: SinkKind;
  address: string;
  /** A key, or an account as JSON (`readAccount`). Empty if the address is the secret. */
  secret: string;
  /** Viewings and ratings from this time on are sent. Milliseconds since 1970. */
  since: number;
  /** The range of the past that the person wants sent, `pastTo` excluded; `null`: none. */
  pastFrom: number | null;
  pastTo: number | null;
  trouble: SinkTrouble | null;
  /** Failures in a row. */
  failures: number;
  /** The time of the next delivery; `null`: the sink waits for the person. */
  nextAt: number | null;
  /** The time of the next pull; `null`: pulls are off, as for each new sink. */
  pullAt: number | null;
  /** How far the last pull has read, in the format of the sink's client; `null`: no pull yet. */
  pullCursor: string | null;
  /** The import of the last pull, until it is in the history. */
  pullImport: string | null;
  /** The time of the last pull. While pulls are off: until when the other tracker asks to wait. */
  pulledAt: number | null;
  pullTrouble: Exclude<SinkTrouble, 'connecting'> | null;
  pullFailures: number;
}>;

export type NewSink = Pick<Sink, 'kind' | 'address' | 'secret'> & Partial<Pick<Sink, 'trouble'>>;
