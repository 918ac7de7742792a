// Plays `plan` (a TabPlan with its key) and keeps the truth about it. Runs in the page as a plain script.
const video = document.querySelector('video');
const truth = { parts: [], done: false };
window.truth = truth;
let index = -1;
let step = 0;
let resting = false;
let now;

beginNext();
setInterval(look, 40);
addEventListener('pagehide', () => {
  note();
  navigator.sendBeacon(`/truth?tab=${plan.key}`, JSON.stringify(truth));
});

function beginNext() {
  index += 1;
  step = 0;
  const part = plan.parts[index];
  const { work } = part;
  now = {
    viewing: part.viewing,
    rate: part.rate,
    samples: 0,
    position: part.from,
    duration: 0,
    played: [],
    playedSeconds: 0,
    highest: 0,
    passed: [],
    at: Date.now(),
  };
  truth.parts.push(now);
  const shown = document.querySelector('#now-playing');
  shown.dataset.tmdb = String(work.tmdb);
  shown.querySelector('.title').textContent = work.title;
  shown.querySelector('.subtitle').textContent =
    work.type === 'episode' ? `S${work.season}:E${work.number} Part ${work.number}` : '';
  video.src = `/${work.film}.webm?work=${index}`;
  video.addEventListener(
    'loadedmetadata',
    () => {
      if (part.from > 0) video.currentTime = part.from;
      video.playbackRate = part.rate;
      void video.play();
    },
    { once: true },
  );
}

/** Takes down where the player stands. What was really played is the player's own account of it. */
function note() {
  if (video.readyState < 1 || video.seeking) return;
  const played = [];
  for (let range = 0; range < video.played.length; range++)
    played.push([video.played.start(range), video.played.end(range)]);
  const seconds = played.reduce((sum, [from, to]) => sum + to - from, 0);
  const position = video.currentTime;
  Object.assign(now, {
    position,
    duration: video.duration,
    played,
    playedSeconds: seconds,
    at: Date.now(),
    state: stateOf(video),
  });
  now.samples += 1;
  now.highest = Math.max(now.highest, position);
  now.rate = Math.max(now.rate, video.playbackRate);
  // Every state in which the item may have counted: where it stood, how much had been played, when.
  if (position >= video.duration * 0.9) {
    const last = now.passed.at(-1);
    if (last === undefined || position > last[0]) now.passed.push([position, seconds, Date.now()]);
  }
}

function look() {
  note();
  if (resting || truth.done || video.seeking || video.readyState < 1) return;
  const next = plan.parts[index].steps[step];
  if (next === undefined || (video.currentTime < next.at && !video.ended)) return;
  step += 1;
  switch (next.do) {
    case 'pause':
      resting = true;
      video.pause();
      setTimeout(() => {
        resting = false;
        void video.play();
      }, next.ms);
      break;
    case 'seek':
      video.currentTime = next.to;
      break;
    case 'rate':
      video.playbackRate = next.rate;
      break;
    case 'finish':
      if (index + 1 < plan.parts.length) beginNext();
      else {
        if (plan.ending === 'pause-close') video.pause();
        truth.done = true;
      }
  }
}

function stateOf({ ended, paused }) {
  if (ended) return 'ended';
  return paused ? 'paused' : 'playing';
}
