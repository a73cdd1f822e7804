// What a role may not do is shown as such where it is offered, and not only said once it was refused: whatever sends an operation
// that the table of permissions refuses to a role asks `useMayNot` for it, and what that says reaches a control or the screen.
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { refusedTo } from '../../../src/domain/permissions.ts';
import { ROLES } from '../../../src/domain/staff.ts';

const renderer = resolve(import.meta.dirname, '../../../src/renderer');
const refused = [...new Set(ROLES.flatMap((role) => Object.keys(refusedTo(role))))].sort();

/** Hooks that send for a component: the files of the components that offer it. */
const OFFERED_IN: Readonly<Record<string, readonly string[]>> = {
  'features/activity/use-save-activity.ts': ['features/activity/activity.tsx'],
  'features/outbox/use-choices.ts': ['features/outbox/use-choices.ts'],
};
/** An operation of a hook, or of a screen, that is offered elsewhere than the others that it sends. */
const OFFERED_APART: Readonly<Record<string, readonly string[]>> = {
  'features/visit/visit-screen.tsx visits.collect': ['features/visit/collection-panel.tsx'],
  'features/walk-in/use-hold.ts walkIn.hold': ['features/walk-in/walk-in.tsx'],
  'features/walk-in/use-hold.ts walkIn.release': ['features/walk-in/held-slot.tsx'],
};

const sources = new Map(
  globSync('**/*.{ts,tsx}', { cwd: renderer }).map((file) => {
    const code = readFileSync(resolve(renderer, file), 'utf8');
    return [file, ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)];
  }),
);

function nodesOf(source: ts.Node): ts.Node[] {
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return nodes;
}

/** The operation of `useCommand('…')` and the like; null for another node. */
function operationOf(node: ts.Node, callees: readonly string[]): string | null {
  if (!ts.isCallExpression(node) || !callees.includes(node.expression.getText())) return null;
  const [first] = node.arguments;
  return first && ts.isStringLiteral(first) ? first.text : null;
}

/** Where an operation is sent: the files, by the operation. */
const sentFrom = new Map<string, string[]>();
for (const [file, source] of sources) {
  for (const node of nodesOf(source)) {
    const name = operationOf(node, ['useCommand', 'useQuery', 'desk.ask', 'desk.command']);
    if (name === null || !refused.includes(name)) continue;
    sentFrom.set(name, [...new Set([...(sentFrom.get(name) ?? []), file])]);
  }
}

/** Whether the answer of `useMayNot` for an operation decides in this file what is shown, or whether a control can be used. */
function shows(file: string, operation: string): boolean {
  const source = sources.get(file);
  if (!source) throw new Error(`${file} is gone: correct the table of this test`);
  const nodes = nodesOf(source);
  const known = new Set<string>();
  const isAbout = (node: ts.Node): boolean =>
    nodesOf(node).some(
      (part) =>
        operationOf(part, ['useMayNot']) === operation || (ts.isIdentifier(part) && known.has(part.text)),
    );
  // What is worked out from it is about it as well, such as why a button is blocked.
  for (let before = -1; before !== known.size;) {
    before = known.size;
    for (const node of nodes) {
      if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) {
        if (!ts.isArrowFunction(node.initializer) || /\bblocked|mayNot/i.test(node.name.text))
          if (isAbout(node.initializer)) known.add(node.name.text);
      }
    }
  }
  return nodes.some((node) => {
    if (ts.isJsxAttribute(node)) return node.name.getText() === 'blocked' && isAbout(node);
    // A screen, or a part of it, that stands in place of the form.
    if (ts.isIfStatement(node)) {
      return isAbout(node.expression) && nodesOf(node.thenStatement).some(ts.isJsxElement);
    }
    // A hook that says it with what it offers.
    if (ts.isMethodDeclaration(node)) return node.name.getText() === 'blocked' && isAbout(node);
    // Not even asked of the engine.
    return (
      operationOf(node, ['useQuery']) === operation &&
      ts.isCallExpression(node) &&
      node.arguments.slice(1).some(isAbout)
    );
  });
}

/** Whether a screen that is refused what it shows says so: the error of the question is shown. */
function saysItsRefusal(file: string, operation: string): boolean {
  const nodes = nodesOf(sources.get(file)!);
  return nodes.some((node) => {
    if (!ts.isVariableDeclaration(node) || !node.initializer) return false;
    if (operationOf(node.initializer, ['useQuery']) !== operation) return false;
    const error = `{${node.name.getText()}.error}`;
    return nodes.some(
      (other) =>
        ts.isJsxAttribute(other) &&
        other.parent.parent.getText().startsWith('<ErrorNotice') &&
        other.initializer?.getText() === error,
    );
  });
}

describe('what a role may not do is shown where it is offered', () => {
  it('for many operations', () => {
    expect(refused.length).toBeGreaterThan(45);
  });

  it.each(refused)('%s', (operation) => {
    const files = sentFrom.get(operation) ?? [];
    expect(files, `nothing sends ${operation}: is it called in another way?`).not.toEqual([]);
    for (const file of files) {
      const places = OFFERED_APART[`${file} ${operation}`] ?? OFFERED_IN[file] ?? [file];
      for (const place of places) {
        const isShown = shows(place, operation) || (place === file && saysItsRefusal(file, operation));
        expect(isShown, `${place} offers ${operation} and does not say whom it is not for`).toBe(true);
      }
    }
  });
});
