// A small panel below the button that opens it: for a look at more, not for entering anything. The browser closes it, by
// Escape, a click beside it or its button, and gives the focus back. It lies outside the place of its button, so that where
// that place is read out as it changes, the panel is not.
import { useId, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import css from './popover.module.css';
import { useTextSize, zoomOf } from './text-size.ts';

const WIDTH_PX = 360;
const GAP_PX = 6;
const EDGE_PX = 12;

/**
 * `button` is what stands in the opening button, `title` the panel's heading. `children` is built only while the panel is
 * open, so that what it asks of the engine is asked then; it gets the way to close the panel.
 * @example <Popover title="Connection: Slow" button="Connection: Slow">{(close) => <Details close={close} />}</Popover>
 */
export function Popover(props: {
  title: string;
  button: ReactNode;
  /** The opening button's look. */
  buttonClass?: string | undefined;
  /** Where the button's own words do not say that there is more to see. */
  buttonDescription?: string | undefined;
  children: (close: () => void) => ReactNode;
}) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);

  function place(): void {
    if (!opener.current || !panel.current) return;
    // Measured on the screen, but written as lengths of the enlarged page.
    const zoom = zoomOf(useTextSize.getState().size);
    const box = opener.current.getBoundingClientRect();
    const [left, bottom] = [box.left / zoom, box.bottom / zoom];
    const most = window.innerWidth / zoom - WIDTH_PX - EDGE_PX;
    panel.current.style.top = `${bottom + GAP_PX}px`;
    panel.current.style.left = `${Math.max(EDGE_PX, Math.min(left, most))}px`;
    panel.current.style.maxHeight = `${window.innerHeight / zoom - bottom - GAP_PX - EDGE_PX}px`;
  }

  return (
    <>
      <button
        ref={opener}
        type="button"
        className={props.buttonClass}
        popoverTarget={id}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-description={props.buttonDescription}
        onClick={(event) => {
          // The second press of a double click would close at once what the first one has opened.
          if (event.detail > 1) event.preventDefault();
        }}
      >
        {props.button}
      </button>
      {createPortal(
        <div
          ref={panel}
          id={id}
          popover="auto"
          className={css.panel}
          role={open ? 'dialog' : undefined}
          aria-labelledby={open ? `${id}-title` : undefined}
          onBeforeToggle={(event) => {
            if (event.newState === 'open') place();
          }}
          onToggle={(event) => setOpen(event.newState === 'open')}
        >
          {open && (
            <>
              <h2 id={`${id}-title`} className={css.title}>
                {props.title}
              </h2>
              {props.children(() => panel.current?.hidePopover())}
            </>
          )}
        </div>,
        document.body,
      )}
    </>
  );
}
