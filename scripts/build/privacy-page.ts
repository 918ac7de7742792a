import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** Where the policy is in the repository, and where it is in a package. */
export const PRIVACY_POLICY = '.store/privacy.md';
export const PRIVACY_PAGE = 'privacy.html';

/** Adds the privacy policy as a page, so that what the settings link needs no network. */
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

/** A page with the text of a document that has headings, paragraphs and tables, and nothing else. */
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

/** In a box of its own, which scrolls where the window is narrower, also by keys. */
function tableOf(block: string): string {
  const [head = '', _line, ...rows] = block.split('\n');
  const lines = [rowOf(head, 'th'), ...rows.map((row) => rowOf(row, 'td'))];
  return `<div tabindex="0"><table>\n${lines.join('\n')}\n</table></div>`;
}

function rowOf(row: string, name: 'td' | 'th'): string {
  const cells = row.slice(1, row.lastIndexOf('|')).split('|');
  return `<tr>${cells.map((cell) => `<${name}>${inline(cell.trim())}</${name}>`).join('')}</tr>`;
}

/** `code` and *emphasis*. */
function inline(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll(/(?<![\w/])\*([^*\n]+)\*(?![\w/])/g, '<em>$1</em>');
}
