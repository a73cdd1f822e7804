// What features share about people: their line, how two compare, how one is found or made.
import type { PersonView } from '../../../src/contract/views.ts';
import * as errors from '../../../src/domain/app-error.ts';
import { ComparePeople } from '../../../src/renderer/shared/people/compare-people.tsx';
import { KeptPersonChooser, PersonChooser } from '../../../src/renderer/shared/people/person-chooser.tsx';
import { EMPTY_PERSON } from '../../../src/renderer/shared/people/person-draft.ts';
import { PersonForm } from '../../../src/renderer/shared/people/person-form.tsx';
import { PersonFacts } from '../../../src/renderer/shared/people/person-line.tsx';
import { PersonMaker } from '../../../src/renderer/shared/people/person-maker.tsx';
import { SameNameMark, SameNameToday } from '../../../src/renderer/shared/people/same-name-today.tsx';
import { NewPinFields, NO_PIN } from '../../../src/renderer/shared/staff/new-pin-fields.tsx';
import { newPinProblems } from '../../../src/renderer/shared/staff/staff-problems.ts';
import { loadDrafts } from '../../../src/renderer/shared/drafts/drafts.ts';
import { entry, type CannedAnswer, type GalleryEntry, type GalleryState } from '../gallery-entry.ts';
import { boardOf, JAMES, LONG, NOT_SENT, RIGHT_TO_LEFT, TODAY, visitOf } from '../people-and-places.ts';

const nothing = (): void => undefined;
const ENTERED = {
  ...EMPTY_PERSON,
  firstName: 'James',
  lastName: 'Oliver',
  birth: { day: '15', month: '3', year: '1984' },
  gender: 'male' as const,
};

const facts = (person: PersonView): GalleryState => ({
  show: () => <PersonFacts person={person} today={TODAY} />,
});

const compared = (now: PersonView | null, then: PersonView): GalleryState => ({
  show: () => (
    <ComparePeople
      now={{ title: 'Patient now', person: now }}
      then={{ title: 'Patient from now on', person: then }}
      today={TODAY}
    />
  ),
});

const found = (people: readonly PersonView[], similar: readonly PersonView[] = []): CannedAnswer => ({
  value: { people, similar },
});
const many = Array.from({ length: 10_000 }, (_, at) => ({ ...JAMES, id: `p${at}` }));

const chooser = (answer?: CannedAnswer): GalleryState => ({
  ...(answer && { answers: { 'patients.search': answer } }),
  show: () => <PersonChooser typed={{ text: 'oliver', form: null }} onTyped={nothing} onChosen={nothing} />,
});

function Kept() {
  loadDrafts([]);
  return <KeptPersonChooser form="gallery-person" onChosen={nothing} />;
}

export const PEOPLE: readonly GalleryEntry[] = [
  entry('PersonFacts', {
    normal: facts(JAMES),
    'little known': facts({ ...NOT_SENT, phoneNumber: null, gender: null }),
    'long name': facts(LONG),
  }),
  entry('SameNameMark', { normal: { show: () => <SameNameMark /> } }),
  entry('SameNameToday', {
    'another of that name': {
      answers: {
        'board.get': { value: boardOf([visitOf('v1', JAMES), visitOf('v2', { ...JAMES, id: 'p9' })]) },
      },
      show: () => <SameNameToday visit={visitOf('v1', JAMES)} />,
    },
    '10,000 on the board': {
      answers: { 'board.get': { value: boardOf(many.map((one) => visitOf(one.id, one))) } },
      show: () => <SameNameToday visit={visitOf('v1', JAMES)} />,
    },
  }),
  entry('ComparePeople', {
    differs: compared(JAMES, { ...JAMES, id: 'p5', firstName: 'Jamie', dateOfBirth: '1948-03-15' }),
    nobody: compared(null, JAMES),
    'long name': compared(LONG, JAMES),
    'right to left': compared(JAMES, RIGHT_TO_LEFT),
  }),
  entry('PersonChooser', {
    empty: {
      show: () => <PersonChooser typed={{ text: '', form: null }} onTyped={nothing} onChosen={nothing} />,
    },
    loading: chooser(),
    found: chooser(found([JAMES, LONG, RIGHT_TO_LEFT, NOT_SENT])),
    nobody: chooser(found([])),
    similar: chooser(found([], [JAMES])),
    '10,000 people': chooser(found(many)),
    error: chooser({ error: errors.timeout('') }),
  }),
  entry('KeptPersonChooser', { empty: { show: () => <Kept /> } }),
  entry('PersonForm', {
    empty: {
      show: () => (
        <PersonForm
          idPrefix="empty"
          start={EMPTY_PERSON}
          today={TODAY}
          submitWords="Create person"
          busy={false}
          onSubmit={nothing}
          onCancel={nothing}
        />
      ),
    },
    refused: {
      show: () => (
        <PersonForm
          idPrefix="refused"
          start={ENTERED}
          today={TODAY}
          submitWords="Save and send again"
          busy={false}
          full
          refused={[{ fieldId: 'refused-email', words: 'The service did not take the e-mail' }]}
          onSubmit={nothing}
          onCancel={nothing}
        />
      ),
    },
  }),
  entry('NewPinFields', {
    normal: {
      show: () => <NewPinFields id="new" entry={NO_PIN} problemOf={() => undefined} onChange={nothing} />,
    },
    refused: {
      show: () => (
        <NewPinFields
          id="refused"
          entry={{ pin: '1234', again: '1234' }}
          problemOf={(fieldId) =>
            newPinProblems('refused', { pin: '1234', again: '1234' }).find(
              (problem) => problem.fieldId === fieldId,
            )?.words
          }
          onChange={nothing}
        />
      ),
    },
  }),
  entry('PersonMaker', {
    normal: {
      show: () => <PersonMaker start={ENTERED} today={TODAY} onMade={nothing} onCancel={nothing} />,
    },
  }),
];
