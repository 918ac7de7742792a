import { attributeTests, neededValue, type AttributeTest, redactText } from './redact';

/**
 * The parts of a page that a case keeps: the elements that a definition reads. Their ancestors are kept as
 * bare structure; no other text, attribute or script is. The document is not changed.
 */
export type KeptPage = Readonly<{
  /** Elements whose text is kept. */
  texts: ReadonlySet<Element>;
  /** Elements whose own text is kept, without that of elements inside. */
  ownTexts?: ReadonlySet<Element>;
  /** Attributes that are read, by element: their names, with the part of their values that is read. */
  attributes: ReadonlyMap<Element, ReadonlyMap<string, string>>;
  /** Elements that must exist, without their content. */
  places: ReadonlySet<Element>;
  /** The new text of scripts, already reduced to what is read. */
  scripts: ReadonlyMap<Element, string>;
  title: string | undefined;
  /**
   * All CSS selectors of the definition in one text; classes and ids that it does not contain are removed.
   */
  selectors: string;
  /** Numbers and ids of the address: they identify the title and are not private. */
  known?: ReadonlySet<string>;
}>;

/** The kept page as HTML, with `note` as a comment at its beginning. */
export function scrubbedPage(document: Document, kept: KeptPage, note: string): string {
  const wanted = new Set<Node>();
  for (const element of [
    ...kept.texts,
    ...(kept.ownTexts ?? []),
    ...kept.attributes.keys(),
    ...kept.places,
    ...kept.scripts.keys(),
  ]) {
    for (let node: Node | null = element; node !== null; node = node === document ? null : parentOf(node))
      wanted.add(node);
  }
  const page: Writing = {
    kept,
    wanted,
    tests: attributeTests(kept.selectors),
    ordered: /:(?:nth|first|last|only)-|[+~]/.test(kept.selectors),
    lines: [],
  };
  page.lines.push(`<!-- ${note.replaceAll('--', '- -')} -->`);
  writeDocument(document, page, kept.title);
  return page.lines.join('\n');
}

function writeDocument({ head, body }: Document, page: Writing, title?: string): void {
  page.lines.push(`<!doctype html>`, '<html>', '<head>');
  if (title !== undefined) page.lines.push(`<title>${escapeText(title)}</title>`);
  if (head !== null) writeChildren(head, page, 0);
  page.lines.push('</head>', `<body${body === null ? '' : attributesOf(body, page)}>`);
  if (body !== null) writeChildren(body, page, 0);
  page.lines.push('</body>', '</html>', '');
}

type Writing = Readonly<{
  kept: KeptPage;
  wanted: ReadonlySet<Node>;
  tests: AttributeTest[];
  /** Selectors depend on the order of siblings. */
  ordered: boolean;
  lines: string[];
}>;

function write(element: Element, page: Writing, depth: number): void {
  const { kept, lines } = page;
  const pad = '  '.repeat(Math.min(depth, 12));
  const script = kept.scripts.get(element);
  if (script !== undefined) {
    lines.push(
      `${pad}<script${attributesOf(element, page)}>${script.replaceAll('</', String.raw`<\/`)}</script>`,
    );
    return;
  }
  if (isText(element, kept)) {
    lines.push(pad + inline(element, page));
    return;
  }
  const name = element.localName;
  lines.push(`${pad}<${name}${attributesOf(element, page)}>`);
  if (empty.has(name)) return;
  const shadow = element.shadowRoot;
  if (shadow !== null && page.wanted.has(shadow)) {
    lines.push(`${pad}  <template shadowrootmode="open">`);
    writeChildren(shadow, page, depth + 2);
    lines.push(`${pad}  </template>`);
  }
  writeChildren(element, page, depth + 1);
  lines.push(`${pad}</${name}>`);
}

/** If selectors depend on the order of siblings, the others are kept as empty elements. */
function writeChildren(parent: ParentNode, page: Writing, depth: number): void {
  const children = Array.from(parent.children);
  const last = children.findLastIndex((child) => page.wanted.has(child));
  const pad = '  '.repeat(Math.min(depth, 12));
  for (const child of children.slice(0, last + 1)) {
    if (page.wanted.has(child)) write(child, page, depth);
    else if (page.ordered && /^[a-z][a-z0-9-]*$/.test(child.localName) && !unwritten.has(child.localName))
      page.lines.push(`${pad}<${child.localName}></${child.localName}>`);
  }
}

const empty: ReadonlySet<string> = new Set(['meta', 'link', 'img', 'input', 'br', 'hr', 'source']);
const unwritten: ReadonlySet<string> = new Set([
  'script',
  'style',
  'input',
  'img',
  'link',
  'meta',
  'br',
  'hr',
  'source',
  'title',
]);

function isText(element: Element, { texts, ownTexts }: KeptPage): boolean {
  return texts.has(element) || ownTexts?.has(element) === true;
}

/** An element with its text on one line: line breaks around inner elements would become part of the text. */
function inline(element: Element, page: Writing, within = false): string {
  const whole = within || page.kept.texts.has(element);
  const own = whole || page.kept.ownTexts?.has(element) === true;
  const inner = Array.from(element.childNodes).map((node): string => {
    if (node.nodeType === 3)
      return own ? escapeText(redactText(node.textContent ?? '', page.kept.known)) : '';
    if (node.nodeType !== 1) return '';
    const child = node as Element;
    if (page.kept.scripts.has(child) || ['script', 'style', 'template'].includes(child.localName)) return '';
    if (page.wanted.has(child)) return inline(child, page, whole);
    return whole ? escapeText(redactText(child.textContent ?? '', page.kept.known)) : '';
  });
  const open = `<${element.localName}${attributesOf(element, page)}>`;
  return empty.has(element.localName) ? open : `${open}${inner.join('')}</${element.localName}>`;
}

function attributesOf(element: Element, page: Writing): string {
  const { kept, tests } = page;
  const chosen = kept.attributes.get(element);
  return Array.from(element.attributes)
    .filter(({ name }) => name !== 'srcdoc')
    .map(({ name, value }) => {
      const read = chosen?.get(name);
      return {
        name,
        value:
          read === undefined
            ? neededValue(element, name, value, kept.selectors, tests)
            : redactText(read, kept.known),
      };
    })
    .concat({ name: 'srcdoc', value: frameText(element, page) })
    .flatMap(({ name, value }) =>
      value === undefined ? [] : [` ${name}="${escapeText(value).replaceAll('"', '&quot;')}"`],
    )
    .join('');
}

/** The document of a same-origin frame as its `srcdoc`, if any of it is kept. */
function frameText(element: Element, page: Writing): string | undefined {
  const inner = element.localName === 'iframe' ? (element as HTMLIFrameElement).contentDocument : null;
  if (inner === null || !page.wanted.has(inner)) return undefined;
  const lines: string[] = [];
  writeDocument(inner, { ...page, lines });
  return lines.join('\n');
}

/** The parent, also across shadow roots and frames of the same origin. */
function parentOf(node: Node): Node | null {
  return (
    node.parentNode ??
    ('host' in node ? (node as ShadowRoot).host : ((node as Document).defaultView?.frameElement ?? null))
  );
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
