import type * as z from 'zod/mini';
import type { Sender } from '../../platform/messaging/message-router';
import type { MessageName, MessageOutput, Messages } from '../../protocol/messages/messages';
import type { AppContext } from '../context/context';
import type { RunExclusive } from '../context/mutex';

/** What may follow a handler, outside of the lock. */
export type Jobs = Readonly<{
  /** Sends what is due, without holding up an answer. */
  deliverSoon: () => void;
  /** Revokes the tokens of earlier sign-ins, without holding up an answer. */
  revokeSoon: () => void;
  /** Brings scripts, views and icons in line with access, sites and settings. */
  refreshSites: () => Promise<void>;
  /** Brings views and icons up to date. */
  refreshViews: () => Promise<void>;
  /** Ends what is shown of a tab, unless a page that is recorded has begun in it. */
  pageChanged: (tabId: number) => void;
}>;

type Input<Name extends MessageName> = z.output<Messages[Name]['input']>;

/** A handler of a message whose answer is `null` returns nothing. */
type HandlerResult<Name extends MessageName> = [MessageOutput<Name>] extends [null]
  ? void
  : MessageOutput<Name>;

/** Only where delivery may be skipped after the message (see `Undelivered`). */
type Skippable<Name extends MessageName> = Messages[Name]['effect'] extends 'write-and-deliver'
  ? Undelivered<HandlerResult<Name>>
  : never;

/**
 * Answers one message; under the lock where the message declares that it writes. `runExclusive`: the lock,
 * for an `exchange` that stores what others write too, after it has waited.
 */
type Run<Name extends MessageName> = (
  context: AppContext,
  input: Input<Name>,
  sender: Sender,
  runExclusive: RunExclusive,
) => Promise<HandlerResult<Name> | Skippable<Name>>;

/** A handler with steps outside of the lock. */
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

/** The answer of a `write-and-deliver` message that stored nothing to send: no delivery is started. */
export class Undelivered<Value> {
  constructor(readonly value: Value) {}
}
