import * as z from 'zod/mini';
import type { AccountView } from '../core/settings/account-view';
import type { Correction } from '../core/media/correction';
import type { Media } from '../core/media/media';
import type { ActivityEntry, OutboxView } from '../core/outbox/outbox-view';
import type { SiteView } from '../core/settings/site-state';
import type { LogEntry } from '../core/status/log-entry';
import type { TabView } from '../core/status/tab-view';
import type { PageFacts } from '../core/workbench/page-facts';
import {
  workbenchQuestion,
  type Bodies,
  type Pick,
  type Snapshot,
  type Submission,
  type Trial,
} from './workbench';
import {
  helloInput,
  pageWorldInput,
  endpointInput,
  reportInput,
  type HelloOutput,
  type ReportOutput,
} from './report';

/**
 * Border 1: every message between a context and the worker, as name → who may send it, what goes in, what comes out.
 * The transport (platform/transport) refuses anything else, before a handler sees it.
 */
export const messages = {
  // From content scripts.
  hello: frame(helloInput).answers<HelloOutput>(),
  report: frame(reportInput).answers<ReportOutput>(),
  endpoint: frame(endpointInput).answers<
    | { readonly value: unknown }
    | { readonly failed: string }
    | {
        readonly ask: readonly {
          readonly url: string;
          readonly method: 'GET' | 'POST';
          readonly headers: Readonly<Record<string, string>>;
          readonly body?: string;
        }[];
      }
  >(),
  'page-world': frame(pageWorldInput).answers<{ readonly value: unknown } | { readonly failed: string }>(),
  /** Puts the script for reading without a connector into the frame that asks; that it is there shows there. */
  'reading-aid': frame(z.strictObject({})).answers<null>(),

  // From the script of the workbench in a page whose draft is being tried: the same two, for that draft.
  'workbench.endpoint': frame(endpointInput).answers<
    | { readonly value: unknown }
    | { readonly failed: string }
    | {
        readonly ask: readonly {
          readonly url: string;
          readonly method: 'GET' | 'POST';
          readonly headers: Readonly<Record<string, string>>;
          readonly body?: string;
        }[];
      }
  >(),
  'workbench.page-world': frame(pageWorldInput).answers<
    { readonly value: unknown } | { readonly failed: string }
  >(),

  // From our own pages.
  'tab.view': page(z.strictObject({ tabId: id() })).answers<TabView>(),
  'tab.scrobble-now': page(z.strictObject({ tabId: id() })).answers<null>(),
  'tab.not-me': page(z.strictObject({ tabId: id(), undo: z.optional(z.boolean()) })).answers<null>(),

  'account.sign-in': page(z.strictObject({})).answers<AccountView>(),
  'account.cancel': page(z.strictObject({})).answers<AccountView>(),
  'account.sign-out': page(z.strictObject({})).answers<AccountView>(),
  /** From the page that shows the code, at the tracker's interval; asks only when it is time to. */
  'account.poll': page(z.strictObject({})).answers<null>(),
  'account.adopt-queue': page(z.strictObject({ send: z.boolean() })).answers<null>(),

  'settings.set': page(record()).answers<null>(),
  'sites.list': page(z.strictObject({})).answers<readonly SiteView[]>(),
  'sites.set': page(
    z.strictObject({
      siteId: text(64),
      enabled: z.optional(z.boolean()),
      hosts: z.optional(z.array(text(300)).check(z.maxLength(20))),
      overrides: z.optional(record()),
    }),
  ).answers<null>(),
  /** After permissions.request in a page: registers scripts and starts them in tabs that are open already. */
  'sites.refresh': page(z.strictObject({})).answers<null>(),

  'media.search': page(
    z.strictObject({
      type: z.enum(['movie', 'episode']),
      title: text(300),
      year: whole(1870, 2200),
      seasonNumber: whole(0, 9999),
      episodeNumber: whole(1, 99999),
    }),
  ).answers<readonly Media[]>(),
  'corrections.set': page(
    z.strictObject({
      /** Which item: that of a tab's session, or of an outbox entry. */
      of: z.union([z.strictObject({ tabId: id() }), z.strictObject({ outboxId: text(64) })]),
      scope: z.enum(['item', 'series']),
      media: mediaInput(),
      seasonOffset: whole(-999, 999),
      episodeOffset: whole(-99999, 99999),
    }),
  ).answers<Correction>(),
  'corrections.change': page(
    z.strictObject({
      id: text(64),
      media: z.optional(mediaInput()),
      seasonOffset: whole(-999, 999),
      episodeOffset: whole(-99999, 99999),
    }),
  ).answers<null>(),
  'corrections.remove': page(z.strictObject({ id: text(64) })).answers<null>(),
  /** Undo of `corrections.remove`: puts the very same record back. */
  'corrections.restore': page(z.strictObject({ correction: z.unknown() })).answers<null>(),

  'outbox.list': page(z.strictObject({})).answers<readonly OutboxView[]>(),
  'outbox.retry': page(z.strictObject({ id: z.optional(text(64)) })).answers<null>(),
  'outbox.accept': page(z.strictObject({ id: text(64) })).answers<null>(),
  'outbox.drop': page(z.strictObject({ id: text(64) })).answers<null>(),

  'activity.list': page(
    z.strictObject({ before: z.optional(z.int()), limit: z.int().check(z.minimum(1), z.maximum(5000)) }),
  ).answers<readonly ActivityEntry[]>(),
  'activity.clear': page(z.strictObject({})).answers<null>(),

  'log.list': page(
    z.strictObject({ before: z.optional(z.int()), limit: z.int().check(z.minimum(1), z.maximum(5000)) }),
  ).answers<readonly LogEntry[]>(),
  'log.clear': page(z.strictObject({})).answers<null>(),

  'tracker.dashboard': page(z.strictObject({})).answers<unknown>(),
  'tracker.widget': page(z.strictObject({ apiUrl: text(2000) })).answers<unknown>(),
  'tracker.channel': page(z.strictObject({ id: text(200) })).answers<unknown>(),

  /** Connectors of one's own: definitions that are enabled, as opposed to drafts, which are the options page's business. */
  'connectors.save': page(z.strictObject({ definition: z.unknown() })).answers<{ readonly id: string }>(),
  /** What the tracker knows of the connectors that this person submitted. */
  'connectors.submitted': page(z.strictObject({})).answers<unknown>(),
  'connectors.remove': page(z.strictObject({ id: text(64) })).answers<null>(),
  'connectors.submit': page(
    z.strictObject({
      name: text(100),
      domains: z.array(text(253)).check(z.minLength(1), z.maxLength(50)),
      definition: z.unknown(),
    }),
  ).answers<Submission>(),
  /** Asks the script in a tab. Nothing is sent to the tracker by it. */
  'workbench.ask': page(z.strictObject({ tabId: id(), question: workbenchQuestion })).answers<
    | { readonly kind: 'describe'; readonly facts: PageFacts }
    | { readonly kind: 'try'; readonly trial: Trial; readonly bodies?: Bodies }
    | { readonly kind: 'pick'; readonly pick: Pick }
    | { readonly kind: 'snapshot'; readonly snapshot: Snapshot }
  >(),

  /** Full backup without the token, versioned; and back. */
  'data.export': page(z.strictObject({})).answers<unknown>(),
  'data.import': page(z.strictObject({ backup: z.unknown() })).answers<null>(),
  'data.erase': page(z.strictObject({})).answers<null>(),
  'problem.report': page(z.strictObject({ titles: z.boolean() })).answers<string>(),
} as const;

