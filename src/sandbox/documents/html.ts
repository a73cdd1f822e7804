// Writes HTML. Texts go through `escaped`, so that no name can add markup or scripts.
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);

/**
 * A whole page. `title` is escaped here; `style` and `body` are used as they are, so the caller must have escaped them.
 */
export const htmlDocument = (page: { title: string; style: string; body: string }): string =>
  `<!doctype html>
<html lang="en-GB">
<head><meta charset="utf-8"><title>${escaped(page.title)}</title><style>${page.style}</style></head>
<body>${page.body}</body>
</html>
`;
