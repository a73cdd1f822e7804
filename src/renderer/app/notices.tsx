// Notices that a person should read before working on, such as a database that was replaced, or clocks that differ.
import { CircleCheck, OctagonAlert, TriangleAlert, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { useSession, type Session } from '../host/use-session.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import css from './notices.module.css';

type Notice = Session['notices'][number];

/** `stop`: work done here now is not kept, so this cannot be put away. `settled`: nobody has to do anything. */
type Weight = 'stop' | 'check' | 'settled';

const ICONS: Readonly<Record<Weight, LucideIcon>> = {
  stop: OctagonAlert,
  check: TriangleAlert,
  settled: CircleCheck,
};

function weightOf(kind: Notice['kind']): Weight {
  if (kind === 'store-lost' || kind === 'store-damaged' || kind === 'disk-stuck' || kind === 'fenced')
    return 'stop';
  // While it is so nothing goes out; the notice goes away with that.
  if (kind === 'works-elsewhere' || kind === 'another-laboratory') return 'stop';
  // What is done now is lost where somebody then makes the desk anew from the copy.
  if (kind === 'copy-ahead' || kind === 'site-held') return 'stop';
  return kind === 'store-mended' ? 'settled' : 'check';
}

/** `isFurther`: the window is at a further desk, which speaks of its site desk: “this machine” is not the one that people sit at. */
function noticeWords(kind: Notice['kind'], isFurther: boolean): { title: string; words: string } {
  switch (kind) {
    case 'store-set-aside':
      return {
        title: 'The desk’s data file was damaged or missing; what there was of it has been kept',
        words: 'Recent work may be missing: compare the board with the people here.',
      };
    case 'store-missing':
      return {
        title: 'The desk’s data file was missing or empty when the desk started',
        words: 'Recent work may be missing: compare the board with the people here.',
      };
    case 'store-behind':
      return {
        title: 'Work that was saved at this desk is missing',
        words:
          'Check today’s visits: compare the board with the people here, and with the labels that were printed.',
      };
    case 'store-copied':
      return {
        title: 'The desk’s data was moved here, or put back from a copy',
        words:
          'If it was put back, recent work may be missing: compare the board with the people here, and with the labels that were printed.',
      };
    case 'store-mended':
      return {
        title: 'The desk’s data file was missing or damaged, and everything that was saved is there again',
        words: 'Go on working, and tell whoever looks after this machine.',
      };
    case 'store-lost':
      return {
        title:
          'Nothing can be saved any more: the desk’s data was removed or taken while the desk is running',
        words: 'Do not go on working here.',
      };
    case 'store-damaged':
      return {
        title: 'The desk’s data file is damaged',
        words:
          'Close Drawdesk and start it again before you go on: it then goes on with the newest whole copy.',
      };
    case 'fenced':
      return isFurther
        ? {
            title: 'The site desk that this desk joins has been replaced: nothing can be saved here',
            words:
              'Have this desk started with the address of the new site desk, --desk=ADDRESS. Until then do not go on working here.',
          }
        : {
            title: 'Another machine is the site desk now: nothing can be saved here',
            words: 'Do not go on working here.',
          };
    case 'taken-over':
      return {
        title: isFurther
          ? 'The site desk is another machine now'
          : 'This machine has taken the place of another site desk',
        words: 'Compare the board with the people here, and with the labels that were printed.',
      };
    case 'works-elsewhere':
      return {
        title: 'Another machine works with the same data: nothing is sent or printed here',
        words: 'Work at the other one, or have it switched off. Tell whoever looks after this machine.',
      };
    case 'site-held':
      return {
        title: 'The site that this machine was set up for has another site desk',
        words: 'Do not go on working here before whoever looks after this machine has read this.',
      };
    case 'not-copied':
      return {
        title: 'What is saved here is not copied to the database of the site',
        words:
          'Go on working, and tell whoever looks after this machine: another one could not take its place.',
      };
    case 'copy-ahead':
      return {
        title: 'The copy of this site has work that this desk lacks',
        words:
          'Do not go on working here before whoever looks after this machine has read this: for two hours that work can be had back.',
      };
    case 'recovery-key-unseen':
      return {
        title: 'Nobody has seen the recovery key of the copy yet',
        words:
          'Open Service, show it there, and keep it on paper away from this machine. Without it no other machine can take its place.',
      };
    case 'desk-twice':
      return {
        title: 'Two computers of this site work under one key, as one and the same desk',
        words:
          'Go on working, and tell the site manager. If nobody knows of the second computer, its desk has to be shut out now.',
      };
    case 'waiting-elsewhere':
      return {
        title: 'Changes that were saved for another service still wait on this machine',
        words: 'This desk does not send them. Go on working, and tell whoever looks after this machine.',
      };
    case 'another-laboratory':
      return {
        title: 'Another laboratory answers at the new address of the service: nothing is read or sent',
        words: 'What you save here is kept. Tell whoever looks after this machine.',
      };
    case 'time-zone-assumed':
      return {
        title: `${isFurther ? 'The site desk’s computer' : 'This computer'} is in another time zone than the times shown here`,
        words:
          'Look which of these two times a clock on the wall shows. If it is not the first, book nobody before whoever looks after this machine has read this: every time shown here is wrong by as much.',
      };
    case 'clock-differs':
      return {
        title: 'This computer’s clock differs from the service’s',
        words: 'Times shown here are the service’s. Have this computer’s clock set right.',
      };
    case 'clock-doubted':
      return {
        title: 'The service and this desk do not agree which day it is',
        words:
          'This desk goes on with the time that it went by before. Look which date is right. If it is the service’s, have this computer’s clock set right: the desk then follows it. If it is not, tell the laboratory.',
      };
    case 'clock-unconfirmed':
      return {
        title: 'Check this computer’s date and time',
        words:
          'The service has not told the time since Drawdesk was started. When it last did, this computer’s clock was wrong, or the clock has gone far ahead since. If it is wrong, have it set right before anything is recorded. If it is right, go on working.',
      };
    case 'disk-stuck':
      return {
        title: 'This computer’s disk is full or cannot be written: nothing can be saved or sent',
        words:
          'Free some space on the disk. If there is room, it is write-protected or broken: call for help. Drawdesk tries again by itself, and what was saved before is kept.',
      };
    case 'records-unreadable':
      return {
        title: 'Some of the service’s records could not be read in full',
        words: 'Somebody who is booked may be missing here: tell the laboratory which records they are.',
      };
    case 'registrations-vanished':
      return {
        title: 'The service does not list most of the registrations any more',
        words:
          'Nobody was taken off this board. Go on with whoever comes, and ask the laboratory now whether its service is being repaired. This ends by itself once the list is whole again. If it stays so for a day, whatever the service does not have any more is taken off.',
      };
    case 'not-backed-up':
      return {
        title: 'No backup of what is saved at this desk could be made for some time',
        words:
          'Go on working, and tell whoever looks after this machine: were the data file damaged now, what was entered since the last backup could be lost.',
      };
    default:
      return kind satisfies never;
  }
}

/** `onlyStops`: those alone without which nobody would understand why nothing can be saved. */
export function Notices({ onlyStops = false }: { onlyStops?: boolean }) {
  const session = useSession();
  const [seen, setSeen] = useState<readonly string[]>([]);
  // In training people move the clock on purpose, so that it differs is no news.
  const isExpected = (notice: Notice): boolean =>
    notice.kind === 'clock-differs' && session?.mode === 'training';
  const notices = (session?.notices ?? []).filter(
    (notice) =>
      !seen.includes(notice.id) && !isExpected(notice) && (!onlyStops || weightOf(notice.kind) === 'stop'),
  );
  return notices.map((notice) => {
    const { title, words } = noticeWords(notice.kind, session?.desk != null);
    const weight = weightOf(notice.kind);
    const Icon = ICONS[weight];
    return (
      <div key={notice.id} className={classNames(css.notice, css[weight])} role="alert">
        <Icon aria-hidden="true" size={22} />
        <div className={css.texts}>
          <p className={css.title}>{title}</p>
          <p>{words}</p>
          <p className={css.detail}>{notice.detail}</p>
        </div>
        {weight !== 'stop' && (
          <Button size="small" onClick={() => setSeen([...seen, notice.id])}>
            Understood
          </Button>
        )}
      </div>
    );
  });
}
