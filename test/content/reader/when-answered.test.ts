import { expect, test } from 'vitest';
import { createMemory, remembered, Unanswered, whenAnswered } from '../../../src/content/reader/memory';

test('a reading begins again with each answer, and each is asked for once', async () => {
  const memory = createMemory();
  const asked: string[] = [];
  const ask = (name: string) =>
    remembered(memory, name, Infinity, 1_000, async () => {
      asked.push(name);
      return `${name} answered`;
    });
  let begun = 0;
  const read = await whenAnswered(memory, () => {
    begun += 1;
    return [ask('first'), ask('second')];
  });
  expect(read).toEqual(['first answered', 'second answered']);
  expect([begun, asked]).toEqual([3, ['first', 'second']]);
});

test.each([
  ['waits for an answer', () => new Unanswered(Promise.resolve())],
  ['needs what nobody can give', () => new Unanswered()],
  ['fails', () => new Error('broken')],
])('a reading that %s has remembered and forgotten nothing', async (_, problem) => {
  const memory = createMemory();
  memory.anchor = 'title 1';
  memory.values.set('kept', 1).set('changed', 1);
  const found: unknown[] = [];
  const reading = whenAnswered(memory, () => {
    found.push(memory.anchor, Object.fromEntries(memory.values));
    memory.anchor = 'title 2';
    memory.values.delete('kept');
    memory.values.set('changed', 2).set('new', 2);
    if (found.length === 2) throw problem();
  });
  await reading.catch(() => found.push(memory.anchor, Object.fromEntries(memory.values)));
  const before = ['title 1', { kept: 1, changed: 1 }];
  expect(found).toEqual([...before, ...before]);
});
