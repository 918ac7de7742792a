/** Whether a transform of the definition parses seasons and episodes, for which it needs `SeasonWords`. */
export function usesSeasonWords(definition: unknown): boolean {
  // The key of the transform, which JSON escapes inside of a string, so that no text can contain it.
  return JSON.stringify(definition).includes('"seasonEpisode":');
}
