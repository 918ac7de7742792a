import { defined } from '../../core/values/defined';
import type { MessageInput, MessageOutput } from '../../protocol/messages/messages';
import type { ConnectorSubmission } from '../../protocol/tracker/connector-submission';
import { TrackerError } from '../../tracker/tracker-error';
import { currentToken, refuseToken } from '../account/account';
import { tracker } from '../account/tracker-client';
import type { AppContext } from '../context/context';
import { readChecked, proofOf } from '../../protocol/definition/checked-definition';
import type { Definition } from '../../protocol/definition/definition';
import { HandlerError } from '../context/handler-error';
import { ownConnectorsStore } from '../../platform/storage/stores';

/**
 * Submits a connector for review. A refusal by the tracker is an answer, not an error. Rejects with
 * `invalid-definition`.
 */
export async function submitConnector(
  context: AppContext,
  { definition, documented, ...rest }: MessageInput<'connectors.submit'>,
): Promise<MessageOutput<'connectors.submit'>> {
  const valid = requireValidDefinition(definition);
  const token = await currentToken(context);
  try {
    const client = await tracker(context);
    // The tracker checks the cases.
    const submission = { ...rest, definition: { ...valid } } as ConnectorSubmission;
    const elsewhere = documented as ConnectorSubmission | undefined;
    return { state: 'submitted', ...(await client.submitConnector(submission, elsewhere)) };
  } catch (error) {
    if (!(error instanceof TrackerError)) throw error;
    const { code, message, retryAfter } = error;
    if (code === 'unauthorized' && token !== undefined) await refuseToken(context, token);
    return { state: 'refused', code, message, ...defined({ retryAfter }) };
  }
}

/**
 * The definition of a CheckedDefinition. Throws `invalid-definition` without a matching proof; the view that
 * shows the definition names its mistakes.
 */
export function requireValidDefinition(checked: unknown): Definition {
  const definition = readChecked(checked);
  if (definition !== undefined) return definition;
  throw new HandlerError('invalid-definition');
}

/**
 * Stores a connector that the person wrote (a CheckedDefinition), and turns it on. Rejects with
 * `invalid-definition`.
 */
export async function saveConnector(checked: unknown): Promise<void> {
  const definition = requireValidDefinition(checked);
  const others = await ownConnectorsStore.get();
  await ownConnectorsStore.set({ ...others, [definition.id]: { definition, proof: proofOf(definition) } });
}

export async function removeConnector(id: string): Promise<void> {
  const { [id]: _, ...others } = await ownConnectorsStore.get();
  await ownConnectorsStore.set(others);
}
