// What stands there now, for what goes on after an answer.
import { useLayoutEffect, useRef, type RefObject } from 'react';

/** The value of the last drawing. What a function knows when it begins may be another one by the time its answer is there. */
export function useLatest<Value>(value: Value): Readonly<RefObject<Value>> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
