import { Annotation, EditorState, type Extension } from '@codemirror/state';
import {
  EditorView,
  keymap,
  type KeyBinding,
  drawSelection,
  hoverTooltip,
  lineNumbers,
  type Tooltip,
} from '@codemirror/view';
import { placeOf, completionsAt, helpAt } from './schema-help';
import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { defaultKeymap, indentWithTab } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, foldGutter, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { linter, lintGutter, type Diagnostic } from '@codemirror/lint';
import { classHighlighter } from '@lezer/highlight';
import { defined } from '../../../core/values/defined';
import { readDraft } from '../draft/draft-text';

export interface JsonEditor {
  /** Shows a text that another view has changed. The cursor stays where it is. */
  show(text: string): void;
  /** Selects the value at a path, and scrolls to it. */
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
  // Texts that `onChange` has reported and `show` has not received yet: rendering is slower than typing.
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
      // An earlier text that comes back must not undo what was typed since.
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

/** Key bindings for the draft's history. `before` runs before each undo and redo. */
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

/** Maximum number of problems that are marked in the text. */
const MAX_DIAGNOSTICS = 50;

/** Milliseconds after the last change until the text is checked. */
const LINT_DELAY = 250;

/**
 * CodeMirror extensions for the JSON of definitions: completion and help from the schema, and marks at
 * problems.
 */
function definitionLanguage(): Extension {
  return [
    lineNumbers(),
    foldGutter(),
    lintGutter(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    json(),
    syntaxHighlighting(classHighlighter),
    autocompletion({ override: [complete] }),
    hoverTooltip(showHelp),
    linter(({ state }) => diagnostics(state.doc.toString()), { delay: LINT_DELAY }),
    keymap.of([...closeBracketsKeymap, ...completionKeymap, ...defaultKeymap, indentWithTab]),
    EditorView.lineWrapping,
  ];
}

function complete({ state, pos, explicit }: CompletionContext): CompletionResult | null {
  const found = completionsAt(state.doc.toString(), pos);
  if (found === undefined || (!explicit && found.typed === '')) return null;
  return {
    from: found.from,
    to: found.to,
    options: found.options.map(({ label, detail, apply }) => ({
      label,
      apply,
      ...defined({ info: detail }),
    })),
    filter: true,
  };
}

function showHelp(view: EditorView, offset: number): Tooltip | null {
  const help = helpAt(view.state.doc.toString(), offset);
  if (help === undefined) return null;
  return {
    pos: help.from,
    end: help.to,
    create: () => {
      const dom = document.createElement('div');
      dom.className = 'json-help';
      dom.textContent = help.text;
      return { dom };
    },
  };
}

/** The problems of a definition as marks in the editor. */
function diagnostics(text: string): Diagnostic[] {
  const reading = readDraft(text);
  if (reading.state === 'good') return [];
  if (reading.state === 'broken') {
    const from = Math.min(reading.at, Math.max(0, text.length - 1));
    const to = Math.min(reading.at + 1, text.length);
    return [{ from, to, severity: 'error', message: reading.message }];
  }
  return reading.problems.slice(0, MAX_DIAGNOSTICS).map(({ path, message }) => ({
    ...placeOf(text, path),
    severity: 'error',
    message: path === '' ? message : `${path} ${message}`,
  }));
}
