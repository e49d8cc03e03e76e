// Pictures of every page for docs/pictures, from a story that is played into a home of its own.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { findChromium } from '../test/chromium.ts';
import { servePage } from '../test/page-server.ts';
import { branchStory, emptyStory, PROGRAM, type Story, tellStory } from '../test/ui-story.ts';

const OUT = join(import.meta.dirname, '..', 'docs', 'pictures');
const PAGES = ['today', 'sessions', 'thread', 'kept', 'search?q=shadow', 'ledger', 'health'];

/** Every page once; the first also as others see it. */
const SERIES = [
  { name: '', paths: PAGES, colorScheme: 'light', width: 1100 },
  { name: '-dark', paths: ['today', 'health'], colorScheme: 'dark', width: 1100 },
  { name: '-narrow', paths: ['today', 'sessions'], colorScheme: 'light', width: 400 },
] as const;

const folder = mkdtempSync(join(tmpdir(), 'cortex-pictures-'));
const program = findChromium();
if (!program) throw new Error('No Chromium is installed here.');
try {
  const story = emptyStory(folder);
  await branchStory(story, Date.now(), true);
  await tellStory(story, Date.now(), true);
  await takePictures(story, program);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function takePictures({ shop, env }: Story, executablePath: string): Promise<void> {
  mkdirSync(OUT, { recursive: true });
  const { server, url } = await servePage(PROGRAM, { cwd: shop, env });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    for (const { name, paths, colorScheme, width } of SERIES) {
      const page = await browser.newPage({
        viewport: { width, height: 720 },
        colorScheme,
        reducedMotion: 'reduce',
      });
      await page.goto(url);
      await page.waitForSelector('.told');
      const take = async (what: string) => {
        await page.waitForTimeout(300);
        await page.screenshot({ path: join(OUT, `${what}${name}.png`) });
      };
      for (const path of paths) {
        await page.goto(`${url.split('#')[0]}#/${path}`);
        await page.waitForSelector('main h1');
        await page.waitForSelector('[aria-busy]', { state: 'detached' });
        await take(path.split('?')[0]!);
        if (path !== 'sessions') continue;
        await page.click('.sessions a');
        await page.waitForSelector('.talk');
        await take('session');
      }
      if (paths === PAGES) {
        await page.goto(`${url.split('#')[0]}#/kept`);
        await page.click('text=more');
        await page.waitForSelector('.plot');
        await take('memory');
      }
      await page.close();
    }
  } finally {
    await browser.close();
    server.kill();
  }
}
