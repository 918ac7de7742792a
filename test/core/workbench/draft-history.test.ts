import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  editText,
  editValue,
  formatDraft,
  openDocument,
  parseDraft,
  redo,
  undo,
  valueAt,
  withValue,
  type DraftHistory,
} from '../../../src/core/workbench/draft-history';

const start = formatDraft({
  version: 1,
  id: 'my-site',
  name: 'My Site',
  hosts: ['www.my-site.example'],
  pages: [{ kind: 'watch', match: { path: '^/watch' }, item: { title: [{ text: 'h1' }] } }],
});

type Edit =
  | { readonly by: 'form'; readonly path: (string | number)[]; readonly value: unknown }
  | { readonly by: 'json'; readonly from: number; readonly to: number; readonly insert: string }
  | { readonly by: 'undo' | 'redo' };

const path = fc.constantFrom<(string | number)[]>(
  ['name'],
  ['hosts'],
  ['pages', 0, 'match', 'path'],
  ['pages', 0, 'item', 'title'],
  ['pages', 0, 'item', 'title', 0, 'text'],
  ['pages', 0, 'item', 'seriesTitle', 1],
  ['pages', 0, 'player', 'video', 0],
  ['pages', 1, 'kind'],
  ['pages', 0, 'item', 'ids', 'tmdb', 0, 'transforms', 0],
  ['__proto__', 'x'],
  ['constructor'],
);
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({
    by: fc.constant('form' as const),
    path,
    value: fc.oneof(fc.string(), fc.constant(undefined), fc.jsonValue({ maxDepth: 2 })),
  }),
  fc.record({
    by: fc.constant('json' as const),
    from: fc.nat(400),
    to: fc.nat(400),
    insert: fc.constantFrom('', 'x', '"', ',', '{}', '"a"', '\n', '}'),
  }),
  fc.record({ by: fc.constantFrom('undo' as const, 'redo' as const) }),
);

function apply(document: DraftHistory, one: Edit, at: number): DraftHistory {
  switch (one.by) {
    case 'form':
      return editValue(document, one.path, one.value, at);
    case 'json': {
      const [from, to] = [Math.min(one.from, one.to), Math.max(one.from, one.to)];
      return editText(document, document.text.slice(0, from) + one.insert + document.text.slice(to), {
        view: 'json',
        at,
        place: 'text',
      });
    }
    case 'undo':
      return undo(document);
    case 'redo':
      return redo(document);
  }
}

describe('one document behind two views', () => {
  test('the form shows exactly what the text says, or nothing, whatever is edited where', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 30 }), (edits) => {
        let document = openDocument(start);
        for (const [index, one] of edits.entries()) {
          const before = document;
          document = apply(document, one, index * 100);
          const form = parseDraft(document.text);
          if (form.ok) expect(form.value).toEqual(JSON.parse(document.text));
          else expect(() => JSON.parse(document.text) as unknown).toThrow();
          // The form never changes a text that it cannot show.
          if (one.by === 'form' && !parseDraft(before.text).ok) expect(document).toBe(before);
          if (one.by === 'form' && parseDraft(before.text).ok) expect(form.ok).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('undo goes back to the start step by step, and redo to the end, across both views', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 30 }), (edits) => {
        let document = openDocument(start);
        for (const [index, one] of edits.entries()) document = apply(document, one, index * 100);
        const steps = [document];
        while (document.past.length > 0) steps.push((document = undo(document)));
        expect(document.text).toBe(start);
        for (const step of steps.slice(0, -1).toReversed()) {
          document = redo(document);
          expect(document.text).toBe(step.text);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('what the form puts somewhere is found there in the text', () => {
    const document = editValue(
      openDocument(start),
      ['pages', 0, 'item', 'seriesTitle'],
      [{ meta: 'og:title' }],
      0,
    );
    expect(valueAt(JSON.parse(document.text), ['pages', 0, 'item', 'seriesTitle', 0, 'meta'])).toBe(
      'og:title',
    );
  });

  test('what is typed in one go into one field is one step; another field is another', () => {
    let document = openDocument(start);
    for (const [index, name] of ['M', 'My', 'My S'].entries())
      document = editValue(document, ['name'], name, index * 100);
    document = editValue(document, ['id'], 'other', 350);
    expect(undo(document).text).toContain('"My S"');
    expect(undo(undo(document)).text).toBe(start);
  });

  test('a list or object that becomes empty goes with its last part', () => {
    expect(withValue({ name: 'x', player: { video: ['a'] } }, ['player', 'video', 0], undefined)).toEqual({
      name: 'x',
    });
  });

  test('a text that breaks tells where', () => {
    expect(parseDraft('{"a": 1,}')).toMatchObject({ ok: false, at: 8 });
  });
});
