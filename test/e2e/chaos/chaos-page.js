// Plays `plan` (a TabPlan with its key) and records what was played in `truth`. Runs as a plain script.
const video = document.querySelector('video');
const truth = { parts: [], done: false };
window.truth = truth;
let index = -1;
let step = 0;
let pausing = false;
let now;

beginNext();
setInterval(continuePlan, 40);
addEventListener('pagehide', () => {
  sample();
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

/** Records the state of the player; the played ranges are those of the element. */
function sample() {
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
  // All states in which the work can count as watched: position, seconds played, time.
  if (position >= video.duration * 0.9) {
    const last = now.passed.at(-1);
    if (last === undefined || position > last[0]) now.passed.push([position, seconds, Date.now()]);
  }
}

function continuePlan() {
  sample();
  if (pausing || truth.done || video.seeking || video.readyState < 1) return;
  const next = plan.parts[index].steps[step];
  if (next === undefined || (video.currentTime < next.at && !video.ended)) return;
  step += 1;
  switch (next.do) {
    case 'pause':
      pausing = true;
      video.pause();
      setTimeout(() => {
        pausing = false;
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
