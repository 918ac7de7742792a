import type { Definition, PageDefinition, PlayerDefinition } from './definition';

/** The addresses of the pages and frames on which a definition reads. */
export function pageReach({ pages, frames = [] }: Definition): string[] {
  return [
    ...pages.map(addressOf),
    ...frames.flatMap((frame) => (frame.path === undefined ? [] : [frame.path])),
  ];
}

/**
 * Pages and frames that both have, and in which the later definition takes more for something that is
 * watched.
 */
export function widerPages(before: Definition, after: Definition): string[] {
  const pages = after.pages.filter((page) => {
    const former = before.pages.filter((one) => addressOf(one) === addressOf(page));
    return former.length > 0 && !former.some((one) => isNarrower(one, page));
  });
  const frames = (after.frames ?? []).filter((frame) => {
    const former = (before.frames ?? []).filter((one) => one.hosts.join() === frame.hosts.join());
    return (
      former.length > 0 &&
      !former.some((one) => hasSamePath(one, frame) && isStricter(one.player, frame.player))
    );
  });
  return [...pages.map(addressOf), ...frames.map(({ hosts, path }) => [...hosts, path ?? ''].join(' '))];
}

function addressOf({ match: { host, path, query = {}, hash } }: PageDefinition): string {
  const questions = Object.entries(query).map(([name, pattern]) => `${name}=${pattern}`);
  return [host, path, ...questions.toSorted().map((one) => `?${one}`), hash && `#${hash}`]
    .filter((part) => part !== undefined)
    .join(' ');
}

/** Excludes and asks for at least as much. */
function isNarrower(former: PageDefinition, page: PageDefinition): boolean {
  return (
    includesAll(page.match.exclude ?? [], former.match.exclude ?? []) &&
    includesAll(page.gate ?? [], former.gate ?? []) &&
    isStricter(former.player ?? {}, page.player ?? {})
  );
}

/** Takes no other video, and none that is shorter. */
function isStricter(former: PlayerDefinition, player: PlayerDefinition): boolean {
  return (
    (player.minDuration ?? SHORTEST) >= (former.minDuration ?? SHORTEST) &&
    (former.only === undefined || player.only === true) &&
    isWithin(former, player) &&
    includesAll(player.exclude ?? [], former.exclude ?? [])
  );
}

/** Looks for a video nowhere else. */
function isWithin(former: PlayerDefinition, player: PlayerDefinition): boolean {
  return (
    // With a clock of its own a player may be of any length.
    (player.clock === undefined || former.clock !== undefined) &&
    (player.shadow === undefined || former.shadow === true) &&
    (player.inFrame === undefined || former.inFrame === true)
  );
}

/** Seconds of a player without `minDuration`, as in `content/player`. */
const SHORTEST = 60;

const hasSamePath = (a: { readonly path?: string | undefined }, b: { readonly path?: string | undefined }) =>
  b.path === a.path || (a.path === undefined && b.path !== undefined);

function includesAll(all: readonly unknown[], some: readonly unknown[]): boolean {
  const known = new Set(all.map((one) => JSON.stringify(one)));
  return some.every((one) => known.has(JSON.stringify(one)));
}
