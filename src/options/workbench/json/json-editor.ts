import { Annotation, EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap, type KeyBinding } from '@codemirror/view';
import { definitionLanguage } from './definition-language';
import { placeOf } from './schema-help';

export interface JsonEditor {
  /** Shows a text that another view has changed. The cursor stays where it is. */
  show(text: string): void;
  /** Selects what is at a path, and scrolls to it. */
  reveal(path: string): void;
  destroy(): void;
}

type JsonEditorOptions = Readonly<{
  text: string;
  label: string;
  onChange: (text: string) => void;
  onUndo: () => void;
  onRedo: () => void;
}>;

/** Marks changes by `show`, which are not reported to `onChange`. */
const fromOutside = Annotation.define<boolean>();

/** CodeMirror for definitions. It has no history of its own: undo and redo belong to all views of a draft. */
export function createJsonEditor(parent: HTMLElement, options: JsonEditorOptions): JsonEditor {
  /** Texts that were reported and have not come back by `show` yet: rendering is slower than typing. */
  const pending: string[] = [];
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        keymap.of(historyKeys(options, () => (pending.length = 0))),
        definitionLanguage(),
        EditorView.contentAttributes.of({ 'aria-label': options.label, tabindex: '0' }),
        onTyping((text) => {
          pending.push(text);
          options.onChange(text);
        }),
      ],
    }),
  });
  return {
    show(next) {
      const known = pending.indexOf(next);
      pending.splice(0, known === -1 ? pending.length : known + 1);
      const current = view.state.doc.toString();
      // The echo of an earlier text must not undo what was typed since.
      if (known !== -1 || current === next) return;
      view.dispatch({ changes: changeBetween(current, next), annotations: fromOutside.of(true) });
    },
    reveal(path) {
      const { from, to } = placeOf(view.state.doc.toString(), path);
      view.dispatch({
        selection: { anchor: from, head: to },
        effects: EditorView.scrollIntoView(from, { y: 'center' }),
      });
      view.focus();
    },
    destroy: () => view.destroy(),
  };
}

/** Reports the text after each change that was made in the editor itself. */
function onTyping(report: (text: string) => void): Extension {
  return EditorView.updateListener.of(({ docChanged, transactions, state }) => {
    const isOwn = !transactions.some((one) => one.annotation(fromOutside) === true);
    if (docChanged && isOwn) report(state.doc.toString());
  });
}

/** Keys for the history of the draft. `before` runs first. */
function historyKeys({ onUndo, onRedo }: JsonEditorOptions, before: () => void): KeyBinding[] {
  const binding = (key: string, act: () => void): KeyBinding => ({
    key,
    preventDefault: true,
    run: () => {
      before();
      act();
      return true;
    },
  });
  return [binding('Mod-z', onUndo), binding('Mod-y', onRedo), binding('Mod-Shift-z', onRedo)];
}

/** A replacement of the characters `from` to `to` of a text. */
type TextChange = Readonly<{
  from: number;
  to: number;
  insert: string;
}>;

/** The smallest replacement that turns one text into another. */
export function changeBetween(before: string, after: string): TextChange {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}
