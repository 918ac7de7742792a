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
import type { Extension } from '@codemirror/state';
import { drawSelection, EditorView, hoverTooltip, keymap, lineNumbers, type Tooltip } from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';
import { defined } from '../../../core/values/defined';
import { readDraft } from '../draft/draft-text';
import { completionsAt, helpAt, placeOf } from './schema-help';

/** Problems that are marked in the text. */
const MAX_DIAGNOSTICS = 50;

/** Milliseconds after the last change until the text is checked. */
const LINT_DELAY = 250;

/**
 * CodeMirror extensions for the JSON of definitions: completion and help from the schema, problems at their
 * line.
 */
export function definitionLanguage(): Extension {
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

/** The problems of a definition as marks in its text. */
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
