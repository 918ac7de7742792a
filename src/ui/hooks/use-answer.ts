import { useEffect, useState } from 'preact/hooks';
import { send } from '../../platform/messaging/send';
import type { MessageInput, MessageName, MessageOutput } from '../../protocol/messages/messages';
import { errorText } from '../text/error-text';

export type WorkerAnswer<Output> = Readonly<{
  value: Output | undefined;
  error: string | undefined;
  /** Sends the message again. */
  again: () => void;
}>;

/**
 * The worker's answer to a message, which is sent again when the input changes. The answer to an earlier
 * input is dropped when it arrives late.
 */
export function useAnswer<Name extends MessageName>(
  name: Name,
  input: MessageInput<Name>,
): WorkerAnswer<MessageOutput<Name>> {
  const [value, setValue] = useState<Readonly<{ is: MessageOutput<Name> }>>();
  const [error, setError] = useState<string>();
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let current = true;
    setError(undefined);
    send(name, input).then(
      (is) => current && setValue({ is }),
      (problem: unknown) => current && setError(errorText(problem)),
    );
    return () => {
      current = false;
    };
  }, [name, JSON.stringify(input), turn]);
  return { value: value?.is, error, again: () => setTurn((count) => count + 1) };
}

/** Maps ids of sites to their names; to the id itself while the names load and for an unknown site. */
export function useSiteNames(): (siteId: string) => string {
  const { value: sites } = useAnswer('sites.list', {});
  const names = new Map(sites?.map(({ id, name }) => [id, name]));
  return (siteId) => names.get(siteId) ?? siteId;
}
