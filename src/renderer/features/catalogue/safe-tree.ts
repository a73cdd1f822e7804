// What is left of HTML that nobody trusts: a tree of few kinds of elements without attributes but the addresses of links.
// It is made from a parsed document, never from text, and drawn as React elements, so that nothing of it is ever run. Pure.

/** As much of a parsed node as is looked at; a browser's own nodes are such. */
export interface ParsedNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly nodeValue: string | null;
  readonly childNodes: ArrayLike<ParsedNode>;
  getAttribute?(name: string): string | null;
}

export type SafeElement =
  | 'p'
  | 'br'
  | 'ul'
  | 'ol'
  | 'li'
  | 'strong'
  | 'em'
  | 'sub'
  | 'sup'
  | 'blockquote'
  | 'h3'
  | 'h4'
  | 'table'
  | 'tbody'
  | 'tr'
  | 'th'
  | 'td'
  | 'hr';

export type SafeNode =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'element'; readonly name: SafeElement; readonly children: readonly SafeNode[] }
  | { readonly kind: 'link'; readonly address: string; readonly children: readonly SafeNode[] };

/** What each allowed element becomes. Headings are put below those of the screen. */
const BECOMES: Readonly<Record<string, SafeElement>> = {
  P: 'p',
  DIV: 'p',
  BR: 'br',
  HR: 'hr',
  UL: 'ul',
  OL: 'ol',
  LI: 'li',
  STRONG: 'strong',
  B: 'strong',
  EM: 'em',
  I: 'em',
  SUB: 'sub',
  SUP: 'sup',
  BLOCKQUOTE: 'blockquote',
  H1: 'h3',
  H2: 'h3',
  H3: 'h3',
  H4: 'h4',
  H5: 'h4',
  H6: 'h4',
  TABLE: 'table',
  THEAD: 'tbody',
  TBODY: 'tbody',
  TFOOT: 'tbody',
  TR: 'tr',
  TH: 'th',
  TD: 'td',
};

/** Left out with all that is in them; of every other element that is not allowed the words stay. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'SCRIPT',
  'STYLE',
  'TEMPLATE',
  'NOSCRIPT',
  'IFRAME',
  'OBJECT',
  'EMBED',
  'SVG',
  'MATH',
  'HEAD',
  'TITLE',
  'LINK',
  'META',
  'BASE',
  'FORM',
  'INPUT',
  'BUTTON',
  'SELECT',
  'TEXTAREA',
  'VIDEO',
  'AUDIO',
  'CANVAS',
  'IMG',
  'PICTURE',
  'FRAMESET',
]);

const ELEMENT = 1;
const TEXT = 3;
const MOST_NODES = 4_000;
const DEEPEST = 40;

/** The address of a link that a person may open; null for `javascript:`, `data:`, relative and broken ones. */
export function safeAddress(text: string | null | undefined): string | null {
  const wanted = (text ?? '').trim();
  if (!URL.canParse(wanted)) return null;
  const { protocol, href } = new URL(wanted);
  return protocol === 'https:' || protocol === 'http:' || protocol === 'mailto:' ? href : null;
}

/**
 * HTML in which nothing calls for the page's policy. A parsed document runs nothing, but for each style and handler in it the
 * browser reports that the policy has refused it, and such reports must go on meaning something. What makes the text safe is
 * {@link safeTree} alone.
 * @example withoutCalls('<p onclick="x()">one</p>') // '<p data-onclick="x()">one</p>'
 */
export function withoutCalls(html: string): string {
  return html.replaceAll(/<\/?[a-z][^>]*>/gi, (tag) =>
    tag
      .replace(/^<(\/?)style(?=[\s/>])/i, '<$1template')
      .replaceAll(/([\s/"'])(style|on[a-z]+)(?=\s*=)/gi, '$1data-$2'),
  );
}

/** The children of a parsed node as a safe tree; very long or very deep ones are cut. */
export function safeTree(root: ParsedNode): SafeNode[] {
  const budget = { nodes: MOST_NODES };
  return childrenOf(root, 0, budget);
}

function childrenOf(node: ParsedNode, depth: number, budget: { nodes: number }): SafeNode[] {
  if (depth > DEEPEST) return [];
  return Array.from(node.childNodes).flatMap((child): SafeNode[] => {
    if ((budget.nodes -= 1) < 0) return [];
    if (child.nodeType === TEXT) return [{ kind: 'text', text: child.nodeValue ?? '' }];
    const tag = child.nodeName.toUpperCase();
    if (child.nodeType !== ELEMENT || LEFT_OUT.has(tag)) return [];
    const children = childrenOf(child, depth + 1, budget);
    if (tag === 'A') {
      const address = safeAddress(child.getAttribute?.('href'));
      return address === null ? children : [{ kind: 'link', address, children }];
    }
    const name = Object.hasOwn(BECOMES, tag) ? BECOMES[tag] : undefined;
    return name === undefined ? children : [{ kind: 'element', name, children }];
  });
}
