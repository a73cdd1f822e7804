// The first-run tour: offered at the foot of the screen, shown as a card beside the work, left at any moment. It never covers what
// it speaks of and never stops anybody from working.
import { Compass } from 'lucide-react';
import { useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useSession } from '../host/use-session.ts';
import { useTour } from '../shared/tour-store.ts';
import { Button } from '../ui/button.tsx';
import { focusHeading } from '../ui/focus-heading.ts';
import { useTextSize, zoomOf } from '../ui/text-size.ts';
import { isDialogUp } from './shortcuts.ts';
import { TOUR_STEPS, type TourStep } from './tour-steps.ts';
import css from './tour.module.css';

/** Offers the tour to whoever opens a training desk for the first time. */
export function TourOffer() {
  const session = useSession();
  const { offered, step, start, leave } = useTour();
  if (!offered || step !== null || session?.mode !== 'training') return null;
  return (
    <p className={css.offer}>
      <Compass aria-hidden="true" size={18} /> New here?
      <Button size="small" onClick={start}>
        Take the tour
      </Button>
      <Button size="small" look="quiet" onClick={leave}>
        Not now
      </Button>
    </p>
  );
}

export function Tour() {
  const number = useTour((state) => state.step);
  const step = number === null ? undefined : TOUR_STEPS[number];
  if (number === null || !step) return null;
  return <Card number={number} step={step} />;
}

function Card({ number, step }: { number: number; step: TourStep }) {
  const { goTo, leave: end } = useTour();
  const card = useRef<HTMLElement>(null);
  const leave = useCallback((): void => {
    // Whoever is at work elsewhere keeps the focus there.
    const hasFocus = card.current?.contains(document.activeElement) ?? false;
    end();
    // The keys go on at the screen that the card spoke of.
    if (hasFocus) focusHeading();
  }, [end]);
  const [place, navigate] = useLocation();
  const next = useRef<HTMLButtonElement>(null);
  const id = useId();
  const last = number === TOUR_STEPS.length - 1;
  const frame = useFrame(step.target, place);

  useEffect(() => {
    navigate(step.path);
    next.current?.focus();
  }, [navigate, step]);

  // Heard at the window: whoever goes on working beside the card leaves it without going back to it. What opened over it comes first.
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented && !isDialogUp()) leave();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [leave]);

  return (
    <>
      {frame && <div aria-hidden="true" className={css.frame} style={frame} />}
      <section
        ref={card}
        role="dialog"
        data-beside-work=""
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-text`}
        className={css.card}
      >
        <p className={css.count}>
          {number + 1} of {TOUR_STEPS.length}
        </p>
        <h2 id={`${id}-title`}>{step.title}</h2>
        <p id={`${id}-text`}>{step.text}</p>
        <div className={css.buttons}>
          <Button look="quiet" onClick={leave}>
            Leave the tour
          </Button>
          {number > 0 && <Button onClick={() => goTo(number - 1)}>Back</Button>}
          <Button look="main" ref={next} onClick={() => (last ? leave() : goTo(number + 1))}>
            {last ? 'Done' : 'Next'}
          </Button>
        </div>
      </section>
    </>
  );
}

/** Where the framed part is; null while it is not on the screen. */
function useFrame(target: string, place: string) {
  const [frame, setFrame] = useState<Record<'left' | 'top' | 'width' | 'height', number> | null>(null);
  useLayoutEffect(() => {
    const measure = (): void => {
      const box = document.querySelector(`[data-tour="${target}"]`)?.getBoundingClientRect();
      // Measured on the screen, but written as lengths of the enlarged page.
      const zoom = zoomOf(useTextSize.getState().size);
      const { left = 0, top = 0, width = 0, height = 0 } = box ?? {};
      setFrame(
        box ? { left: left / zoom, top: top / zoom, width: width / zoom, height: height / zoom } : null,
      );
    };
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, [target, place]);
  return frame;
}
