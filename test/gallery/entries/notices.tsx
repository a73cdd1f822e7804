// Notices of single screens that stand there so seldom that no walk through the app comes past them.
import type { VisitDetail } from '../../../src/contract/views.ts';
import { Notices } from '../../../src/renderer/app/notices.tsx';
import { VisitTroubles } from '../../../src/renderer/features/visit/visit-troubles.tsx';
import type { Session } from '../../../src/renderer/host/use-session.ts';
import { entry, type GalleryEntry, type GalleryState } from '../gallery-entry.ts';
import { JAMES, NOW_MS, RIGHT_TO_LEFT, SESSION, TIME_ZONE, TODAY, visitOf } from '../people-and-places.ts';

const DAY_MS = 24 * 3_600_000;

const notice = (kind: Session['notices'][number]['kind'], detail: string): GalleryState => ({
  answers: { 'session.get': { value: { ...SESSION, mode: 'live', notices: [{ id: kind, kind, detail }] } } },
  show: () => <Notices />,
});

const movedTo = (
  registrationsMovedTo: VisitDetail['registrationsMovedTo'],
  person = JAMES,
): GalleryState => ({
  show: () => (
    <VisitTroubles
      visit={
        {
          ...visitOf('v1', person),
          registrationsMovedTo,
          registrations: [],
          appointment: null,
          labels: { toReprint: 0 },
          labelList: [],
          registrationsLost: 'none',
          unread: [],
        } as unknown as VisitDetail
      }
      today={TODAY}
      timeZone={TIME_ZONE}
    />
  ),
});
const changedThere = (change: Partial<VisitDetail>): GalleryState => ({
  show: () => (
    <VisitTroubles
      visit={
        {
          ...visitOf('v1', JAMES),
          deskState: 'arrived',
          collectedAtMs: null,
          registrationsMovedTo: [],
          registrations: [],
          registrationsLost: 'none',
          appointment: null,
          labels: { toReprint: 0 },
          labelList: [],
          unread: [],
          ...change,
        } as unknown as VisitDetail
      }
      today={TODAY}
      timeZone={TIME_ZONE}
    />
  ),
});
const elsewhere = (
  place: NonNullable<NonNullable<VisitDetail['appointment']>['elsewhere']>['place'],
): Partial<VisitDetail> => ({
  appointment: {
    id: 'a1',
    state: 'confirmed',
    startsAtMs: NOW_MS + 3 * DAY_MS,
    endsAtMs: null,
    movedFrom: null,
    gone: false,
    elsewhere: { date: '2026-11-23', place },
    holdExpiresAtMs: null,
    overridesAvailability: false,
    bookedOver: null,
  },
});
const SAME_DAY = {
  visitId: 'v2',
  date: TODAY,
  startsAtMs: NOW_MS + 6 * 3_600_000,
  locationName: 'Bloomsbury Walk-in Clinic',
  isForAnother: false,
};
const ANOTHER_DAY = { ...SAME_DAY, visitId: 'v3', date: '2026-12-04', startsAtMs: NOW_MS + 14 * DAY_MS };

export const NOTICES: readonly GalleryEntry[] = [
  entry('VisitTroubles', {
    'registration moved, same day': movedTo([SAME_DAY]),
    'two moved': movedTo([
      SAME_DAY,
      { ...ANOTHER_DAY, locationName: 'Marylebone Collection Site 14, second floor' },
    ]),
    'on the visit of somebody else': movedTo([{ ...SAME_DAY, isForAnother: true }]),
    'time and place not known yet': movedTo([{ ...ANOTHER_DAY, startsAtMs: null, locationName: null }]),
    'to a place written from right to left': movedTo(
      [{ ...ANOTHER_DAY, locationName: 'عيادة الزهراء' }],
      RIGHT_TO_LEFT,
    ),
    'registration lost': changedThere({ registrationsLost: 'all' }),
    'one registration lost': changedThere({ registrationsLost: 'some' }),
    'registration lost, sample taken': changedThere({ registrationsLost: 'all', collectedAtMs: NOW_MS }),
    'appointment on another day': changedThere(elsewhere(null)),
    'appointment at a place that is not known': changedThere(elsewhere({ locationName: null })),
  }),
  entry('Notices', {
    'data file damaged': notice(
      'store-damaged',
      'The file /home/reception/.local/share/drawdesk/desk-live-3f2a.db cannot be read through any more (Tree 12 page 4711: btreeInitPage() returns error code 11). When Drawdesk is started again, it sets that file aside and goes on with the newest whole copy.',
    ),
    'works elsewhere': notice(
      'works-elsewhere',
      'It is reception-2, which was made from the disk or a backup of this one, or this one of it. Only one of the two may work. This one goes on by itself half a minute after the other was switched off.',
    ),
    'desk twice': notice(
      'desk-twice',
      'Two computers work as “Room 2”, at 192.0.2.14 and 192.0.2.15: its data folder was copied, or its disk. What is done at either is written down as done at “Room 2”, and only one of them prints. Shut “Room 2” out under Desks, and add each computer anew there, under a name of its own.',
    ),
    'waiting elsewhere': notice(
      'waiting-elsewhere',
      '3 changes wait in desk-live-3f2a.db, the desk of https://old.example.org. They are sent when Drawdesk is started with that service in its managed settings; if it is this one, which has moved, its former address belongs in service.formerAddresses there.',
    ),
    'another laboratory': notice(
      'another-laboratory',
      'What this desk holds is of https://old.example.org. At https://new.example.org, which the managed settings name, none of its locations and latest registrations is known. If that is another laboratory, take the former address out of service.formerAddresses of the managed settings, and start Drawdesk with --new-desk: what is here stays, and opens again when the settings name its service. Else correct service.address.',
    ),
    'time zone assumed': notice(
      'time-zone-assumed',
      'The managed settings name no time zone, so that of Europe/London is used: it is 20-Nov-2026 14:05 there, and 20-Nov-2026 09:05 in America/New_York, to which this computer is set. The time zone of the site belongs in timeZone of the managed settings, also if it is Europe/London.',
    ),
    'clock differs': notice(
      'clock-differs',
      'The service’s clock shows 20-Nov-2026 10:05; this computer’s shows 20-Nov-2026 09:05, 1 hour behind.',
    ),
    'clock doubted': notice(
      'clock-doubted',
      'The service says 24-Nov-2026 10:05; this desk goes by 20-Nov-2026 10:05, so the service is 4 days ahead.',
    ),
    'clock unconfirmed': notice(
      'clock-unconfirmed',
      'This computer’s clock shows 20-Nov-2027 08:55. When the service last told the time, it was 19-Nov-2026 17:40.',
    ),
    'registrations vanished': notice(
      'registrations-vanished',
      'The service’s list lacks 118 of the 120 registrations that it had before.',
    ),
    'copy ahead': notice(
      'copy-ahead',
      'The copy has what was saved until 08:59 on 20-Nov-2026, and this desk lacks a part of it.',
    ),
    'site held': notice(
      'site-held',
      'Nothing is copied: the site leeds has a site desk already (Front desk). If this machine is to take its place, stop Drawdesk here and start it with --take-over and an empty data folder. If it stands at another site, site.copy.site of its managed settings is wrong.',
    ),
    'not backed up': notice(
      'not-backed-up',
      'No backup of this desk’s records since 09:00: the disk has too little room.',
    ),
  }),
];
