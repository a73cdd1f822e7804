// A code is scanned with the camera of the machine. The browser's camera shows a film that the spec makes.
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import bwipjs from 'bwip-js/node';
import { findChromiumOffScreen, OFF_SCREEN_ARGS } from '../../support/chromium.ts';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { button, goTo, namesOnBoard, openVisit, title, trfCodeOf } from './support/desk.ts';

const FILM = join(tmpdir(), `drawdesk-camera-${process.pid}.y4m`);
const WIDTH = 1_280;
const HEIGHT = 720;
const executablePath = findChromiumOffScreen();

test.use({
  launchOptions: {
    args: [
      ...OFF_SCREEN_ARGS,
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${FILM}`,
    ],
    ...(executablePath === null ? {} : { executablePath }),
  },
});

test.afterAll(() => rm(FILM, { force: true }));

/** Writes what the camera shows from its next start on: codes beside each other on a grey desk. */
async function film(codes: readonly string[]): Promise<void> {
  const canvas = createCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext('2d');
  context.fillStyle = '#b9b4aa';
  context.fillRect(0, 0, WIDTH, HEIGHT);
  for (const [index, text] of codes.entries()) {
    const bars = await loadImage(
      await bwipjs.toBuffer({
        bcid: 'code128',
        text,
        scale: 3,
        height: 14,
        paddingwidth: 12,
        paddingheight: 6,
        backgroundcolor: 'FFFFFF',
      }),
    );
    context.drawImage(bars, (WIDTH - bars.width) / 2, 120 + index * (bars.height + 60));
  }
  const { data } = context.getImageData(0, 0, WIDTH, HEIGHT);
  const luma = Buffer.alloc(WIDTH * HEIGHT);
  for (let at = 0; at < luma.length; at += 1) luma[at] = data[at * 4] ?? 0;
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, Buffer.alloc((WIDTH * HEIGHT) / 2, 128)]);
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`);
  await writeFile(FILM, Buffer.concat([head, frame, frame]));
}

test('a form is scanned with the camera; of two codes in the picture none is taken @web', async ({
  page,
}) => {
  const [person = '', other = ''] = await namesOnBoard(page);
  await openVisit(page, person);
  const code = await trfCodeOf(page);
  await openVisit(page, other);
  const otherCode = await trfCodeOf(page);
  await goTo(page, 'Board');

  await film([code, otherCode]);
  const camera = page.getByRole('dialog', { name: 'Scan with the camera' });
  await button(page, 'Scan with the camera').click();
  await expect(camera.getByText('Several codes are in the picture')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(camera).toBeHidden();

  // Alone in the picture it opens the visit, and the camera is off. Found by the palette as well.
  await film([code]);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command' }).fill('camera');
  await expect(page.getByRole('option', { name: 'Scan with the camera' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(title(page, person)).toBeVisible();
  await expect(camera).toBeHidden();
});
