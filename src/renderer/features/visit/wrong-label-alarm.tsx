// The alarm that a label must not go on this tube. It covers everything, and nothing else can be done until a person
// says that they have seen it.
import { OctagonAlert, Volume2, VolumeX } from 'lucide-react';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useCommand } from '../../host/use-command.ts';
import { useTimeZone } from '../../host/use-session.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { useDeliberatePresses, type DeliberatePresses } from '../../shared/scanning/deliberate-press.ts';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { identityWords, ownerWords } from '../../shared/visit/whose-label.ts';
import { useSound } from '../../ui/alarm-sound.ts';
import { Button } from '../../ui/button.tsx';
import css from './wrong-label-alarm.module.css';
import { showWrongLabels, useWrongLabels } from './wrong-label-store.ts';
import type { WrongLabel, WrongLabels } from './wrong-label-store.ts';
import { Unbroken } from '../../ui/unbroken.tsx';

export function WrongLabelAlarm() {
  const { wrong, number } = useWrongLabels();
  const presses = useDeliberatePresses();
  // Made anew for each alarm: an answer to one that comes right after another would count as its double click, and reach nobody.
  return wrong && <Alarm key={number} wrong={wrong} presses={presses} />;
}

function Alarm({ wrong: { visit, labels }, presses }: { wrong: WrongLabels; presses: DeliberatePresses }) {
  const { scansMeanwhile } = useWrongLabels();
  const timeZone = useTimeZone();
  const confirm = useCommand('labels.confirmTubesChecked');
  const mayNot = useMayNot('labels.confirmTubesChecked');
  const sound = useSound();
  useEffect(() => presses.drop, [presses]);

  async function answer(): Promise<void> {
    const confirmed = await confirm.run({ visitId: visit.id, codes: labels.map(({ code }) => code) });
    // What was scanned at another window meanwhile is named first, and answered by itself.
    if (confirmed.ok) showWrongLabels(visit, confirmed.value.wrongLabels);
  }

  return (
    // Neither Escape nor a click beside it is an answer.
    <ModalOverlay isOpen isDismissable={false} isKeyboardDismissDisabled className={css.veil ?? ''}>
      <Modal className={css.frame ?? ''}>
        <Dialog role="alertdialog" className={css.alarm ?? ''}>
          <OctagonAlert aria-hidden="true" size={56} />
          <Heading slot="title" className={css.title ?? ''}>
            {labels.length === 1 ? 'Wrong label' : `${labels.length} wrong labels`}
          </Heading>
          {/* Title and answer stay in sight, however many there are. What was scanned last is at the beginning, which is seen first. */}
          <div
            className={css.labels}
            {...(labels.length > 1 && { role: 'group', 'aria-label': 'What was scanned', tabIndex: 0 })}
          >
            {labels.toReversed().map((label) => (
              <p key={label.code} className={css.words}>
                {whyWrong(label, visit, timeZone)}
              </p>
            ))}
          </div>
          <p className={css.words}>{whatToDo(labels)} This has been recorded.</p>
          {scansMeanwhile > 0 && (
            <p className={css.words} role="status">
              {scansMeanwhile === 1 ? 'Another scan was' : `${scansMeanwhile} other scans were`} not taken.
              Confirm first, then scan again.
            </p>
          )}
          {confirm.error && <ErrorNotice error={confirm.error} />}
          <div className={css.actions}>
            <Button
              size="large"
              autoFocus
              busy={confirm.busy}
              blocked={mayNot}
              onClick={(event) => presses.press(event, () => void answer())}
            >
              I have checked the tubes
            </Button>
            <Button
              look="quiet"
              className={css.sound}
              icon={sound.on ? <Volume2 /> : <VolumeX />}
              onClick={(event) => presses.press(event, () => sound.set(!sound.on))}
            >
              {sound.on ? 'Sound is on' : 'Sound is off'}
            </Button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function whyWrong(wrong: WrongLabel, visit: WrongLabels['visit'], timeZone: string): ReactNode {
  const code = <code className={css.code}>{wrong.code}</code>;
  const here = (
    <strong>{visit.person ? <Unbroken text={identityWords(visit.person)} /> : 'the open visit'}</strong>
  );
  const owner = wrong.belongsTo;
  switch (wrong.why) {
    case 'another-visit':
      return (
        <>
          {code} belongs to{' '}
          <strong>
            {owner ? <Unbroken text={ownerWords(owner, visit.person, timeZone)} /> : 'another visit'}
          </strong>
          , not to {here}.
        </>
      );
    case 'unknown':
      return (
        <>
          {code} is no label of {here}.
        </>
      );
    case 'out-of-date':
      return <>{code} was printed for this visit before its person or its code changed. It is out of date.</>;
    case 'shared-code':
      return <>{code} stands for two patients. Nobody can tell whose tube this is.</>;
    default:
      return wrong.why satisfies never;
  }
}

function whatToDo(labels: readonly WrongLabel[]): string {
  const outOfDate = labels.filter(({ why }) => why === 'out-of-date').length;
  if (labels.length === 1) {
    return outOfDate === 1
      ? 'Destroy the label, and check every tube again.'
      : 'Do not put it on this tube. Take the label off and check every tube again.';
  }
  return `Do not put any of them on a tube of this visit. Take them off${outOfDate > 0 ? ', destroy what is out of date,' : ''} and check every tube again.`;
}
