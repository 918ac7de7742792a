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

/** Another tracker that a person's viewings are sent to. Address and secret are as good as a password. */
export type Sink = Readonly<{
  userId: string;
  id: string;
  kind: SinkKind;
  address: string;
  /** A key, or what `readAccount` reads. Empty where the address is the secret. */
  secret: string;
  /** Viewings and ratings from this time on, in milliseconds since 1970. */
  since: number;
  /** The past that was asked for, its end not included; `null`: none. */
  pastFrom: number | null;
  pastTo: number | null;
  trouble: SinkTrouble | null;
  /** Failures in a row. */
  failures: number;
  /** When it is looked at next; null: not before the person says so. */
  nextAt: number | null;
  /** When it is asked next what was watched there; null: never, which is how each one begins. */
  pullAt: number | null;
  /** How far it was read, in the words of its client; null: not yet. */
  pullCursor: string | null;
  /** The import of what it was asked for last, until that is in the history. */
  pullImport: string | null;
  /** When it was read last; while it is turned off, until when the other side asked to wait. */
  pulledAt: number | null;
  pullTrouble: Exclude<SinkTrouble, 'connecting'> | null;
  pullFailures: number;
}>;

export type NewSink = Pick<Sink, 'kind' | 'address' | 'secret'> & Partial<Pick<Sink, 'trouble'>>;
