import { useAnswer } from './use-answer';

/** Maps ids of sites to their names; to the id itself while the names load and for an unknown site. */
export function useSiteNames(): (siteId: string) => string {
  const { value: sites } = useAnswer('sites.list', {});
  const names = new Map(sites?.map(({ id, name }) => [id, name]));
  return (siteId) => names.get(siteId) ?? siteId;
}
