// What a page begins with must do as an ordinary script what it did as a module, and modules that come later must get the same things.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { build } from 'vite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { asFirstScript, firstScripts } from '../../../build/first-scripts.ts';

interface Page {
  readonly run: (code: string) => unknown;
  readonly shared: Record<string, Record<string, unknown>>;
}

function page(): Page {
  const shared = {};
  const context = createContext({
    drawdeskFirst: shared,
    document: { currentScript: { src: 'http://desk/a.js' }, createElement: () => ({}) },
  });
  return { run: (code) => runInContext(code, context), shared };
}

describe('one script', () => {
  it('leaves for others what it exports, under the names outside', () => {
    const { run, shared } = page();
    run(
      asFirstScript(
        'assets/a.js',
        'var t=1;function n(){return t+1}class r{}export{t as a,n as default,r as class}',
      ).code,
    );
    const { a, default: inDefault, class: inClass } = shared['assets/a.js'] ?? {};
    expect(a).toBe(1);
    expect((inDefault as () => number)()).toBe(2);
    expect(new (inClass as new () => object)()).toBeInstanceOf(inClass);
  });

  it('takes what it imports from an earlier one, and keeps everything else to itself', () => {
    const { run, shared } = page();
    run(asFirstScript('assets/a.js', 'var t=1;export{t as a}').code);
    run(
      asFirstScript('assets/b.js', 'import"./c.js";import{a as t}from"./a.js";var n=t+1;export{n as b}').code,
    );
    expect(shared['assets/b.js']).toEqual({ b: 2 });
    expect(run('typeof t+typeof n')).toBe('undefinedundefined');
  });

  it('knows its own address, and is as strict as a module', () => {
    const { run, shared } = page();
    run(
      asFirstScript(
        'assets/a.js',
        'var t=new URL2(import.meta.url);function URL2(x){this.x=x}function f(){return this}var n=f();export{t as a,n as b}',
      ).code,
    );
    expect(shared['assets/a.js']).toMatchObject({ a: { x: 'http://desk/a.js' }, b: undefined });
  });

  it('has a module in its place that passes everything on', () => {
    const { module } = asFirstScript('assets/a.js', 'var t=1,n=2;export{t as a,n as default}');
    expect(module).toBe(
      'const{a:$0,default:$1}=globalThis.drawdeskFirst["assets/a.js"];export{$0 as a,$1 as default};',
    );
  });

  it.each([
    ['changes later what it exports', 'let t=1;function n(){t=2}export{t as a,n as b}', 'changes it later'],
    [
      'changes it in a loop of a function',
      'let t=[];const n=()=>{for(t of[1]);};export{t as a,n as b}',
      'changes it later',
    ],
    ['waits', 'const t=await 1;export{t as a}', 'await'],
    ['exports what another has', 'export{a}from"./b.js"', 'does not declare|exports where it declares'],
    ['exports everything of another', 'export*from"./b.js"', 'not had before'],
    ['takes another whole', 'import*as t from"./b.js";export{t as a}', 'not had before'],
    ['has what would be a comment', 'var t=1,n=2,r=t<!--n;export{r as a}', 'comment of HTML'],
  ])('is refused where it %s', (_, code, words) => {
    expect(() => asFirstScript('assets/a.js', code)).toThrow(new RegExp(words));
  });

  it('may set while it runs what it exports, and use the same short name elsewhere', () => {
    const { run, shared } = page();
    const code = 'let t;for(const x of[1,2])t=x;function n(t){t=5;return t}export{t as a,n as b}';
    run(asFirstScript('assets/a.js', code).code);
    expect(shared['assets/a.js']).toMatchObject({ a: 2 });
  });
});

describe('a page', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'drawdesk-first-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  async function built(
    sources: Record<string, string>,
    plugins = [firstScripts('ahead')],
  ): Promise<Record<string, string>> {
    for (const [name, text] of Object.entries(sources)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const out = join(folder, 'out');
    await build({
      configFile: false,
      logLevel: 'silent',
      root: folder,
      base: './',
      plugins,
      build: {
        outDir: out,
        modulePreload: { polyfill: false },
        rollupOptions: { output: { codeSplitting: { groups: [{ name: 'ahead', test: /ahead\.js$/ }] } } },
      },
    });
    const files = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.includes('.'),
    );
    return Object.fromEntries(files.map((name) => [name, readFileSync(join(out, name), 'utf8')]));
  }

  const INDEX =
    '<!doctype html><html><head><script type="module" src="/main.js"></script></head><body></body></html>';

  const SOURCES = {
    'index.html': INDEX,
    'ahead.js': 'export const list=[];list.push("ahead");',
    'main.js':
      'import{list}from"./ahead.js";list.push("main");globalThis.result=list;globalThis.later=()=>import("./later.js");',
    'later.js': 'import{list}from"./ahead.js";export const later=list;',
  };

  it('has two ordinary scripts, the short one at once and the other one after the page, and no module', async () => {
    const files = await built(SOURCES);
    const html = files['index.html'] ?? '';
    const scripts = [...html.matchAll(/<script( defer)? src="\.\/([^"]+)"><\/script>/g)];
    expect(scripts.map(([, defer]) => defer)).toEqual([undefined, ' defer']);
    expect(html).not.toMatch(/type="module"|modulepreload/);
    const { run } = page();
    for (const [, , file = ''] of scripts) run(files[file] ?? '');
    expect(run('result.join()')).toBe('ahead,main');
    // What comes later finds the same list, by a module that is there.
    const [, later = ''] = Object.entries(files).find(([name]) => /later-/.test(name)) ?? [];
    const [, from = ''] = /from"\.\/([^"]+)"/.exec(later.replaceAll(' ', '').replaceAll("'", '"')) ?? [];
    expect(files[`assets/${from}`]).toContain('globalThis.drawdeskFirst');
  });

  it('has no file under a name that it has as a module: a browser that kept that one would go on using it', async () => {
    const names = async (plugins?: []): Promise<string[]> =>
      Object.keys(await built(SOURCES, plugins)).filter((name) => name.endsWith('.js'));
    const modules = await names([]);
    expect(modules.length).toBeGreaterThan(1);
    expect((await names()).filter((name) => modules.includes(name))).toEqual([]);
  });

  it('is refused where what runs ahead loads something that needs what comes behind it', async () => {
    const ahead = 'export const list=[];list.push("ahead");globalThis.soon=()=>import("./later.js");';
    await expect(built({ ...SOURCES, 'ahead.js': ahead })).rejects.toThrow('runs ahead');
  });

  it('may have nothing that runs ahead', async () => {
    const files = await built({ 'index.html': INDEX, 'main.js': 'globalThis.result=7;' });
    expect(files['index.html']).toMatch(
      /<head>\s*<script defer src="\.\/assets\/first-[\w-]{8}\.js"><\/script>/,
    );
  });
});
