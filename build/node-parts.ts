// Takes what Node itself brings (`node:fs`) without a module around it. To `import` a part of Node makes a module of all that it has, for
// which every part that Node would only load when it is asked for is loaded: WebCrypto, `fetch` with its client, HTTP/2, the performance
// timeline. `process.getBuiltinModule` gives the part as it is.

/** A line of the build: rolldown writes each import on one. */
const IMPORT =
  /^import (?:(?<whole>[\w$]+)|\* as (?<all>[\w$]+)|\{ (?<named>[^}]+) \}|(?<both>[\w$]+), \{ (?<beside>[^}]+) \}) from "(?<part>node:[\w/]+)";$/gm;
const ALONE = /^import "node:[\w/]+";$/gm;

/**
 * The code of a chunk with each import of a part of Node replaced; line for line, so that its source map still fits.
 * @example withPartsOfNode('import { join as at } from "node:path";') // 'const { join: at } = process.getBuiltinModule("node:path");'
 */
export function withPartsOfNode(code: string): string {
  return code.replace(ALONE, '').replace(IMPORT, (...found) => {
    const { whole, all, named, both, beside, part } = found.at(-1) as Record<string, string | undefined>;
    const given = `process.getBuiltinModule(${JSON.stringify(part)})`;
    const taken = (names: string) => `{ ${names.replaceAll(' as ', ': ')} }`;
    if (both !== undefined && beside !== undefined)
      return `const ${both} = ${given}, ${taken(beside)} = ${both};`;
    return `const ${named === undefined ? (whole ?? all) : taken(named)} = ${given};`;
  });
}

/** For the build of the engine's side. */
export function partsOfNode() {
  return { name: 'parts-of-node', renderChunk: withPartsOfNode };
}