export type Messages = typeof messages;
export type MessageName = keyof Messages;
export type MessageInput<Name extends MessageName> = z.input<Messages[Name]['input']>;
export type MessageOutput<Name extends MessageName> = Messages[Name] extends {
  readonly output?: infer Output;
}
  ? Exclude<Output, undefined>
  : never;

/** What the transport sends back. */
export type Answer<Output> =
  { readonly value: Output } | { readonly error: { readonly code: string; readonly message: string } };

/* oxlint-disable typescript/no-unnecessary-type-parameters -- `answers<Output>()` is how a message states what comes out; no value could carry it */

type Sender = 'frame' | 'page';

function frame<Input extends z.ZodMiniType>(input: Input) {
  return { answers: <Output>() => contract<'frame', Input, Output>('frame', input) };
}

function page<Input extends z.ZodMiniType>(input: Input) {
  return { answers: <Output>() => contract<'page', Input, Output>('page', input) };
}

function contract<From extends Sender, Input extends z.ZodMiniType, Output>(
  from: From,
  input: Input,
): { from: From; input: Input; output?: Output } {
  return { from, input };
}

function id() {
  return z.int().check(z.minimum(0));
}

function text(most: number) {
  return z.string().check(z.minLength(1), z.maxLength(most));
}

function whole(least: number, most: number) {
  return z.optional(z.int().check(z.minimum(least), z.maximum(most)));
}

function record() {
  return z.record(z.string().check(z.maxLength(40)), z.unknown());
}

function mediaInput() {
  return z.strictObject({
    type: z.enum(['movie', 'episode']),
    tmdbId: whole(1, 1e9),
    id: whole(1, 1e9),
    seasonNumber: whole(0, 99_999),
    episodeNumber: whole(1, 1e9),
    title: z.optional(z.string().check(z.maxLength(500))),
    seriesTitle: z.optional(z.string().check(z.maxLength(500))),
    year: z.optional(z.int()),
    posterUrl: z.optional(z.string().check(z.maxLength(2000))),
    url: z.optional(z.string().check(z.maxLength(2000))),
    runtime: z.optional(z.number().check(z.minimum(0))),
  });
}
