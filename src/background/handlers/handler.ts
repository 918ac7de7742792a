import type * as z from 'zod/mini';
import type { Sender } from '../../platform/messaging/message-router';
import type { MessageName, MessageOutput, Messages } from '../../protocol/messages/messages';
import type { AppContext, RunExclusive } from '../context/context';

/** Work that may follow a handler, outside the lock. */
export type Jobs = Readonly<{
  /** Sends due entries, without delaying an answer. */
  deliverSoon: () => void;
  /** Revokes the tokens of earlier sign-ins, without delaying an answer. */
  revokeSoon: () => void;
  /** Updates scripts, views and icons after a change of access, sites or settings. */
  refreshSites: () => Promise<void>;
  /** Brings views and icons up to date. */
  refreshViews: () => Promise<void>;
  /** Ends what is shown of a tab, unless a recorded page has begun in it. */
  pageChanged: (tabId: number) => void;
}>;

type Input<Name extends MessageName> = z.output<ReturnType<Messages[Name]['input']>>;

/** A handler whose message has the answer `null` returns nothing. */
type HandlerResult<Name extends MessageName> = [MessageOutput<Name>] extends [null]
  ? void
  : MessageOutput<Name>;

/** Only where delivery may be skipped after the message (see `Undelivered`). */
type Skippable<Name extends MessageName> = Messages[Name]['effect'] extends 'write-and-deliver'
  ? Undelivered<HandlerResult<Name>>
  : never;

/**
 * Answers one message, under the lock if the message declares that it writes. `runExclusive`: the lock, for
 * an `exchange` that waits and then stores shared data.
 */
type Run<Name extends MessageName> = (
  context: AppContext,
  input: Input<Name>,
  sender: Sender,
  runExclusive: RunExclusive,
) => Promise<HandlerResult<Name> | Skippable<Name>>;

/** A handler with steps outside the lock. */
type Phases<Name extends MessageName> = Readonly<{
  /** Before the lock is requested. */
  before?: (input: Input<Name>) => Promise<void>;
  run: Run<Name>;
  /** After the lock is released, and before the answer is sent. */
  after?: (jobs: Jobs, input: Input<Name>, result: HandlerResult<Name>, sender: Sender) => Promise<void>;
}>;

type MessageHandler<Name extends MessageName> = Run<Name> | Phases<Name>;

/** One handler for each message of an area. */
export type HandlersOf<Area extends Partial<Messages>> = {
  readonly [Name in keyof Area & MessageName]: MessageHandler<Name>;
};

/** The answer of a `write-and-deliver` message that stored nothing to send, so no delivery starts. */
export class Undelivered<Value> {
  constructor(readonly value: Value) {}
}
