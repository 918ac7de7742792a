/**
 * A page as a case: only the elements that a definition reads, with what stands around them as bare structure, and no
 * text, attribute or script that a person has not chosen to keep. Pure over a document; it changes nothing in it.
 */
export interface KeptPage {
  /** Elements whose text is kept. */
  readonly texts: ReadonlySet<Element>;
  /** Attributes whose values are kept, by element. */
  readonly attributes: ReadonlyMap<Element, ReadonlySet<string>>;
  /** Elements that must be there, without their content. */
  readonly places: ReadonlySet<Element>;
  /** JSON of scripts in place of what they hold, already reduced to what is read. */
  readonly scripts: ReadonlyMap<Element, string>;
  readonly title: string | undefined;
  /** All selectors of the definition in one text: names that do not stand in it are not kept either. */
  readonly selectors: string;
}

/** HTML text. `note` stands at the top as a comment. */
export function scrubbedPage(document: Document, kept: KeptPage, note: string): string {
  const wanted = new Set<Node>();
  for (const element of [...kept.texts, ...kept.attributes.keys(), ...kept.places, ...kept.scripts.keys()]) {
    for (let node: Node | null = element; node !== null; node = parentOf(node)) wanted.add(node);
  }
  const lines: string[] = [`<!-- ${note.replaceAll('--', '- -')} -->`, `<!doctype html>`, '<html>', '<head>'];
  if (kept.title !== undefined) lines.push(`<title>${escapeText(kept.title)}</title>`);
  for (const child of document.head?.children ?? []) if (wanted.has(child)) write(child, wanted, kept, lines, 0);
  lines.push('</head>', '<body>');
  for (const child of document.body?.children ?? []) if (wanted.has(child)) write(child, wanted, kept, lines, 0);
  lines.push('</body>', '</html>', '');
  return lines.join('\n');
}

/** Keeps the shape that selectors need (order among siblings of a kind), and says nothing else. */
function write(element: Element, wanted: ReadonlySet<Node>, kept: KeptPage, lines: string[], depth: number): void {
  const pad = '  '.repeat(Math.min(depth, 12));
  const script = kept.scripts.get(element);
  if (script !== undefined) {
    lines.push(`${pad}<script${attributesOf(element, kept)}>${script.replaceAll('</', String.raw`<\/`)}</script>`);
    return;
  }
  const name = element.localName;
  const open = `${pad}<${name}${attributesOf(element, kept)}>`;
  if (['meta', 'link', 'img', 'input', 'br', 'hr', 'source'].includes(name)) {
    lines.push(open);
    return;
  }
  if (kept.texts.has(element)) {
    lines.push(`${open}${escapeText(safeText(element.textContent ?? ''))}</${name}>`);
    return;
  }
  lines.push(open);
  if (element.shadowRoot !== null && wanted.has(element.shadowRoot)) {
    lines.push(`${pad}  <template shadowrootmode="open">`);
    writeChildren(element.shadowRoot, wanted, kept, lines, depth + 2);
    lines.push(`${pad}  </template>`);
  }
  writeChildren(element, wanted, kept, lines, depth + 1);
  lines.push(`${pad}</${name}>`);
}

/** Elements in between are left as empty ones: `:nth-of-type` and `+` still find their way. */
function writeChildren(parent: ParentNode, wanted: ReadonlySet<Node>, kept: KeptPage, lines: string[], depth: number): void {
  const children = Array.from(parent.children);
  const last = children.findLastIndex((child) => wanted.has(child));
  const pad = '  '.repeat(Math.min(depth, 12));
  for (const child of children.slice(0, Math.min(last + 1, 60))) {
    if (wanted.has(child)) write(child, wanted, kept, lines, depth);
    else if (/^[a-z][a-z0-9-]*$/.test(child.localName) && !['script', 'style', 'input', 'img', 'link', 'meta'].includes(child.localName)) lines.push(`${pad}<${child.localName}></${child.localName}>`);
  }
}

const structural: ReadonlySet<string> = new Set(['id', 'class', 'role', 'itemprop', 'property', 'name', 'type', 'data-testid', 'data-test-id', 'data-test', 'data-qa', 'data-uia', 'data-t', 'data-automationid']);

function attributesOf(element: Element, kept: KeptPage): string {
  const chosen = kept.attributes.get(element);
  const isForm = /^(?:input|textarea|select|option|button|form)$/.test(element.localName);
  return Array.from(element.attributes)
    .map(({ name, value }) => ({ name, value: chosen?.has(name) === true ? value : isForm ? '' : neededPart(element, name, value, kept.selectors) }))
    .filter(({ name, value }) => value !== '' || chosen?.has(name) === true)
    .map(({ name, value }) => ` ${name}="${escapeText(safeText(value)).replaceAll('"', '&quot;')}"`)
    .join('');
}

/** What passes for a mail address, a token or a long number inside text that is kept. */
export function safeText(text: string): string {
  return text
    .slice(0, 2_000)
    .replaceAll(/[\w.+-]+@[\w-]+\.[\w.-]+/g, 'someone@example.org')
    .replaceAll(/\beyJ[\w-]{8,}(?:\.[\w-]+){0,2}/g, 'token')
    .replaceAll(/\b(?:sk|pk|ghp|xox[a-z])[_-][\w-]{8,}/g, 'token')
    .replaceAll(/\b[0-9a-f]{24,}\b/gi, 'token')
    .replaceAll(/(?<=[?&](?:token|auth|key|sig|signature|session|sid|jwt|access_token|user|email)=)[^&#\s]+/gi, 'token')
    .replaceAll(/\+?\d[\d\s().-]{9,}\d/g, (number) => (number.replaceAll(/\D/g, '').length > 9 ? '0' : number));
}

/** Of an attribute what a selector asks for: of a class list those classes; nothing of what nobody asks for. */
function neededPart(element: Element, name: string, value: string, selectors: string): string {
  if (!structural.has(name)) return '';
  if (element.localName === 'meta' || element.localName === 'script') return name === 'class' || name === 'id' ? '' : value;
  const parts = name === 'class' ? value.split(/\s+/) : [value];
  return parts.filter((part) => part.length < 200 && selectors.includes(part)).join(' ');
}

function parentOf(node: Node): Node | null {
  return node.parentNode ?? ('host' in node ? (node as ShadowRoot).host : null);
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
