import { useAnswer } from './use-answer';

/** The names of sites by their ids, for what was stored with an id alone; the id itself until, or where, there is no name. */
export function useSiteNames(): (siteId: string) => string {
  const { value: sites } = useAnswer('sites.list', {});
  const names = new Map(sites?.map(({ id, name }) => [id, name]));
  return (siteId) => names.get(siteId) ?? siteId;
}
