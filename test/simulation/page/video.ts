import { createEvents, type Events } from '../kernel/events';
import type { Scheduler, Task } from '../kernel/scheduler';
import { SimulatedElement } from './document';

/** What is loaded into a player. */
export interface Medium {
  readonly source: string;
  /** Seconds. */
  duration: number;
}

/** Called with each part that really played: seconds of the medium, at their speed. */
export type OnPlayed = (medium: Medium, from: number, to: number, rate: number) => void;

/**
 * A `<video>` on the simulated clock. What it plays is told to the oracle, whatever the scripts see of it.
 */
export class SimulatedVideo extends SimulatedElement {
  readonly own: Events = createEvents();
  medium: Medium | undefined;
  readyState = 0;
  seeking = false;
  ended = false;
  paused = true;
  muted = false;
  loop = false;
  isStalled = false;
  /** It takes a small part of the page. */
  isSmall = false;
  /** The renderer of the page does not run: frozen, asleep, or in the back-forward cache. */
  isHeld = false;
  /** In place of the length, until that is known. */
  statedDuration: number | undefined;
  #rate = 1;
  #position = 0;
  #at = 0;
  #touchedAt = 0;
  #endTask: Task | undefined;
  #gone = false;

  constructor(
    ownerDocument: object,
    private readonly scheduler: Scheduler,
    private readonly bubble: (type: string, video: SimulatedVideo) => void,
    private readonly onPlayed: OnPlayed,
    /** Scripts see a minute of an endless medium at a time. */
    private readonly showsWindows = false,
  ) {
    super('video', { class: 'main' }, '', ownerDocument);
  }

  get addEventListener(): Events['addEventListener'] {
    return this.own.addEventListener;
  }
  get removeEventListener(): Events['removeEventListener'] {
    return this.own.removeEventListener;
  }
  override get isConnected(): boolean {
    return !this.#gone;
  }
  get duration(): number {
    if (this.readyState === 0) return Number.NaN;
    if (this.statedDuration !== undefined) return this.statedDuration;
    return this.showsWindows ? Infinity : (this.medium?.duration ?? Number.NaN);
  }
  get currentSrc(): string {
    return this.medium?.source ?? '';
  }
  get playbackRate(): number {
    return this.#rate;
  }
  get currentTime(): number {
    return this.showsWindows ? this.position % 60 : this.position;
  }
  /** Seconds of the medium. */
  get position(): number {
    this.settle();
    return this.#position;
  }
  override getBoundingClientRect(): { width: number; height: number } {
    return this.isSmall ? { width: 320, height: 180 } : super.getBoundingClientRect();
  }
  get isMoving(): boolean {
    return (
      !this.paused && !this.ended && !this.isStalled && !this.isHeld && !this.seeking && this.readyState > 2
    );
  }

