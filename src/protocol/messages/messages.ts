import type * as z from 'zod/mini';
import { accountMessages, trackerMessages } from './account';
import { dataMessages, settingsMessages, storedMessages } from './data';
import { pageRequestMessages, recordingMessages } from './recording';
import { reviewMessages } from './review';
import { connectorMessages, workbenchMessages } from './workbench';

/**
 * Every message between another context and the worker: name → sender, effect, input and answer, in one file
 * per area. The router (platform/messaging/message-router) refuses anything else before a handler runs.
 */
export const messages = {
  ...recordingMessages,
  ...pageRequestMessages,
  ...accountMessages,
  ...trackerMessages,
  ...settingsMessages,
  ...reviewMessages,
  ...connectorMessages,
  ...workbenchMessages,
  ...dataMessages,
  ...storedMessages,
} as const;

export type Messages = typeof messages;
export type MessageName = keyof Messages;
export type MessageInput<Name extends MessageName> = z.input<ReturnType<Messages[Name]['input']>>;
export type MessageOutput<Name extends MessageName> = Messages[Name] extends {
  readonly output?: infer Output;
}
  ? Exclude<Output, undefined>
  : never;

/** What the worker answers to any message. */
export type Answer<Output> =
  Readonly<{ value: Output }> | Readonly<{ error: Readonly<{ code: string; message: string }> }>;
