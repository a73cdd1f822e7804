// A screen whose script is there already must not wait: a fallback that was shown stays for 300 ms.
import { createElement, Suspense, type ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { fetchOnDemandWhile, onDemand } from '../../../src/renderer/ui/on-demand.ts';

const Orders: ComponentType = () => createElement('h1', null, 'Orders');
const drawn = (screen: ComponentType): string =>
  renderToString(createElement(Suspense, { fallback: 'Loading' }, createElement(screen)));

it('is drawn at once after its script was fetched ahead', async () => {
  const { component, load } = onDemand(() => Promise.resolve(Orders));
  await load();
  expect(drawn(component)).toContain('Orders');
  expect(drawn(component)).not.toContain('Loading');
});

it('hands on what it is given', async () => {
  const { component, load } = onDemand(() =>
    Promise.resolve(({ code }: { code: string }) => createElement('h1', null, `Visit ${code}`)),
  );
  await load();
  expect(renderToString(createElement(component, { code: 'A1' }))).toContain('Visit A1');
});

it('tells what its script brought once it is there', async () => {
  const { load, loaded } = onDemand(() => Promise.resolve(Orders));
  expect(loaded()).toBeNull();
  await load();
  expect(loaded()).toBe(Orders);
});

it('shows the fallback while its script is on its way', () => {
  const { component } = onDemand(() => new Promise<ComponentType>(() => undefined));
  expect(drawn(component)).toContain('Loading');
});

it('is asked for again when its script could not be had', async () => {
  const fetchComponent = vi
    .fn<() => Promise<ComponentType>>()
    .mockRejectedValueOnce(new Error('The desk is gone.'))
    .mockResolvedValueOnce(Orders);
  const { component, load } = onDemand(fetchComponent);
  await expect(load()).rejects.toThrow('The desk is gone.');
  await load();
  expect(drawn(component)).toContain('Orders');
});

it('is asked for until it is there while it is shown, and not while whoever is asked may not be the desk', async () => {
  vi.useFakeTimers();
  let isThere = true;
  fetchOnDemandWhile(() => isThere);
  const fetchComponent = vi
    .fn<() => Promise<ComponentType>>()
    .mockRejectedValueOnce(new Error('The desk is gone.'))
    .mockRejectedValueOnce(new Error('The desk is gone.'))
    .mockResolvedValueOnce(Orders);
  const { component, loaded } = onDemand(fetchComponent);
  expect(drawn(component)).toContain('Loading');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(fetchComponent).toHaveBeenCalledTimes(2);
  isThere = false;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetchComponent).toHaveBeenCalledTimes(2);
  isThere = true;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(loaded()).toBe(Orders);
  vi.useRealTimers();
});
