// Loud and red: this label is not this person's. Over everything until somebody says that they saw it.
import { OctagonAlert, Volume2, VolumeX } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { formatName } from '../../../domain/person-name.ts';
import { useSound } from '../../ui/alarm-sound.ts';
import { Button } from '../../ui/button.tsx';
import css from './wrong-label-alarm.module.css';
import { useWrongLabel } from './wrong-label-store.ts';

export function WrongLabelAlarm() {
  const { wrong, acknowledge } = useWrongLabel();
  const sound = useSound();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (wrong) button.current?.focus();
  }, [wrong]);
  if (!wrong) return null;
  const owner = wrong.belongsTo?.person ?? null;
  const person = wrong.visit.person;
  return (
    <div className={css.veil} data-react-aria-top-layer="true">
      <div className={css.alarm} role="alert">
        <OctagonAlert aria-hidden="true" size={56} />
        <p className={css.title}>Wrong label</p>
        <p className={css.words}>
          <code className={css.code}>{wrong.code}</code>{' '}
          {owner ? (
            <>
              belongs to <strong>{formatName(owner)}</strong>, not to{' '}
            </>
          ) : wrong.belongsTo ? (
            'belongs to another visit of today, not to '
          ) : (
            'is no label of '
          )}
          <strong>{person ? formatName(person) : 'the open visit'}</strong>.
        </p>
        <p className={css.words}>
          Do not put it on this tube. Take the label off and check every tube again. This was recorded.
        </p>
        <div className={css.actions}>
          <Button ref={button} size="large" onClick={acknowledge}>
            I have checked the tubes
          </Button>
          <Button
            look="quiet"
            className={css.sound}
            icon={sound.on ? <Volume2 /> : <VolumeX />}
            onClick={() => sound.set(!sound.on)}
          >
            {sound.on ? 'Sound is on' : 'Sound is off'}
          </Button>
        </div>
      </div>
    </div>
  );
}
