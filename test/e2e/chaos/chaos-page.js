// Plays `plan` (a TabPlan with its key) and records what was played in `truth`. Runs as a plain script.
// `plan.resume`: what an earlier page of this tab has recorded, which goes on.
const video = document.querySelector('video');
const truth = plan.resume?.truth ?? { parts: [], done: false };
window.truth = truth;
let index = truth.parts.length - 1;
let step = plan.resume?.step ?? 0;
let pausing = false;
/** When this page was opened. One that is restored has been open all the time. */
let opened = Date.now();
let now = truth.parts[index];
/** Seconds that the part has played before the video was loaded. */
let playedBefore = now?.playedSeconds ?? 0;
/** The same when this page was opened or restored, where a new session begins. */
let playedThen = playedBefore;
/** When the position last changed, and how many frames had been shown by then. */
let moved = { at: Date.now(), frames: 0 };

if (!document.prerendering) begin();
else {
  document.addEventListener('prerenderingchange', begin);
  void fetch(`/prerendered?tab=${plan.key}`, { method: 'POST' });
}

function begin() {
  opened = Date.now();
  if (now === undefined) beginNext();
  else {
    showTitle(plan.parts[index]);
    load(plan.parts[index], now.position);
  }
  setInterval(continuePlan, 40);
  // A browser that is killed lets no page say its last words.
  if (plan.seat !== undefined) setInterval(() => tell(fetchTruth), 250);
}

addEventListener('pagehide', () => {
  sample();
  // What an earlier page of this tab has begun was left with that page.
  if (now?.begun !== undefined) now.firstStay ??= (Date.now() - now.begun) / 1000;
  tell((url, text) => navigator.sendBeacon(`${url}&last`, text));
});
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted || truth.done) return;
  pausing = false;
  playedThen = now.playedSeconds;
  now.restored = true;
  void video.play();
});

function tell(send) {
  send(`/truth?tab=${plan.key}`, JSON.stringify({ ...truth, step }));
}

function fetchTruth(url, body) {
  void fetch(url, { method: 'POST', body, keepalive: true }).catch(() => undefined);
}

function beginNext() {
  const part = plan.parts[index + 1];
  const { lag = 0 } = part;
  const change = () => {
    beginPart(part);
    if (lag > 0) setTimeout(() => showTitle(part), lag * 1000);
    load(part, part.from);
  };
  if (lag <= 0) showTitle(part);
  if (lag >= 0) return change();
  pausing = true;
  setTimeout(() => {
    pausing = false;
    change();
  }, -lag * 1000);
}

function beginPart(part) {
  index += 1;
  step = 0;
  playedBefore = 0;
  playedThen = 0;
  moved = { at: Date.now(), frames: 0 };
  now = {
    viewing: part.viewing,
    rate: part.rate,
    lag: Math.max(0, part.lag ?? 0),
    early: Math.max(0, -(part.lag ?? 0)),
    openFor: (Date.now() - opened) / 1000,
    samples: 0,
    position: part.from,
    duration: 0,
    played: [],
    playedSeconds: 0,
    visitSeconds: 0,
    highest: 0,
    passed: [],
    begun: Date.now(),
    at: Date.now(),
  };
  truth.parts.push(now);
}

function showTitle({ work }) {
  const shown = document.querySelector('#now-playing');
  shown.dataset.tmdb = String(work.tmdb);
  shown.querySelector('.title').textContent = work.title;
  shown.querySelector('.subtitle').textContent =
    work.type === 'episode' ? `S${work.season}:E${work.number} Part ${work.number}` : '';
}

function load(part, from) {
  video.src = `/${part.work.film}.webm?work=${index}`;
  video.addEventListener(
    'loadedmetadata',
    () => {
      if (from > 0) video.currentTime = from;
      video.playbackRate = part.rate;
      void video.play();
    },
    { once: true },
  );
}

/** Records the state of the player; the played ranges are those of the element. */
function sample() {
  if (now === undefined || video.readyState < 1 || video.seeking) return;
  const played = [];
  for (let range = 0; range < video.played.length; range++)
    played.push([video.played.start(range), video.played.end(range)]);
  const seconds = playedBefore + played.reduce((sum, [from, to]) => sum + to - from, 0);
  const position = video.currentTime;
  const frames = video.getVideoPlaybackQuality().totalVideoFrames;
  if (position !== now.position) moved = { at: Date.now(), frames };
  // Firefox may show a film that was restored from its cache and state the same position all the time.
  else if (frames > moved.frames + 24 && Date.now() > moved.at + 2_000) now.stuck = true;
  Object.assign(now, {
    position,
    duration: video.duration,
    played,
    playedSeconds: seconds,
    visitSeconds: Math.max(now.visitSeconds, seconds - playedThen),
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
    case 'away':
      pausing = true;
      go(next.to, 'back');
      break;
    case 'finish':
      if (index + 1 === plan.parts.length) finish();
      else {
        // Should the browser be killed before the next part begins, this step is done once more.
        step -= 1;
        beginNext();
      }
  }
}

function finish() {
  if (plan.ending === 'pause-close') video.pause();
  truth.done = true;
  if (plan.seat === undefined) return;
  if (plan.ending === 'navigate') go('same-site', 'seat');
  else if (plan.ending === 'other-site') go('other-site', 'seat');
  else {
    tell(fetchTruth);
    setTimeout(() => {
      close();
      // A browser that does not let a script close the window.
      setTimeout(() => go('same-site', 'seat'), 1_500);
    }, 100);
  }
}

/** To a page of this or another site, which goes back, or asks what this seat shows next. */
function go(where, then) {
  const host = where === 'other-site' ? `https://${plan.otherHost}` : '';
  location.href = `${host}/between?then=${then}&seat=${plan.seat}`;
}

function stateOf({ ended, paused }) {
  if (ended) return 'ended';
  return paused ? 'paused' : 'playing';
}
