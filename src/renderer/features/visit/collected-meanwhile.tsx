// Says that another window finished a collection for which a time, or a reason, was typed here: what it recorded, and what was typed.
import { useEffect } from 'react';
import type { VisitDetail } from '../../../contract/views.ts';
import { formatName } from '../../../domain/person-name.ts';
import { mayBeOwnDoing, type Sending } from '../../host/use-seen.ts';
import { Overtaken } from '../../shared/drafts/overtaken.tsx';
import { useCollectionDraft } from './collection-draft.ts';

/** `collect` is this window's own command, whose doing is not told; `meanwhile` says how the visit stands now, and by whom. */
export function CollectedMeanwhile(props: { visit: VisitDetail; collect: Sending; meanwhile: string }) {
  const { visit, collect } = props;
  const { entry, isEmpty, forget } = useCollectionDraft(visit.id);
  const isOver = visit.deskState !== 'collecting';
  const isFinished =
    visit.collectedAtMs !== null && (visit.deskState === 'collected' || visit.deskState === 'left');
  const typed = [entry.time ?? '', entry.reason].filter((text) => text.trim() !== '').join(' · ');
  const isTold = isFinished && typed !== '' && !mayBeOwnDoing(collect);
  useEffect(() => {
    // While this window's own command is under way it is not known yet who finished it. Of a collection that was broken off, a time
    // typed then is not the time of the next one.
    if (isOver && !isEmpty && !isTold && !collect.busy) forget();
  }, [isOver, isEmpty, isTold, collect.busy, forget]);
  if (!isTold) return null;
  const who = visit.person ? formatName(visit.person) : 'This visit';
  return (
    <Overtaken title={`${who} is collected already`} words={props.meanwhile} typed={typed} onClose={forget} />
  );
}
