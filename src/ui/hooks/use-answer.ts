import { useEffect, useState } from 'preact/hooks';
import { send } from '../../platform/messaging/send';
import type { MessageInput, MessageName, MessageOutput } from '../../protocol/messages';
import { errorText } from '../text/error-text';

export interface WorkerAnswer<Output> {
  readonly value: Output | undefined;
  readonly error: string | undefined;
  readonly again: () => void;
}

/** The worker's answer to one question, asked anew when the input changes or by `again`. An older answer never wins. */
export function useAnswer<Name extends MessageName>(
  name: Name,
  input: MessageInput<Name>,
): WorkerAnswer<MessageOutput<Name>> {
  const [value, setValue] = useState<{ readonly is: MessageOutput<Name> }>();
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
