// The player of the demonstration cinema. It follows the parameters of the address (see cinema.ts) and shows the
// next episode in the same page.
const video = document.querySelector('video');
const screen = document.querySelector('#screen');
const adBreak = document.querySelector('.ad-break');
const next = document.querySelector('[data-testid="next"]');
const wishes = new URLSearchParams(location.search);
let work = await (await fetch(`/works/${document.querySelector('main').dataset.work}`)).json();

next.addEventListener('click', () => void showNext());
video.addEventListener('ended', () => {
  if (wishes.has('next') && adBreak.hidden) void showNext();
});
// A new source starts at normal speed again.
video.addEventListener('loadedmetadata', setRate);
setRate();
describe();
if (wishes.has('ad')) await showAd(Number(wishes.get('ad')));
if (wishes.has('autoplay')) await play();

function setRate() {
  video.playbackRate = Number(wishes.get('rate') ?? 1);
}

/** Plays another film for some seconds in the same player, as an advertisement does. */
async function showAd(seconds) {
  screen.dataset.playing = 'ad';
  adBreak.hidden = false;
  video.src = '/film.webm?work=ad';
  await play();
  await new Promise((resolve) => {
    video.addEventListener('timeupdate', function check() {
      if (video.currentTime < seconds) return;
      video.removeEventListener('timeupdate', check);
      resolve();
    });
  });
  adBreak.hidden = true;
  screen.dataset.playing = 'feature';
  video.src = work.film;
}

async function showNext() {
  if (work.next === null) return;
  work = await (await fetch(`/works/${work.next}`)).json();
  history.pushState(null, '', `${work.path}${location.search}`);
  document.title = work.documentTitle;
  document.querySelector('main').dataset.work = work.id;
  for (const name of ['title', 'subtitle', 'about', 'year']) {
    document.querySelector(`[data-testid="${name}"]`).textContent = String(work[name]);
  }
  describe();
  video.src = work.film;
  await play();
}

function describe() {
  next.hidden = work.next === null;
  navigator.mediaSession.metadata = new MediaMetadata({
    title: work.subtitle || work.title,
    artist: work.subtitle ? work.title : '',
  });
}

async function play() {
  // A browser can refuse autoplay with sound; then the user presses play.
  await video.play().catch(() => undefined);
}
