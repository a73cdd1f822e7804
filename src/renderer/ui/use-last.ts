// The last thing that was there, while the next one is still on its way.
import { useState } from 'react';

/**
 * Keeps what a list shows until the next answer is here. Without it the list would go and come again with every letter
 * that is typed, and take the focus away from a line that somebody is about to press.
 */
export function useLast<Value>(value: Value | null): Value | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}
