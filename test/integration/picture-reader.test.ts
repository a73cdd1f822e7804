// Bar codes on pictures of a camera, read in the background thread.
import { createCanvas, loadImage } from '@napi-rs/canvas';
import bwipjs from 'bwip-js/node';
import { afterAll, describe, expect, it } from 'vitest';
import { createPictureReader } from '../../src/adapters/picture-reader.ts';
import { silentLog } from '../support/silent-log.ts';

const reader = createPictureReader(silentLog);
afterAll(() => reader.close());

/** Codes on a grey desk, one below the other, as a camera sees them. */
async function photo(
  codes: readonly { readonly bcid: string; readonly text: string }[],
  turn = 0,
): Promise<Buffer> {
  const canvas = createCanvas(1_280, 720);
  const context = canvas.getContext('2d');
  context.fillStyle = '#b9b4aa';
  context.fillRect(0, 0, 1_280, 720);
  context.translate(640, 360);
  context.rotate(turn);
  for (const [index, { bcid, text }] of codes.entries()) {
    const bars = await loadImage(
      await bwipjs.toBuffer({
        bcid,
        text,
        scale: 3,
        height: 14,
        paddingwidth: 12,
        paddingheight: 6,
        backgroundcolor: 'FFFFFF',
      }),
    );
    context.drawImage(bars, -bars.width / 2, (index - codes.length / 2) * (bars.height + 40));
  }
  return canvas.toBuffer('image/jpeg', 60);
}

describe('a picture', () => {
  it.each([
    ['code128', 'DRW-7K2M9Q', 0, ']C0DRW-7K2M9Q'],
    ['code128', 'DRW-7K2M9Q', 0.12, ']C0DRW-7K2M9Q'],
    ['code128', 'DRW-7K2M9Q', Math.PI / 2, ']C0DRW-7K2M9Q'],
    ['datamatrix', '7K2M9QAB', 0.2, ']d17K2M9QAB'],
    ['qrcode', 'https://lab.example/DRW-7K2M9Q', 0, ']Q1https://lab.example/DRW-7K2M9Q'],
  ])('of %s “%s”, turned by %d, says what a scanner would send', async (bcid, text, turn, expected) => {
    expect(await reader.codesOn(await photo([{ bcid, text }], turn))).toEqual([expected]);
  });

  it('of two labels says both', async () => {
    const two = await photo([
      { bcid: 'code128', text: 'DRW-7K2M9Q' },
      { bcid: 'code128', text: 'DRW-XYZ234' },
    ]);
    expect([...(await reader.codesOn(two))].sort()).toEqual([']C0DRW-7K2M9Q', ']C0DRW-XYZ234']);
  });

  it.each([
    ['an empty desk', photo([])],
    ['no picture', Promise.resolve(Buffer.from('<svg/>'))],
    ['nothing', Promise.resolve(Buffer.alloc(0))],
    [
      'half a picture',
      photo([{ bcid: 'code128', text: 'DRW-7K2M9Q' }]).then((whole) => whole.subarray(0, 400)),
    ],
  ])('of %s says nothing, and the next one is read', async (_what, given) => {
    expect(await reader.codesOn(await given)).toEqual([]);
    expect(await reader.codesOn(await photo([{ bcid: 'code128', text: 'A1B2C3' }]))).toEqual([']C0A1B2C3']);
  });
});
