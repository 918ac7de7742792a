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
 * Why nothing is sent. `connecting`: the person has not agreed there yet. `unreachable`, `busy`, `failing`:
 * it is tried again. `refused`: the key or the address is not taken, so it waits for the person. `full`: the
 * account there has reached its limit. `unreadable`: the key of this tracker is another one now.
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
