// Asks again once the service can be asked again, so that nobody reads "cannot be asked" of a service that answers.
import { useEffect, useRef } from 'react';
import type { AppError } from '../../../domain/app-error.ts';
import { useCutOff } from './use-cut-off.ts';

/** As much of a query as is looked at here; `live`: the service itself has answered, and not what is kept of it. */
interface Asked {
  readonly value: { readonly live: boolean } | null;
  readonly error: AppError | null;
  refresh(): void;
}

/**
 * For answers that no event makes out of date, because only a screen asks for them. One that came from the service is left alone.
 *
 *     const product = useQuery('catalogue.product', { productId });
 *     useAskOnceBack(product);
 */
export function useAskOnceBack({ value, error, refresh }: Asked): void {
  const isCutOff = useCutOff();
  const wasCutOff = useRef(isCutOff);
  const isLacking = value?.live === false || (value === null && error?.kind === 'offline');
  useEffect(() => {
    // What lacks an answer later, while there is a connection, is no reason to go on asking.
    const isBack = wasCutOff.current && !isCutOff;
    wasCutOff.current = isCutOff;
    if (isBack && isLacking) refresh();
  }, [isCutOff, isLacking, refresh]);
}
