// Whether an element is in sight, or nearly: what is further away is not drawn.
import { useEffect, useState, type RefObject } from 'react';

/** Drawn this far before it comes into sight, so that scrolling does not show empty sheets. */
const AHEAD = '400px 0px';

/** `root` is what scrolls. False until the browser has looked. */
export function useInSight(
  element: RefObject<HTMLElement | null>,
  root: RefObject<HTMLElement | null>,
): boolean {
  const [isInSight, setInSight] = useState(false);
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    const observer = new IntersectionObserver(
      (entries) => setInSight(entries.at(-1)?.isIntersecting === true),
      { root: root.current, rootMargin: AHEAD },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, [element, root]);
  return isInSight;
}
