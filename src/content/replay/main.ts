import { replaySubmission } from './replay-submission';

async function replayAll(): Promise<void> {
  // One submission after the other: each replay occupies the page.
  // oxlint-disable-next-line no-await-in-loop
  for (const place of document.querySelectorAll<HTMLElement>('[data-replay]')) await replaySubmission(place);
}

void replayAll();
