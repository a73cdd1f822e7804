// A text once nobody types any more.
import { useEffect, useState } from 'react';

/** The text as it was when it last stayed the same for `pauseMs`. */
export function useSettled(text: string, pauseMs: number): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(text), pauseMs);
    return () => window.clearTimeout(timer);
  }, [text, pauseMs]);
  return settled;
}
