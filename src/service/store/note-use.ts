/**
 * Writes that something was used, beside the answer that it is for: reading goes on while nothing can be
 * written, such as on a full disk. What could not be written is noted at a later use.
 */
export function createUseNotes() {
  /** Under way: each page of a person notes the same. */
  const open = new Set<string>();
  return (of: string, write: () => Promise<unknown>): void => {
    if (open.has(of)) return;
    open.add(of);
    void write()
      .catch(() => undefined)
      .finally(() => open.delete(of));
  };
}

export type NoteUse = ReturnType<typeof createUseNotes>;
