// Pictures of the page for docs/pictures, from the story that the tests of the page have.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { findChromium } from '../test/chromium.ts';
import { servePage } from '../test/page-server.ts';
import { emptyStory, PROGRAM, type Story, tellStory } from '../test/ui-story.ts';
import { tellWeek } from './picture-story.ts';

const DAY = 24 * 3_600_000;
const OUT = process.argv[2] ?? join(import.meta.dirname, '..', 'docs', 'pictures');
/** The pages that the documentation shows; the first also as others see it. */
const SERIES = [
  {
    name: '',
    paths: ['now?all=1', 'projects', 'sessions', 'session', 'search?q=webhooks', 'told', 'kept'],
    colorScheme: 'light',
    width: 1240,
    height: 860,
  },
  { name: '-dark', paths: ['now?all=1'], colorScheme: 'dark', width: 1240, height: 860 },
  { name: '-phone', paths: ['now?all=1'], colorScheme: 'light', width: 390, height: 844 },
] as const;

const folder = mkdtempSync(join(tmpdir(), 'cortex-pictures-'));
const program = findChromium();
if (!program) throw new Error('No Chromium is installed here.');
// Late on a working day, wherever it is taken.
const now = new Date().setHours(16, 40, 0, 0);
try {
  const story = emptyStory(folder);
  await tellStory(story, now - 7 * DAY, true);
  const running = await tellWeek(story, now);
  await takePictures(
    { ...story, env: { ...story.env, CORTEX_NOW: new Date(now).toISOString() } },
    program,
  );
  for (const agent of running) await agent.end();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function takePictures({ shop, env }: Story, executablePath: string): Promise<void> {
  mkdirSync(OUT, { recursive: true });
  const { server, url } = await servePage(PROGRAM, { cwd: shop, env });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    for (const { name, paths, colorScheme, width, height } of SERIES) {
      const page = await browser.newPage({
        viewport: { width, height },
        colorScheme,
        reducedMotion: 'reduce',
      });
      await page.clock.setFixedTime(now);
      await page.goto(url);
      await page.waitForSelector('.lane .bar');
      for (const path of paths) {
        await open(page, url.split('#')[0]!, path);
        await page.waitForTimeout(200);
        const file = join(OUT, `${path.split('?')[0]}${name}.png`);
        await page.screenshot({ path: file });
        // A third of the size, where the program is installed.
        spawnSync('pngquant', [
          '--force',
          '--speed',
          '1',
          '--quality',
          '60-95',
          '--ext',
          '.png',
          file,
        ]);
      }
      await page.close();
    }
  } finally {
    await browser.close();
    server.kill();
  }
}

async function open(page: Page, origin: string, path: string): Promise<void> {
  await page.goto(`${origin}#/${path === 'session' ? 'sessions' : path}`);
  await page.waitForSelector('main h1');
  await page.waitForSelector('[aria-busy]', { state: 'detached' });
  if (path.startsWith('search')) await page.waitForSelector('.hit');
  if (path !== 'session') return;
  await page.click('.session a');
  await page.waitForSelector('.story');
}
