import { isRecord } from '../../core/values/is-record';

/**
 * Merges a definition file with the platform that it `extends`: the pages, frames and endpoints of a player
 * that several services use. If both have a page of the same `kind`, the file overrides the platform's, one
 * whole field of `item` or `player` at a time. A repair of the platform mends all of its sites. The package,
 * the catalogue and the checks have only merged definitions.
 */
export function withPlatform(file: unknown, platform: unknown): unknown {
  if (!isRecord(file) || !isRecord(platform)) return file;
  const { extends: _extends, ...site } = file;
  const { $schema: _schema, ...base } = platform;
  return {
    ...base,
    ...site,
    pages: pagesOf(recordsIn(site['pages']), recordsIn(base['pages'])),
    ...joined('evidence', base, site),
    ...joined('notes', base, site),
    ...joined('sources', base, site),
  };
}

/** The platform that a definition file extends, such as `platform/hotstar`. */
export function platformOf(file: unknown): string | undefined {
  const name = isRecord(file) ? file['extends'] : undefined;
  return typeof name === 'string' && /^platform\/[a-z][a-z0-9-]{1,39}$/.test(name) ? name : undefined;
}

type DefinitionPart = Readonly<Record<string, unknown>>;

/** The site's pages come first; a platform page without an address of its own is only a base. */
function pagesOf(own: DefinitionPart[], base: DefinitionPart[]): DefinitionPart[] {
  const isOwn = ({ kind }: DefinitionPart) => own.some((page) => page['kind'] === kind);
  return [
    ...own.map((page) => mergePage(base.find(({ kind }) => kind === page['kind']) ?? {}, page)),
    ...base.filter((page) => !isOwn(page) && page['match'] !== undefined),
  ];
}

function mergePage(base: DefinitionPart, page: DefinitionPart): DefinitionPart {
  const merged = (name: string) =>
    isRecord(base[name]) && isRecord(page[name]) ? { [name]: { ...base[name], ...page[name] } } : {};
  return { ...base, ...page, ...merged('values'), ...merged('item'), ...merged('player') };
}

/** The lists of the platform and of the site, joined; nothing if neither has one. */
function joined(name: string, base: DefinitionPart, site: DefinitionPart): DefinitionPart {
  const all = [base[name], site[name]].flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []));
  return all.length === 0 ? {} : { [name]: all };
}

function recordsIn(list: unknown): DefinitionPart[] {
  return Array.isArray(list) ? list.filter(isRecord) : [];
}
