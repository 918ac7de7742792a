export interface PostgresPlaces {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly exists?: (path: string) => boolean;
  readonly list?: (path: string) => string[];
}
export function findPostgres(places?: PostgresPlaces): string | undefined;
