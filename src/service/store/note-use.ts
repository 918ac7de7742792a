/**
 * Stores uses without delaying the answer: reading continues while writing fails, such as on a full disk. A
 * failed note is stored at a later use.
 */
export function createUseNotes() {
  /** Notes in progress, since parallel requests of a person note the same. */
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
