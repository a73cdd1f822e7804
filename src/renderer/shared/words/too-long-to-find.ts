// What a search says of a text by which nothing can be found, as when a whole letter was pasted.

export const TOO_LONG_TO_FIND = 'No name and no code is as long as that. Shorten what is looked for.';
