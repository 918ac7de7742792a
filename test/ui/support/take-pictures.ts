import { mkdir, writeFile } from 'node:fs/promises';
import { defined } from '../../../src/core/values/defined';
import type { Look } from '../../support/browser/action-bubble';
import { DRAWN, openBubbles, type Bubbles } from './open-bubbles';
import { openViews, type ViewOptions, type Views } from './open-view';
import { prepareShot, shots, type Shot } from './shots';
import { takePanels } from './take-panels';

export interface PictureOptions {
  readonly folder: string;
  /** Parts of names; empty: all. */
  readonly wanted: readonly string[];
  /** Default: each view in its own, which is mostly English. */
  readonly language?: string | undefined;
  /** Twice the font size that the browser sets by default. */
  readonly large: boolean;
  readonly forcedColors: boolean;
  /** Default: both. */
  readonly theme?: 'light' | 'dark' | undefined;
  /** The popup in the panel of Firefox, in each of its statuses, instead of all views in Chromium. */
  readonly firefox?: boolean | undefined;
}

const WIDTHS = { '-narrow': 400, '-wide': 1_280 };

/** Takes a picture of every view and state, light and dark. Returns how many. */
export async function takePictures(options: PictureOptions): Promise<number> {
  await mkdir(options.folder, { recursive: true });
  const all = shots().filter(
    ({ name }) => options.wanted.length === 0 || options.wanted.some((part) => name.includes(part)),
  );
  if (options.firefox === true) return takePanels(options.folder);
  const [popups, pages] = [all.filter(isPopup), all.filter((shot) => !isPopup(shot))];
  const inBubble = popups.length > 0 ? await takePopups(popups, options) : 0;
  return inBubble + (pages.length > 0 ? await takePages(pages, options) : 0);
}

const isPopup = ({ scene }: Shot) => scene.path.startsWith('popup');

/** In the real bubble, whose size is that of its content. */
async function takePopups(all: readonly Shot[], options: PictureOptions): Promise<number> {
  const bubbles = await openBubbles();
  let count = 0;
  try {
    for (const shot of all)
      for (const theme of themesOf(options)) {
        await writeFile(
          nameOf(shot, theme, options),
          await takePopup(bubbles, shot, { ...lookOf(options), theme }, options),
        );
        count += 1;
      }
  } finally {
    await bubbles.close();
  }
  return count;
}

async function takePopup(
  bubbles: Bubbles,
  { scene, steps = [] }: Shot,
  look: Look,
  { language }: PictureOptions,
): Promise<Buffer> {
  const forcedColors = look.forcedColors === true || scene.forcedColors === true;
  const bubble = await bubbles.show({ ...scene, ...defined({ language }) }, { ...look, forcedColors });
  for (const step of steps) await ('click' in step ? bubble.click(step.click) : bubble.waitFor(step.shown));
  await bubble.evaluate(DRAWN);
  return bubble.screenshot();
}

function themesOf({ theme }: PictureOptions): readonly ('light' | 'dark')[] {
  return theme === undefined ? ['light', 'dark'] : [theme];
}

function lookOf({ large, forcedColors }: PictureOptions) {
  return { fontSize: large ? 32 : 16, forcedColors } satisfies Look;
}

async function takePages(all: readonly Shot[], options: PictureOptions): Promise<number> {
  const views = await openViews(lookOf(options).fontSize);
  let count = 0;
  try {
    for (const shot of all)
      for (const theme of themesOf(options))
        for (const [suffix, width] of Object.entries(WIDTHS)) {
          await takePage(views, shot, nameOf(shot, suffix.slice(1) + '-' + theme, options), {
            theme,
            width,
            forcedColors: options.forcedColors,
            ...defined({ language: options.language }),
          });
          count += 1;
        }
  } finally {
    await views.close();
  }
  return count;
}

async function takePage(views: Views, shot: Shot, path: string, look: Partial<ViewOptions>): Promise<void> {
  const view = await views.open({ ...shot.scene, ...look });
  try {
    await prepareShot(shot, view.page, view.text);
    await view.page.screenshot({ path, animations: 'disabled' });
  } finally {
    await view.close();
  }
}

function nameOf(
  { name }: Shot,
  look: string,
  { folder, language, large, forcedColors }: PictureOptions,
): string {
  const parts = [name, look, language, large ? 'large' : undefined, forcedColors ? 'forced' : undefined];
  return `${folder}${parts.filter((part) => part !== undefined).join('-')}.png`;
}
