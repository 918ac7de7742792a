import type { Memory } from './memory';
import type { Unanswered } from './unanswered';

/**
 * What `read` returns once all that it asks for is answered: until then it is started again with each answer.
 * A reading is one task without a promise for each of its fields, since a page is read every few seconds.
 * What a reading that did not come to its end has remembered or forgotten does not count.
 */
export async function whenAnswered<Result>(memory: Memory, read: () => Result): Promise<Result> {
  const { anchor, values } = memory;
  const before = [...values];
  try {
    return read();
  } catch (error) {
    memory.anchor = anchor;
    values.clear();
    for (const [key, value] of before) values.set(key, value);
    const { answer } = Object(error) as Partial<Unanswered>;
    if (!answer) throw error;
    await answer;
    return whenAnswered(memory, read);
  }
}
