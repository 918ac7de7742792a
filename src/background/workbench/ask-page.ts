import * as z from 'zod/mini';
import { itemKey } from '../../core/media/item-key';
import { isReadable, type Item } from '../../core/media/item';
import type { Media } from '../../core/media/media';
import { correctedMedia } from '../../core/media/apply-correction';
import type { PageFacts } from '../../core/workbench/page-facts';
import { statedMedia } from '../../core/media/stated-media';
import { askPicker } from '../../platform/messaging/picker-channel';
import { storageItem } from '../../platform/storage/storage-item';
import { correctionsStore } from '../../platform/storage/stores';
import { readDefinition, type Definition } from '../../protocol/definition';
import { checkDefinition } from '../../protocol/definition/check';
import type { MessageOutput } from '../../protocol/messages';
import {
  pageFactsSchema,
  pickSchema,
  snapshotSchema,
  trialSchema,
  type Bodies,
  type Trial,
  type WorkbenchQuestion,
} from '../../protocol/workbench';
import { resolveRequest } from '../../tracker/resolve-request';
import { scrobbleInput } from '../../tracker/scrobble-input';
import { trackerUrl } from '../account/account';
import { HandlerError } from '../context/handler-error';
import type { AppContext } from '../context/context';
import { defined } from '../../core/values/defined';

type PageQuery = MessageOutput<'workbench.ask'>;

/** Asks the script in a tab for the workbench, and believes of its answer only what fits. Sends nothing to the tracker. */
export async function askWorkbench(
  context: AppContext,
  tabId: number,
  question: WorkbenchQuestion,
): Promise<PageQuery> {
  const asked =
    'definition' in question
      ? { ...question, definition: requireValidDefinition(question.definition) }
      : question;
  if (asked.kind === 'try' || asked.kind === 'snapshot') await trialStore(tabId).set(asked.definition);
  const answer = await ask(tabId, asked);
  switch (asked.kind) {
    case 'describe':
      return { kind: 'describe', facts: parseAnswer(pageFactsSchema, answer) as PageFacts };
    case 'try': {
      const trial = parseAnswer(trialSchema, answer);
      const bodies = await bodiesOf(context, trial);
      return { kind: 'try', trial, ...defined({ bodies }) };
    }
    case 'pick':
    case 'picked':
    case 'leave':
      return { kind: 'pick', pick: parseAnswer(pickSchema, answer) };
    case 'snapshot':
      return { kind: 'snapshot', snapshot: parseAnswer(snapshotSchema, answer) };
  }
}

/** The draft that is being tried in a tab; its script may ask for this one's endpoints and readers, and for no other's. */
export function trialStore(tabId: number) {
  return storageItem<Definition | undefined>({
    area: 'session',
    key: `tried:${tabId}`,
    read: readDefinition,
  });
}

/** A definition whose shape and parts are right. What is wrong with another one is told by the view that shows it. */
export function requireValidDefinition(value: unknown): Definition {
  const definition = readDefinition(value);
  if (definition !== undefined && checkDefinition(definition).length === 0) return definition;
  throw new HandlerError('invalid-definition', 'This connector has mistakes.');
}

async function ask(tabId: number, question: unknown): Promise<unknown> {
  let answer: unknown;
  try {
    answer = await askPicker(tabId, question);
  } catch (cause) {
    throw new HandlerError(
      'page-closed',
      'The page cannot be read: it was closed, or access to it is missing.',
      { cause },
    );
  }
  const told = envelope.safeParse(answer);
  if (!told.success || 'failed' in told.data)
    throw new HandlerError('page-silent', 'The page did not answer.');
  return told.data.value;
}

const envelope = z.union([
  z.strictObject({ value: z.unknown() }),
  z.strictObject({ failed: z.string().check(z.maxLength(200)) }),
]);

function parseAnswer<Value>(
  schema: { safeParse(value: unknown): { success: true; data: Value } | { success: false } },
  answer: unknown,
): Value {
  const read = schema.safeParse(answer);
  if (!read.success) throw new HandlerError('page-odd', 'The page answered with something that cannot be.');
  return read.data;
}

/** What would be sent for this reading, told without asking anybody: ids come from the page, a correction or the cache. */
async function bodiesOf(context: AppContext, { reading, playback }: Trial): Promise<Bodies | undefined> {
  const item = reading?.item as Partial<Item> | undefined;
  if (item === undefined || !isReadable(item)) return undefined;
  const media =
    statedMedia(item) ??
    correctedMedia(item, await correctionsStore.get())?.media ??
    (await cachedMedia(context, itemKey(item)));
  const planned: Media = media ?? {
    type: item.type,
    ...defined({ seasonNumber: item.seasonNumber, episodeNumber: item.episodeNumber }),
  };
  return {
    resolve: { ...resolveRequest(item) },
    complete: media !== undefined,
    ...(playback === undefined
      ? {}
      : {
          scrobble: {
            ...scrobbleInput(planned, Math.floor(playback.position), Math.round(playback.duration)),
          },
        }),
  };
}

async function cachedMedia(context: AppContext, key: string): Promise<Media | undefined> {
  return (await context.database.get('matches', `${(await trackerUrl(context)) ?? ''}|${key}`))?.media;
}
