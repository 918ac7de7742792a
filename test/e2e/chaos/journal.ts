import type { LogEntry } from '../../../src/core/status/status';
import type { Fault } from '../../support/server/fault-proxy';
import { z } from 'zod';

/** What happened in a run, by which the cause of a violation is found. */
export interface Journal {
  /** `about`: the key of a tab, or the id of a work at TMDB; absent for what concerns all of them. */
  readonly note: (text: string, about?: string | number) => void;
  /** One request of the extension to the tracker. */
  readonly request: (path: string, body: string, fault: Fault | undefined) => void;
  /** What the worker has logged. */
  readonly addLog: (entries: readonly LogEntry[]) => void;
  /** What was noted about these, and meanwhile about everything. */
  readonly linesAbout: (subjects: readonly (string | number)[]) => readonly string[];
}

interface Note {
  readonly at: number;
  readonly text: string;
  readonly about: string | number | undefined;
}

export function createJournal(): Journal {
  const notes: Note[] = [];
  const note: Journal['note'] = (text, about) => void notes.push({ at: Date.now(), text, about });
  return {
    note,
    request(path, body, fault) {
      const { tmdbId, ...fields } = requestFields.parse(body);
      note(`tracker: ${path.split('?')[0] ?? ''} ${JSON.stringify(fields)} ${fault?.kind ?? ''}`, tmdbId);
    },
    addLog(entries) {
      for (const { at, event, tabId, sessionId = '', detail = '' } of entries)
        notes.push({
          at,
          text: `worker: ${event} ${detail} (tab ${tabId ?? '-'}, ${sessionId.slice(0, 8)})`,
          about: undefined,
        });
    },
    linesAbout(subjects) {
      const own = notes.filter(({ about }) => about !== undefined && subjects.includes(about));
      const [first = Infinity, last = 0] = [own[0]?.at, own.at(-1)?.at];
      return notes
        .filter(
          (one) =>
            own.includes(one) || (one.about === undefined && one.at >= first && one.at <= last + AFTER),
        )
        .toSorted((a, b) => a.at - b.at)
        .map(({ at, text }) => `${new Date(at).toISOString().slice(14, 23)} ${text}`);
    },
  };
}

/** Milliseconds in which the worker still logs what has ended. */
const AFTER = 5_000;

const requestFields = z
  .string()
  .transform((body): unknown => {
    try {
      return JSON.parse(body);
    } catch {
      return {};
    }
  })
  .pipe(
    z
      .object({
        tmdbId: z.number(),
        title: z.string(),
        episodeNumber: z.number(),
        progress: z.number(),
      })
      .partial()
      .catch({}),
  );
