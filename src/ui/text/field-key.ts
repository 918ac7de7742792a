/** Key of the text for a field of the item: `workbench_field_episode_title` for `episodeTitle`. */
export function fieldKey(field: string): string {
  return `workbench_field_${field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
}
