export interface Progress {
  /** Seconds. */
  readonly position: number;
  readonly duration: number;
  /** The kind of the status: `scrobbling`, `watched`, … */
  readonly status: string;
}

/** `  0:33 ▕██████████░░░░░░░░▏ 1:00  scrobbling`, with a mark where the tracker counts a film as watched. */
export function progressLine({ position, duration, status }: Progress, width = 40): string {
  const part = duration > 0 ? Math.min(1, Math.max(0, position / duration)) : 0;
  const filled = Math.round(part * width);
  const threshold = Math.floor(0.9 * width);
  const cells = Array.from({ length: width }, (_, index) => {
    if (index < filled) return '█';
    return index === threshold ? '┊' : '░';
  });
  return `  ${clock(position)} ▕${cells.join('')}▏ ${clock(duration)}  ${status}`;
}

function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/**
 * On a terminal it rewrites one line; elsewhere it writes a line only when its key changes, to keep logs
 * short.
 */
export function createLiveLine(output: { readonly isTTY?: boolean; write(text: string): unknown }): {
  show(line: string, key: string): void;
  end(): void;
} {
  let last = '';
  return {
    show(line, key) {
      if (output.isTTY) output.write(`\r\u001b[2K${line}`);
      else if (key !== last) output.write(`${line}\n`);
      last = key;
    },
    end() {
      if (output.isTTY && last !== '') output.write('\n');
    },
  };
}
