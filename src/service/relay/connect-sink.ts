import type { Sink, SinkKind } from '../store/sink';
import { ANILIST_ADDRESS } from './anime-lists';
import { MAL_ADDRESS } from './mal';
import { MDBLIST_ADDRESS } from './mdblist';
import type { RelayContext } from './relay-context';
import { readAccount, writeAccount, type ConnectStep, type SinkAccount } from './sink-account';
import type { Via } from './sink-request';
import { SIMKL_ADDRESS, pollSimkl, startSimkl } from './simkl';
import { TRAKT_ADDRESS, pollTrakt, startTrakt } from './trakt';

/** The addresses of trackers with a single address for everybody. */
export const serviceAddresses: Partial<Readonly<Record<SinkKind, string>>> = {
  trakt: TRAKT_ADDRESS,
  simkl: SIMKL_ADDRESS,
  mdblist: MDBLIST_ADDRESS,
  anilist: ANILIST_ADDRESS,
  mal: MAL_ADDRESS,
};

type StartCode = (
  via: Via,
  address: string,
  client: Pick<SinkAccount, 'clientId' | 'clientSecret'>,
) => Promise<SinkAccount | undefined>;
type PollCode = (via: Via, address: string, account: SinkAccount) => Promise<ConnectStep>;

/** The requests to a tracker at which the person enters a code. */
type CodeFlow = Readonly<{
  start: StartCode;
  poll: PollCode;
}>;
const CODES: Partial<Readonly<Record<SinkKind, CodeFlow>>> = {
  trakt: { start: startTrakt, poll: pollTrakt },
  simkl: { start: startSimkl, poll: pollSimkl },
};

/**
 * Requests a code that the person enters at the other tracker, and returns the account with it. `undefined`:
 * the client id is refused, there is no answer, or this kind of sink has no codes.
 */
export async function askForCode(
  via: Via,
  kind: SinkKind,
  { address, ...client }: Pick<SinkAccount, 'clientId' | 'clientSecret'> & Readonly<{ address: string }>,
): Promise<SinkAccount | undefined> {
  return CODES[kind]?.start(via, address, client).catch(() => undefined);
}

/** Polls whether the person has entered the code. If it has expired, the sink waits for the person. */
export async function pollSink(
  { store, now }: Pick<RelayContext, 'store' | 'now'>,
  via: Via,
  sink: Sink,
): Promise<void> {
  const { relay } = store;
  const step = await askOnce(via, sink);
  if (step.kind === 'ended') return relay.note(sink, { trouble: 'refused', failures: 0, nextAt: null });
  if (step.kind === 'waiting') return relay.note(sink, { ...sink, nextAt: now() + step.interval });
  await relay.saveSecret(sink, writeAccount(step.account));
  return relay.note(sink, { trouble: null, failures: 0, nextAt: now() });
}

const LATER_MS = 10_000;

async function askOnce(via: Via, sink: Sink): Promise<ConnectStep> {
  const account = readAccount(sink.secret);
  const poll = CODES[sink.kind]?.poll;
  if (poll === undefined || account === undefined) return { kind: 'ended' };
  return poll(via, sink.address, account).catch(() => ({ kind: 'waiting', interval: LATER_MS }));
}
