// HTML that says what it is told and nothing more: every text is escaped.
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);

/** `style` and `body` are taken as they stand. */
export const htmlDocument = (page: { title: string; style: string; body: string }): string =>
  `<!doctype html>
<html lang="en-GB">
<head><meta charset="utf-8"><title>${escaped(page.title)}</title><style>${page.style}</style></head>
<body>${page.body}</body>
</html>
`;
