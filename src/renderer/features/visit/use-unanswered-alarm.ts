// Brings back the alarm of a wrong label that nobody has answered yet, when its visit is opened; and ends it here when it was answered
// at another window.
import { useEffect } from 'react';
import type { VisitDetail } from '../../../contract/views.ts';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { raiseWrongLabel, useWrongLabel } from './wrong-label-store.ts';

/** Only for those who may answer it: it covers everything else until then. */
export function useUnansweredAlarm({ id, person, wrongLabel }: VisitDetail): void {
  const mayNotAnswer = useMayNot('labels.confirmTubesChecked') !== null;
  useEffect(() => {
    const { wrong, end } = useWrongLabel.getState();
    if (wrongLabel === null) {
      if (wrong?.visit.id === id) end();
    } else if (!mayNotAnswer) raiseWrongLabel({ visit: { id, person }, ...wrongLabel });
  }, [id, person, wrongLabel, mayNotAnswer]);
}
