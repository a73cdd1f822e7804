// Brings back the alarm of wrong labels that nobody has answered yet, when their visit is opened; names those that were scanned at
// another window meanwhile; and ends it here when it was answered there.
import { useEffect } from 'react';
import type { VisitDetail } from '../../../contract/views.ts';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { showWrongLabels } from './wrong-label-store.ts';

/** Only for those who may answer it: it covers everything else until then. */
export function useUnansweredAlarm({ id, person, wrongLabels }: VisitDetail): void {
  const mayNotAnswer = useMayNot('labels.confirmTubesChecked') !== null;
  useEffect(() => {
    if (wrongLabels.length === 0 || !mayNotAnswer) showWrongLabels({ id, person }, wrongLabels);
  }, [id, person, wrongLabels, mayNotAnswer]);
}
