// Slots are asked for anew when a screen with an old answer opens: others book them, and no event tells of it.
import { useEffect, useRef } from 'react';
import { serviceNowMs } from '../../host/service-clock.ts';

/** An answer that is younger is not asked for again when somebody goes back and forth between two screens. */
const YOUNG_MS = 30_000;

const isOld = (asOfMs: number): boolean => Math.abs(serviceNowMs() - asOfMs) > YOUNG_MS;

/**
 * Asks again, once for each question, when the answer that a screen opens with is old. What is shown stays until then.
 *
 *     const calendar = useQuery('slots.month', { month, locationId });
 *     useReadAnew(calendar.value?.asOfMs ?? null, calendar.refresh);
 */
export function useReadAnew(asOfMs: number | null, refresh: () => void): void {
  // Each question has its own `refresh`. An answer that stays old, as while the service does not answer, is no reason to go on asking.
  const looked = useRef<(() => void) | null>(null);
  useEffect(() => {
    if (asOfMs === null || looked.current === refresh) return;
    looked.current = refresh;
    if (isOld(asOfMs)) refresh();
  }, [asOfMs, refresh]);
}
