// Gathers the licences of everything that is shipped, for the build: each production dependency with its version and the text of
// its licence. A dependency without a licence stops the build.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { LicenceList, ShippedPackage } from '../src/renderer/features/settings/licence-list.ts';

/** Something that is shipped names no licence. */
export class LicenceProblem extends Error {}

/** What is shipped although it is no production dependency: the desktop window's runtime. */
const ALSO_SHIPPED = ['node_modules/electron'];
/** A shorter one is but the licence's name. */
const SHORTEST_TEXT = 60;
const LICENCE_FILE = /^(licen[cs]e|copying|unlicense)(?![a-z])/i;

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      dev: z.boolean().optional(),
      optional: z.boolean().optional(),
      version: z.string().optional(),
    }),
  ),
});
const packageFile = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string().optional(),
  licenses: z.array(z.object({ type: z.string() })).optional(),
});

/**
 * Every package that is shipped from here, by name. Native parts for other systems are not installed here, so they are not shipped
 * from here either. `root` is the project's folder.
 *
 * @throws LicenceProblem for a package that is missing or names no licence
 * @example gatherLicences('.').packages.find(({ name }) => name === 'zod')?.licence // 'MIT'
 */
export function gatherLicences(root: string): LicenceList {
  const { packages } = lockFile.parse(readJson(join(root, 'package-lock.json')));
  const texts: string[] = [];
  const gathered = Object.entries(packages).flatMap(([path, entry]): ShippedPackage[] => {
    const isShipped = path !== '' && (entry.dev !== true || ALSO_SHIPPED.includes(path));
    if (!isShipped) return [];
    const folder = join(root, path);
    if (existsSync(folder)) return [read(folder, texts)];
    if (entry.optional === true) return [];
    throw new LicenceProblem(`${path} is shipped, but it is not installed: run npm ci.`);
  });
  return { packages: gathered.sort((a, b) => a.name.localeCompare(b.name, 'en')), texts };
}

function read(folder: string, texts: string[]): ShippedPackage {
  const { name, version, license, licenses } = packageFile.parse(readJson(join(folder, 'package.json')));
  const text = textOf(folder);
  // A few name it in their text only, in its first line: "MIT License".
  const titled = /^\W*(?:the )?([\w .-]{2,40}?) licen[cs]e\b/i.exec(text ?? '')?.[1];
  const licence = license ?? licenses?.map(({ type }) => type).join(' OR ') ?? titled ?? '';
  if (licence === '') throw new LicenceProblem(`${name} ${version} names no licence.`);
  if (text === null) return { name, version, licence, textIndex: null };
  if (!texts.includes(text)) texts.push(text);
  return { name, version, licence, textIndex: texts.indexOf(text) };
}

/** The licence's file; else the part of the read-me that is headed as the licence; null where there is neither. */
function textOf(folder: string): string | null {
  const names = readdirSync(folder).filter((name) => statSync(join(folder, name)).isFile());
  const file = names.filter((name) => LICENCE_FILE.test(name)).sort()[0];
  if (file !== undefined) return readFileSync(join(folder, file), 'utf8').trim();
  const readMe = names.find((name) => /^readme(\.|$)/i.test(name));
  if (readMe === undefined) return null;
  const part = /^#+\s*licen[cs]e\b[^\n]*\n([\s\S]*?)(?=^#|(?![\s\S]))/im.exec(
    readFileSync(join(folder, readMe), 'utf8'),
  );
  const text = part?.[1]?.trim() ?? '';
  return text.length < SHORTEST_TEXT ? null : text;
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
