// Letters such as đ, þ and æ are searched for as they are typed without them; what was indexed before is brought to the same
// form.
const LETTERS = { đ: 'd', ð: 'd', þ: 'th', æ: 'ae', œ: 'oe', ħ: 'h', ı: 'i', ŋ: 'n' } as const;

const plain = Object.entries(LETTERS).reduce(
  (text, [letter, typed]) => `replace(${text}, '${letter}', '${typed}')`,
  'search_key',
);

export const peopleFound = `
UPDATE person SET search_key = ${plain} WHERE search_key GLOB '*[${Object.keys(LETTERS).join('')}]*';
`;
