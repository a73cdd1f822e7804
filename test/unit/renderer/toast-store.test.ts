// Notes of what was just done: the way back stays for as long as it was promised.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  notify,
  openRecord,
  undoLast,
  undoLastOrSay,
  useToasts,
} from '../../../src/renderer/ui/toast-store.ts';

const words = () => useToasts.getState().toasts.map((toast) => toast.words);

describe('short notes', () => {
  beforeEach(() => useToasts.setState({ toasts: [], openRecord: null }));

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

  it('keep the key of “Undo” from what was done with another record than the open one', () => {
    const undo = vi.fn();
    notify('Collection started: SMITH, Ann', undo, 'smith');
    const close = openRecord('mensah');
    expect(undoLastOrSay()).toBe(false);
    expect(undo).not.toHaveBeenCalled();
    expect(words()).toEqual([
      'Collection started: SMITH, Ann',
      expect.stringMatching(/^The last step was on another visit/),
    ]);
    close();
    // On a list, where nobody is open, the key takes it back; so it does at the record itself, and what is about none everywhere.
    expect(undoLastOrSay()).toBe(true);
    for (const of of ['mensah', null]) {
      notify('one', undo, of);
      openRecord('mensah');
      expect(undoLastOrSay()).toBe(true);
    }
    expect(undo).toHaveBeenCalledTimes(3);
  });
});
