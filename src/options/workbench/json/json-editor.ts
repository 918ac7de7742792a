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
import { Annotation, EditorState } from '@codemirror/state';
import { drawSelection, EditorView, hoverTooltip, keymap, lineNumbers } from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';
import { completionsAt, helpAt } from './schema-help';
import { placeOf } from './json-place';
import { readDraft } from '../draft/read-draft';
import { defined } from '../../../core/values/defined';

export interface JsonEditor {
  /** Shows a text that came from elsewhere (the form, an undo); nothing happens when it is shown already. */
  show(text: string): void;
  /** Marks what stands at a path, and brings it into view. */
  reveal(path: string): void;
  destroy(): void;
}

interface JsonEditorOptions {
  readonly text: string;
  readonly label: string;
  readonly onChange: (text: string) => void;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
}

const fromOutside = Annotation.define<boolean>();

/** CodeMirror for definitions: completion and help from the schema, mistakes at their line. It keeps no history of its own: there is one for both views. */
export function createJsonEditor(
  parent: HTMLElement,
  { text, label, onChange, onUndo, onRedo }: JsonEditorOptions,
): JsonEditor {
  /** What was typed here and has not come back yet: whoever types is faster than what is drawn. */
  const underWay: string[] = [];
  const take = (run: () => void) => () => {
    underWay.length = 0;
    run();
    return true;
  };
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
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
        hoverTooltip(hover),
        linter(({ state }) => diagnostics(state.doc.toString()), { delay: 250 }),
        keymap.of([
          { key: 'Mod-z', run: take(onUndo), preventDefault: true },
          { key: 'Mod-y', run: take(onRedo), preventDefault: true },
          { key: 'Mod-Shift-z', run: take(onRedo), preventDefault: true },
          ...closeBracketsKeymap,
          ...completionKeymap,
          ...defaultKeymap,
          indentWithTab,
        ]),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !update.transactions.some((one) => one.annotation(fromOutside) === true)) {
            underWay.push(update.state.doc.toString());
            onChange(update.state.doc.toString());
          }
        }),
      ],
    }),
  });
  return {
    show(next) {
      const known = underWay.indexOf(next);
      underWay.splice(0, known === -1 ? underWay.length : known + 1);
      const now = view.state.doc.toString();
      // An echo of what was typed a moment ago would take back what has been typed since.
      if (known !== -1 || now === next) return;
      // Only what differs, so that the cursor stays where it is.
      let from = 0;
      while (from < now.length && from < next.length && now[from] === next[from]) from += 1;
      let end = 0;
      while (
        end < now.length - from &&
        end < next.length - from &&
        now[now.length - 1 - end] === next[next.length - 1 - end]
      )
        end += 1;
      view.dispatch({
        changes: { from, to: now.length - end, insert: next.slice(from, next.length - end) },
        annotations: fromOutside.of(true),
      });
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

/** What is wrong, at the place it stands. */
export function diagnostics(text: string): Diagnostic[] {
  const reading = readDraft(text);
  if (reading.state === 'good') return [];
  if (reading.state === 'broken')
    return [
      {
        from: Math.min(reading.at, Math.max(0, text.length - 1)),
        to: Math.min(reading.at + 1, text.length),
        severity: 'error',
        message: reading.message,
      },
    ];
  return reading.problems.slice(0, 50).map(({ path, message }) => {
    const { from, to } = placeOf(text, path);
    return { from, to, severity: 'error', message: path === '' ? message : `${path} ${message}` };
  });
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

function hover(view: EditorView, pos: number) {
  const help = helpAt(view.state.doc.toString(), pos);
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
