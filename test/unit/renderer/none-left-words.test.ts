// Why the key that prints labels prints none: said of labels on their way, of those that wait, and of those that need somebody.
import { describe, expect, it } from 'vitest';
import type { LabelView } from '../../../src/contract/views.ts';
import { noneLeftWords } from '../../../src/renderer/features/visit/label-rules.ts';

const label = (state: LabelView['state'], waitsForPrinter = false) => ({ state, waitsForPrinter });

describe('why no label is left to print', () => {
  it('says of one that is on its way that it is', () => {
    expect(noneLeftWords([label('printed'), label('queued')])).toMatch(/on its way to the printer already/);
  });

  it('says of one that waits for its printer that it goes out by itself', () => {
    expect(noneLeftWords([label('problem', true), label('queued')])).toMatch(/goes out by itself/);
  });

  it('asks for attention where only a person can go on, whatever else there is', () => {
    for (const state of ['problem', 'may-exist'] as const)
      expect(noneLeftWords([label('problem', true), label('queued'), label(state)])).toMatch(
        /needs attention/,
      );
  });

  it('says that all are printed where they are', () => {
    expect(noneLeftWords([label('printed'), label('unacknowledged')])).toMatch(
      /^Every label is printed already/,
    );
  });
});
