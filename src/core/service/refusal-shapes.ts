// Tells the service's own refusals from those of a gateway before it, which can also answer 404 with JSON. The
// service's error bodies are not published. So, while the service answers well, the desk requests records that cannot
// exist, and learns from the answers what a refusal of this service looks like.
import { errorBody } from '../../wire/error.ts';

const LARGEST_ERROR_BODY_BYTES = 64 * 1024;
/** A new release of the service may refuse in another shape. The newest shapes are kept, older ones are dropped. */
const SHAPES_KEPT = 3;

export interface RefusalShapes {
  /**
   * Whether a body can be the service's own refusal: a JSON object in the shape that was learned, or in the one that
   * the sandbox uses. Before anything was learned every JSON object can be.
   *
   * @example shapes.isOwn(new TextEncoder().encode('{"message":"no Route matched"}'))
   */
  isOwn(body: Uint8Array): boolean;
  /**
   * Takes the bodies of answers to requests that the service must refuse. Nothing is learned unless all have the same
   * shape. Returns the shapes known now, the newest first; keep them for the next start.
   */
  learn(bodies: readonly Uint8Array[]): readonly string[];
  /** Takes over what an earlier run learned. */
  know(shapes: readonly string[]): void;
}

/** A JSON object; null for everything else. */
export function readJsonObject(body: Uint8Array): object | null {
  if (body.length === 0 || body.length > LARGEST_ERROR_BODY_BYTES) return null;
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** The members of an object and the types of their values: `code:string message:string`. */
function shapeOf(body: object): string {
  const typeOf = (value: unknown): string =>
    Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
  return Object.entries(body)
    .map(([name, value]) => `${name}:${typeOf(value)}`)
    .sort()
    .join(' ');
}

export function createRefusalShapes(): RefusalShapes {
  let learned: readonly string[] = [];
  return {
    isOwn(body) {
      const value = readJsonObject(body);
      if (value === null) return false;
      return learned.length === 0 || learned.includes(shapeOf(value)) || errorBody.safeParse(value).success;
    },
    learn(bodies) {
      const shapes = bodies.map((body) => {
        const value = readJsonObject(body);
        return value === null ? null : shapeOf(value);
      });
      const [shape] = shapes;
      if (shape == null || !shapes.every((other) => other === shape)) return learned;
      learned = [shape, ...learned.filter((other) => other !== shape)].slice(0, SHAPES_KEPT);
      return learned;
    },
    know(shapes) {
      learned = shapes.slice(0, SHAPES_KEPT);
    },
  };
}
