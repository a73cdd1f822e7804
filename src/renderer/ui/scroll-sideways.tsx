// Something that may be wider than its place, such as a table in a narrow window.
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import css from './scroll-sideways.module.css';

/**
 * Scrolls what does not fit from side to side, for the keyboard as well: while something is out of sight the place is a stop of the
 * Tab key, and the arrow keys move it (WCAG 2.2, 2.1.1). While all is in sight it is none. `label`: what a screen reader calls it there.
 */
export function ScrollSideways(props: {
  label: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  const place = useRef<HTMLDivElement>(null);
  const [isCut, setCut] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const look = (): void => setCut(element.scrollWidth > element.clientWidth);
    // Its own size follows the window, and the content's follows what comes into it.
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    for (const child of element.children) sizes.observe(child);
    return () => sizes.disconnect();
  }, []);
  const stop = isCut ? { tabIndex: 0, role: 'group', 'aria-label': props.label } : {};
  return (
    <div ref={place} className={classNames(css.place, props.className)} {...stop}>
      {props.children}
    </div>
  );
}
