// Whether a reference of training chooses what was meant: asked only once it looks like one.
import { skip, useQuery } from '../../host/use-query.ts';
import { useSession } from '../../host/use-session.ts';
import { knownCodes } from '../../shared/products/known-codes.ts';
import { referenceDoubt } from '../../shared/words/scenario-doubts.ts';

/** What is to be said at the field of a reference; undefined for nothing. Outside training a reference chooses nothing. */
export function useReferenceDoubt(reference: string): string | undefined {
  const isTraining = useSession()?.mode === 'training';
  const isAsked = isTraining && /^\s*test:/i.test(reference);
  const training = useQuery('training.get', isAsked ? {} : skip).value;
  const told = useQuery('service.scenarios', isAsked ? {} : skip).value;
  const choices = useQuery('catalogue.choices', isAsked ? {} : skip).value;
  if (!isAsked) return undefined;
  return (
    referenceDoubt(reference, {
      scenarios: told?.scenarios.map(({ name }) => name) ?? training?.scenarios ?? [],
      timings: told?.timings.flatMap(({ name }) => name ?? []) ?? [],
      codes: knownCodes(choices),
    }) ?? undefined
  );
}