  /** Players show their controls for some seconds after a title has begun, and after what a person does. */
  get showsControls(): boolean {
    const now = this.scheduler.now();
    return this.medium !== undefined && (now - this.#touchedAt < 8_000 || now % 40_000 < 10_000);
  }

  /** Moves the position to where the clock has brought it, and tells the oracle what played. */
  settle(): void {
    const now = this.scheduler.now();
    if (this.isMoving && this.medium !== undefined && now > this.#at) {
      const to = Math.min(this.medium.duration, this.#position + ((now - this.#at) / 1000) * this.#rate);
      if (to > this.#position) this.onPlayed(this.medium, this.#position, to, this.#rate);
      this.#position = to;
    }
    this.#at = now;
  }

  /**
   * Loads another medium in place; it is there after `loadMilliseconds`, at `from` seconds. `goesOn`: of the
   * title that plays, for which the player does not show its controls.
   */
  load(medium: Medium, from: number, loadMilliseconds: number, goesOn = false): void {
    this.settle();
    const had = this.medium !== undefined && this.readyState > 0;
    if (had) this.#emptied();
    this.medium = medium;
    if (had) this.statedDuration = undefined;
    this.#position = 0;
    this.ended = false;
    this.scheduler.after(loadMilliseconds, () => {
      if (this.#gone || this.medium !== medium) return;
      this.settle();
      this.readyState = 4;
      this.#position = from;
      if (!goesOn) this.#touchedAt = this.scheduler.now();
      this.fire('durationchange');
      this.fire('loadedmetadata');
      if (!this.paused) this.fire('playing');
      this.plan();
    });
  }

  #emptied(): void {
    this.readyState = 0;
    this.seeking = false;
    this.isStalled = false;
    // The browser resets the position before the event, as it unloads the medium.
    this.#position = 0;
    this.fire('emptied');
    this.fire('durationchange');
  }

  play(): void {
    this.settle();
    if (!this.paused) return;
    if (this.ended) this.#position = 0;
    this.#touchedAt = this.scheduler.now();
    this.ended = false;
    this.paused = false;
    this.fire('play');
    if (this.readyState > 2 && !this.isStalled) this.fire('playing');
    this.plan();
  }

  pause(): void {
    this.settle();
    if (this.paused) return;
    this.paused = true;
    this.#touchedAt = this.scheduler.now();
    this.fireLater('pause');
    this.plan();
  }

  /** A seek; the picture is there after `milliseconds`. */
  seek(to: number, milliseconds: number): void {
    this.settle();
    if (this.medium === undefined || this.readyState === 0) return;
    const target = Math.max(0, Math.min(to, this.medium.duration));
    const { medium } = this;
    this.seeking = true;
    this.ended = false;
    this.#position = target;
    this.fireLater('seeking');
    this.scheduler.after(milliseconds, () => {
      if (this.#gone || this.medium !== medium || !this.seeking) return;
      this.settle();
      this.#touchedAt = this.scheduler.now();
      this.seeking = false;
      this.fire('seeked');
      if (!this.paused) this.fire('playing');
      this.plan();
    });
  }

  setRate(rate: number): void {
    this.settle();
    this.#rate = rate;
    this.fireLater('ratechange');
    this.plan();
  }

  /** No data: the picture stands, without a pause. */
  stall(isStalled: boolean): void {
    this.settle();
    if (this.isStalled === isStalled || this.readyState === 0) return;
    this.isStalled = isStalled;
    this.readyState = isStalled ? 2 : 4;
    this.fire(isStalled ? 'waiting' : 'playing');
    this.plan();
  }

  /** The length is known from now on. */
  tellDuration(): void {
    this.statedDuration = undefined;
    if (this.readyState > 0) this.fire('durationchange');
  }

  setDuration(duration: number): void {
    this.settle();
    if (this.medium === undefined) return;
    this.medium.duration = duration;
    if (this.readyState > 0) this.fire('durationchange');
    this.plan();
  }

  hold(isHeld: boolean): void {
    this.settle();
    this.#touchedAt = this.scheduler.now();
    this.isHeld = isHeld;
    this.plan();
  }

  remove(): void {
    this.settle();
    this.#gone = true;
    this.paused = true;
    this.scheduler.cancel(this.#endTask);
  }

  /** Sets the moment at which the medium ends. */
  plan(): void {
    this.scheduler.cancel(this.#endTask);
    if (!this.isMoving || this.medium === undefined) return;
    const left = ((this.medium.duration - this.#position) / this.#rate) * 1000;
    this.#endTask = this.scheduler.after(left + 1, () => {
      this.settle();
      if (!this.isMoving || this.medium === undefined) return;
      if (this.medium.duration - this.#position > 0.01) return this.plan();
      this.ended = true;
      this.paused = true;
      this.fire('pause');
      this.fire('ended');
    });
  }

  private fire(type: string): void {
    if (this.#gone) return;
    this.bubble(type, this);
    this.own.dispatch(type, { type, target: this });
  }

  /** Events of methods are tasks of their own: several calls in one task are seen together. */
  private fireLater(type: string): void {
    this.scheduler.after(0, () => this.fire(type));
  }
}
