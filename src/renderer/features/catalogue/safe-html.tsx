// Shows HTML of the service without trusting it: parsed into a document that runs nothing, and drawn as React elements.
import { createElement, useMemo, type ReactNode } from 'react';
import { ExternalLink } from './external-link.tsx';
import { safeTree, withoutCalls, type ParsedNode, type SafeNode } from './safe-tree.ts';
import css from './catalogue.module.css';

export function SafeHtml({ html }: { html: string }) {
  const tree = useMemo(() => {
    // A parsed document is not part of any window: its scripts do not run, and its pictures are not fetched.
    const parsed = new DOMParser().parseFromString(withoutCalls(html), 'text/html');
    return safeTree(parsed.body as unknown as ParsedNode);
  }, [html]);
  return <div className={css.prose}>{tree.map(drawn)}</div>;
}

const EMPTY: ReadonlySet<string> = new Set(['br', 'hr']);

function drawn(node: SafeNode, key: number): ReactNode {
  if (node.kind === 'text') return node.text;
  const children = node.children.map(drawn);
  if (node.kind === 'link') {
    return (
      <ExternalLink key={key} address={node.address}>
        {children}
      </ExternalLink>
    );
  }
  return EMPTY.has(node.name)
    ? createElement(node.name, { key })
    : createElement(node.name, { key }, children);
}
