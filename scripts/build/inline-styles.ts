import type { Plugin, Rolldown } from 'vite';

/**
 * Writes the style sheets of these pages (paths in the sources) into the pages themselves, so that their
 * first paint waits for no further file. Other pages keep linking to the style sheets, which a package
 * compresses only once. A style sheet that nothing links to any more is removed.
 */
export function inlineStyles(pages: readonly string[]): Plugin[] {
  const stylesOf = new Map<string, Set<string>>();
  return [
    {
      name: 'matinee:inline-styles',
      apply: 'build',
      // Runs after the pages are written, and before Vite lists the style sheets that each lazy chunk waits
      // for.
      enforce: 'post',
      transformIndexHtml: {
        order: 'post',
        handler(html, { path, bundle = {} }) {
          if (!pages.some((page) => path.endsWith(page))) return html;
          const { page, styles } = withStyles(html, bundle);
          stylesOf.set(path, styles);
          return page;
        },
      },
      generateBundle(_, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue;
          const pages = [...stylesOf].filter(([page]) => loads(bundle, page, chunk.fileName));
          for (const file of inAll(pages.map(([, styles]) => styles)))
            chunk.viteMetadata?.importedCss.delete(file);
        }
      },
    },
    {
      name: 'matinee:unused-styles',
      apply: 'build',
      generateBundle: {
        order: 'post',
        handler(_, bundle) {
          const texts = Object.values(bundle).map(textOf);
          const files = new Set([...stylesOf.values()].flatMap((styles) => [...styles]));
          for (const file of files) if (!texts.some((text) => text.includes(file))) delete bundle[file];
        },
      },
    },
  ];
}

/** The page with its style sheets inside it, and their file names. */
function withStyles(html: string, bundle: Rolldown.OutputBundle): { page: string; styles: Set<string> } {
  const styles = new Set<string>();
  const page = html.replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)">/g, (link, file: string) => {
    const style = bundle[file];
    if (style?.type !== 'asset') return link;
    styles.add(file);
    return `<style>${String(style.source)}</style>`;
  });
  return { page, styles };
}

/** Whether the script of a page (its path in the sources) imports a chunk, statically or dynamically. */
function loads(bundle: Rolldown.OutputBundle, page: string, fileName: string): boolean {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const waiting = chunks.filter(({ facadeModuleId }) => facadeModuleId?.endsWith(page) === true);
  const seen = new Set(waiting);
  for (const chunk of waiting) {
    if (chunk.fileName === fileName) return true;
    const next = chunks.filter((one) => [...chunk.imports, ...chunk.dynamicImports].includes(one.fileName));
    for (const one of next) {
      if (!seen.has(one)) waiting.push(one);
      seen.add(one);
    }
  }
  return false;
}

/** The values that all sets have; none if there are no sets. */
function inAll([first = new Set(), ...others]: readonly ReadonlySet<string>[]): readonly string[] {
  return [...first].filter((value) => others.every((other) => other.has(value)));
}

function textOf(output: Rolldown.OutputBundle[string]): string {
  return output.type === 'chunk' ? output.code : String(output.source);
}
