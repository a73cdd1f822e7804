// Notes of what was just done: the way back stays for as long as it was promised.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { notify, undoLast, undoLastOrSay, useToasts } from '../../../src/renderer/ui/toast-store.ts';

const words = () => useToasts.getState().toasts.map((toast) => toast.words);

describe('short notes', () => {
  beforeEach(() => useToasts.setState({ toasts: [] }));

  it('keep the one that can be undone, however many plain ones follow', () => {
    const undo = vi.fn();
    notify('checked in', undo);
    for (const code of ['a', 'b', 'c']) notify(`${code} is right`);
    expect(words()).toEqual(['checked in', 'b is right', 'c is right']);
    expect(undoLast()).toBe(true);
    expect(undo).toHaveBeenCalledOnce();
    expect(words()).toEqual(['b is right', 'c is right']);
    expect(undoLast()).toBe(false);
  });

  it('let “Undo” take back the last action, and show no note twice', () => {
    const first = vi.fn();
    const second = vi.fn();
    notify('one', first);
    notify('two', second);
    notify('three');
    notify('three');
    expect(words()).toEqual(['two', 'three']);
    undoLast();
    expect(first).not.toHaveBeenCalled();
    expect(second).toHaveBeenCalledOnce();
  });

  it('tell whoever presses the key of “Undo” too late that nothing was undone', () => {
    const undo = vi.fn();
    notify('checked in', undo);
    expect(undoLastOrSay()).toBe(true);
    expect(undo).toHaveBeenCalledOnce();
    expect(words()).toEqual([]);
    expect(undoLastOrSay()).toBe(false);
    expect(undoLastOrSay()).toBe(false);
    expect(words()).toEqual([expect.stringMatching(/^Nothing to undo now/)]);
    expect(undo).toHaveBeenCalledOnce();
  });
});
