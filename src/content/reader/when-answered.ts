import type { Memory } from './memory';
import type { Unanswered } from './unanswered';

/**
 * The result of `read`, once everything that it asks for has been answered; until then it starts again with
 * each answer. A page is read every few seconds, so a reading is a single task, without a promise for each
 * field. What an unfinished reading has remembered or dropped does not count.
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
