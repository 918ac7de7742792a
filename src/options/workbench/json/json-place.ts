/** A value or key in a JSON text and where it stands. */
export interface JsonPlace {
  readonly path: readonly (string | number)[];
  readonly from: number;
  readonly to: number;
  readonly is: 'key' | 'value';
}

/** Where a path such as `pages[0].item.title` stands in the text: the key of its last part, else the nearest thing around it. */
export function placeOf(text: string, path: string): { readonly from: number; readonly to: number } {
  const wanted = [...path.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, key]) =>
    index === undefined ? (key ?? '') : Number(index),
  );
  const places = scanPlaces(text);
  for (let length = wanted.length; length > 0; length--) {
    const part = wanted.slice(0, length);
    const found =
      places.find((place) => place.is === 'key' && same(place.path, part)) ??
      places.find((place) => same(place.path, part));
    if (found !== undefined) return { from: found.from, to: Math.min(found.to, lineEnd(text, found.from)) };
  }
  return { from: 0, to: Math.min(1, text.length) };
}

/** Every key and value with its path, in the order of the text; a broken text up to where it breaks. */
export function scanPlaces(text: string): readonly JsonPlace[] {
  const places: JsonPlace[] = [];
  let at = 0;
  const space = () => {
    while (/\s/.test(text[at] ?? '')) at += 1;
  };
  const string = (): string | undefined => {
    const from = at;
    at += 1;
    while (at < text.length && text[at] !== '"' && text[at] !== '\n') at += text[at] === '\\' ? 2 : 1;
    at = Math.min(at + 1, text.length);
    return text.slice(from + 1, Math.max(from + 1, at - 1));
  };
  const value = (path: readonly (string | number)[]): boolean => {
    space();
    const from = at;
    const index = places.push({ path, from, to: from, is: 'value' }) - 1;
    const done = (ok: boolean) => {
      places[index] = { path, from, to: at, is: 'value' };
      return ok;
    };
    const open = text[at];
    if (open === '"') {
      string();
      return done(true);
    }
    if (open !== '{' && open !== '[') {
      while (at < text.length && !/[\s,\]}]/.test(text[at] ?? '')) at += 1;
      return done(at > from);
    }
    at += 1;
    for (let count = 0; at < text.length; count++) {
      space();
      if (text[at] === '}' || text[at] === ']') {
        at += 1;
        return done(true);
      }
      let key: string | number = count;
      if (open === '{') {
        if (text[at] !== '"') return done(false);
        const start = at;
        key = string() ?? '';
        places.push({ path: [...path, key], from: start, to: at, is: 'key' });
        space();
        if (text[at] !== ':') return done(false);
        at += 1;
      }
      if (!value([...path, key])) return done(false);
      space();
      if (text[at] === ',') at += 1;
      else if (text[at] !== '}' && text[at] !== ']') return done(false);
    }
    return done(false);
  };
  value([]);
  return places;
}

function same(a: readonly (string | number)[], b: readonly (string | number)[]): boolean {
  return a.length === b.length && a.every((part, index) => part === b[index]);
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}
