import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** Path of the privacy policy in the repository. */
export const PRIVACY_POLICY = '.store/privacy.md';
/** Path of the page with the policy in a package. */
export const PRIVACY_PAGE = 'privacy.html';

/** Adds the privacy policy as a page, so that the link in the settings needs no network. */
export function privacyPage(root: string): Plugin {
  const path = `${root}${PRIVACY_POLICY}`;
  return {
    name: 'matinee:privacy-page',
    apply: 'build',
    buildStart() {
      this.addWatchFile(path);
    },
    generateBundle() {
      const source = pageOf(readFileSync(path, 'utf8'));
      this.emitFile({ type: 'asset', fileName: PRIVACY_PAGE, source });
    },
  };
}

const STYLE = [
  ':root { color-scheme: light dark; font: 100%/1.5 system-ui, sans-serif }',
  'body { max-width: 60rem; margin: auto; padding: 1rem; overflow-wrap: anywhere }',
  'div { overflow-x: auto }',
  'td, th { min-width: 7rem; padding: 0.4rem 0.8rem 0.4rem 0; border-bottom: 1px solid }',
  'td, th { text-align: start; vertical-align: top }',
].join('\n');

/** An HTML page with the text of a Markdown document that has only headings, paragraphs and tables. */
export function pageOf(markdown: string): string {
  const blocks = markdown.trim().split(/\n{2,}/);
  const title = blocks[0]?.replace(/^# /, '') ?? '';
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width">',
    `<title>${inline(title)}</title>`,
    `<style>\n${STYLE}\n</style>`,
    `<main>\n${blocks.map(blockOf).join('\n')}\n</main>`,
    '</html>\n',
  ].join('\n');
}

function blockOf(block: string): string {
  const [, marks = '', heading = ''] = /^(#{1,3}) (.*)$/s.exec(block) ?? [];
  if (marks !== '') return `<h${marks.length}>${inline(heading)}</h${marks.length}>`;
  return block.startsWith('|') ? tableOf(block) : `<p>${inline(block)}</p>`;
}

/** A table in a box of its own. In a narrow window the box scrolls, also by keyboard. */
function tableOf(block: string): string {
  const [head = '', _line, ...rows] = block.split('\n');
  const lines = [rowOf(head, 'th'), ...rows.map((row) => rowOf(row, 'td'))];
  return `<div tabindex="0"><table>\n${lines.join('\n')}\n</table></div>`;
}

function rowOf(row: string, name: 'td' | 'th'): string {
  const cells = row.slice(1, row.lastIndexOf('|')).split('|');
  return `<tr>${cells.map((cell) => `<${name}>${inline(cell.trim())}</${name}>`).join('')}</tr>`;
}

/** Inline Markdown: `code` and *emphasis*. */
function inline(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll(/(?<![\w/])\*([^*\n]+)\*(?![\w/])/g, '<em>$1</em>');
}
