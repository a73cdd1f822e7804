// Refusals of the service are told apart from those of something between it and the desk.
import { describe, expect, it } from 'vitest';
import { createRefusalShapes } from '../../../../src/core/service/refusal-shapes.ts';

const bytes = (value: unknown): Uint8Array =>
  new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value));
const own = (id: string): Uint8Array => bytes({ code: 'not_found', message: `no ${id}`, trace: null });
const gateway = bytes({ message: 'no Route matched with those values' });
const sandbox = bytes({ error: { code: 'not_found', message: 'There is no such record.' } });

describe('whose refusal it is', () => {
  it('can be the service’s in any JSON object before anything was learned', () => {
    const shapes = createRefusalShapes();
    expect(shapes.isOwn(gateway)).toBe(true);
    expect(shapes.isOwn(bytes('<html>404</html>'))).toBe(false);
    expect(shapes.isOwn(bytes('[1]'))).toBe(false);
    expect(shapes.isOwn(new Uint8Array())).toBe(false);
  });

  it('is recognised by the members and their types once the service’s own shape is known, whatever they contain', () => {
    const shapes = createRefusalShapes();
    expect(shapes.learn([own('a'), own('b')])).toHaveLength(1);
    expect(shapes.isOwn(own('c'))).toBe(true);
    expect(shapes.isOwn(gateway)).toBe(false);
    expect(shapes.isOwn(bytes({ code: 404, message: 'no', trace: null }))).toBe(false);
    expect(shapes.isOwn(sandbox)).toBe(true);
  });

  it('is not learned from answers that differ, from pages, or from none', () => {
    const shapes = createRefusalShapes();
    expect(shapes.learn([own('a'), gateway])).toEqual([]);
    expect(shapes.learn([bytes('<html>404</html>'), bytes('<html>404</html>')])).toEqual([]);
    expect(shapes.learn([])).toEqual([]);
    expect(shapes.isOwn(gateway)).toBe(true);
  });

  it('is remembered for the next start, and the newest shapes are kept', () => {
    const shapes = createRefusalShapes();
    for (const name of ['a', 'b', 'c', 'd']) shapes.learn([bytes({ [name]: 1 })]);
    const known = shapes.learn([]);
    expect(known).toEqual(['d:number', 'c:number', 'b:number']);
    const next = createRefusalShapes();
    next.know(known);
    expect(next.isOwn(bytes({ a: 1 }))).toBe(false);
    expect(next.isOwn(bytes({ d: 2 }))).toBe(true);
  });
});
