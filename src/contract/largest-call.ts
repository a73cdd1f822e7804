// How large a call of a desk operation may be where it comes over a connection: from a browser's window, or from a further desk.

/** In bytes, as JSON in UTF-8: far beyond what anybody types; a paste can exceed it. */
export const LARGEST_CALL_BYTES = 256 * 1024;
