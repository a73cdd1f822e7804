// Whether what has asked something is still on the screen when the answer comes.
import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * Returns a function that is false once the component is gone. An answer may take longer than somebody waits for it: whoever has gone
 * on to something else meanwhile is not taken away from it.
 * @example const isStillHere = useStillHere(); … if (isStillHere()) navigate(links.order(orderId));
 */
export function useStillHere(): () => boolean {
  const isHere = useRef(false);
  useLayoutEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return useCallback(() => isHere.current, []);
}
