// The key that undoes from within a field as well: the letter Z with Alt, on every keyboard, and nothing else.
import { describe, expect, it } from 'vitest';
import { isUndoChord } from '../../../src/renderer/app/shortcuts.ts';

const ALT_Z = {
  key: 'z',
  code: 'KeyZ',
  altKey: true,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  repeat: false,
};

describe('the undo of what was just done', () => {
  it('is Alt and the letter, wherever the layout has that letter', () => {
    expect(isUndoChord(ALT_Z)).toBe(true);
    expect(isUndoChord({ ...ALT_Z, key: 'Z' })).toBe(true);
    // A German keyboard has Z where others have Y, and Y where they have Z.
    expect(isUndoChord({ ...ALT_Z, key: 'z', code: 'KeyY' })).toBe(true);
    expect(isUndoChord({ ...ALT_Z, key: 'y', code: 'KeyZ' })).toBe(false);
  });

  it('goes by the key’s place where Alt types another character', () => {
    expect(isUndoChord({ ...ALT_Z, key: 'Ω' })).toBe(true);
    expect(isUndoChord({ ...ALT_Z, key: 'я' })).toBe(true);
    // How “Żak” is typed on a Polish Mac.
    expect(isUndoChord({ ...ALT_Z, key: 'ż' })).toBe(false);
  });

  it('is neither the letter alone, nor the undo of typing, nor a key held down', () => {
    expect(isUndoChord({ ...ALT_Z, altKey: false })).toBe(false);
    expect(isUndoChord({ ...ALT_Z, altKey: false, ctrlKey: true })).toBe(false);
    expect(isUndoChord({ ...ALT_Z, ctrlKey: true })).toBe(false);
    expect(isUndoChord({ ...ALT_Z, repeat: true })).toBe(false);
  });
});
