// Labels of generated people in ZPL, from their bytes back to a picture that another program draws: the code read again, every text
// whole, at its place and inside the label, the bars and their quiet zones exact, nothing printed between. In ZPL the printer draws
// texts and bars itself, so each text is compared with the same text drawn by itself. Mistakes that were put into the bytes or the
// picture are found.
import { describe, expect, it } from 'vitest';
import { createDrawText } from '../../../src/adapters/draw-text.ts';
import { zpl } from '../../../src/core/printing/languages/zpl/zpl.ts';
import { layOutLabel, type LabelLayout } from '../../../src/core/printing/layout/label-layout.ts';
import { DEFAULT_LABEL_STOCK, type LabelStock } from '../../../src/core/printing/layout/label-stock.ts';
import { codesOn, faultsOn, printed } from '../../labels/support/printed-label.ts';
import { runLabels } from '../../labels/support/run-labels.ts';
import type { Dots, Person } from '../../support/generated-labels.ts';
import { sampleContent } from '../../support/sample-label.ts';

/** On all designs in turn. Each is drawn whole and text by text, which is slow: `npm run labels` does it for any number. */
const PEOPLE = 112;
const AT_ONCE = 28;
/** Others in each run; a failure names the person. */
const seed = Math.floor(Math.random() * 2 ** 31);
const draw = createDrawText();
const layOut = (person: Person, stock: LabelStock): LabelLayout =>
  layOutLabel(sampleContent({ ...person, training: true }), stock, { language: zpl, draw });

describe('the label of anybody', () => {
  it.each(Array.from({ length: PEOPLE / AT_ONCE }, (_, index) => index * AT_ONCE))(
    `comes out of the bytes as it was laid out, its code is read, and mistakes in it are found: ${AT_ONCE} people from %i on`,
    async (first) => {
      const { read, mutants, failures } = await runLabels({
        seed,
        first,
        people: AT_ONCE,
        languages: ['zpl'],
      });
      expect(failures).toEqual([]);
      // Some are refused, each of them rightly; on every size somebody's label was printed.
      expect(Object.keys(read).length).toBeGreaterThan(7);
      expect(Object.keys(mutants)).toHaveLength(4);
    },
    300_000,
  );
});

describe('a mistake', () => {
  const oliver: Person = {
    firstName: 'James',
    lastName: 'Oliver',
    code: 'DRW-7K2M9Q',
    dateOfBirth: '1984-03-15',
    reprint: false,
  };
  const other: Person = { ...oliver, firstName: 'Maria', lastName: 'Okafor', dateOfBirth: '1991-07-02' };
  const layout = layOut(oliver, DEFAULT_LABEL_STOCK);
  const bars = layout.fields.find((field) => field.kind === 'bars');
  if (!bars) throw new Error('no bars');
  const { plan } = bars;
  const text = new TextDecoder().decode(zpl.encode(layout));
  const faultsIn = (dots: Dots): Promise<string[]> =>
    faultsOn(dots, { language: 'zpl', layout, person: oliver });

  /** What is found where the bytes say something else. */
  async function changed(from: string, to: string): Promise<string[]> {
    expect(text).toContain(from);
    return faultsIn(await printed('zpl', layout, new TextEncoder().encode(text.replace(from, to))));
  }
  /** What is found where the column of dots at x is turned round on the height of the bars. */
  async function turned(x: number): Promise<string[]> {
    const { width, height, black } = await printed('zpl', layout);
    const other = black.slice();
    for (let y = bars!.y; y < bars!.y + bars!.heightDots; y += 1)
      other[y * width + x] = 1 - (other[y * width + x] ?? 0);
    return faultsIn({ width, height, black: other });
  }

  it('is not there in the right one', async () => {
    expect(await faultsIn(await printed('zpl', layout))).toEqual([]);
  });

  it('is found: one bar a dot off, at either end and between', async () => {
    for (const x of [plan.leftDots, plan.leftDots + 7, plan.leftDots + plan.widthDots - 1])
      expect(await turned(x)).toContain('a bar is not whole');
  });

  it('is found: a quiet zone that is cut, on either side', async () => {
    for (const x of [plan.leftDots - 3, plan.leftDots + plan.widthDots + 4])
      expect(await turned(x)).toContain('a quiet zone is not empty');
  });

  it('is found: bars at another place, or of another code', async () => {
    const at = `^FO${plan.leftDots},${bars.y}^BC`;
    expect(await changed(at, `^FO${plan.leftDots - 2 * plan.barDots - 1},${bars.y}^BC`)).not.toEqual([]);
    const wrong = text.replace(`A^FH^FD${oliver.code}`, 'A^FH^FDDRW-7K2M9R');
    expect(await codesOn(await printed('zpl', layout, new TextEncoder().encode(wrong)))).toEqual([
      'DRW-7K2M9R',
    ]);
  });

  it('is found: a name that goes on beyond its place or the label, or is cut', async () => {
    for (const name of [
      'OLIVER, James Maximilian',
      `OLIVER, James${' Maximilian'.repeat(9)}`,
      'OLIVER, Jame',
    ])
      expect(await changed('OLIVER, James', name)).toContain('a text is not whole, or another one');
  });

  it('is found: the texts of two people on one label, line by line', async () => {
    expect(await changed('OLIVER, James', 'OKAFOR, Maria')).toContain('a text is not whole, or another one');
    expect(await changed('15-Mar-1984', '02-Jul-1991')).toContain('a text is not whole, or another one');
    // Both of them over each other, too.
    const name = /\^FO[^\n]*OLIVER, James\^FS/.exec(text)?.[0] ?? '';
    expect(await changed(name, `${name}${name.replace('OLIVER, James', 'OKAFOR, Maria')}`)).toContain(
      'a text is not whole, or another one',
    );
    // The whole of another's label is the wrong one as well, although its texts are whole.
    const others = layOut(other, DEFAULT_LABEL_STOCK);
    expect(
      await faultsOn(await printed('zpl', others), { language: 'zpl', layout: others, person: oliver }),
    ).toEqual(['an identifier is not whole', 'the name is not whole']);
  });
});
