// The fields of a person, with one summary of what is wrong. Used to create somebody and to mend a refused creation.
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Controller, useForm } from 'react-hook-form';
import type { PersonDraft } from '../../../contract/patients.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/checks.tsx';
import { DateOfBirthField } from '../dates/date-of-birth-field.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { FieldDoubt, TextField } from '../../ui/field.tsx';
import type { FieldProblem } from '../../ui/field-problem.ts';
import { EMPTY_PERSON, pictureWarning, readPerson, type PersonEntry } from './person-draft.ts';
import css from './person-form.module.css';

const firstEmptyName = ({ lastName, firstName }: PersonEntry): 'lastName' | 'firstName' =>
  lastName.trim() !== '' && firstName.trim() === '' ? 'firstName' : 'lastName';

export function PersonForm(props: {
  idPrefix: string;
  start: PersonEntry;
  today: string;
  submitWords: string;
  busy: boolean;
  /** Asks for ethnicity and address as well. */
  full?: boolean | undefined;
  /** Hears of what stands in the fields, so that it can be kept while another screen is shown. */
  onEntry?: ((entry: PersonEntry) => void) | undefined;
  /** What the service refused of this person before, at the fields, until it is tried again. */
  refused?: readonly FieldProblem[] | undefined;
  /** The first name that is still empty has the focus when the form comes up. */
  takesFocus?: boolean | undefined;
  onSubmit: (draft: PersonDraft) => void;
  onCancel: () => void;
  children?: ReactNode;
}) {
  const { idPrefix, today } = props;
  const { register, control, watch, formState } = useForm<PersonEntry>({ defaultValues: props.start });
  const [attempt, setAttempt] = useState(0);
  /** Fixed when the form comes up: what is typed must not move the focus. */
  const [focusedFirst] = useState(() => props.takesFocus === true && firstEmptyName(props.start));
  const entry = watch();
  const { onEntry } = props;
  const entryText = JSON.stringify(entry);
  const told = useRef(JSON.stringify(props.start));
  useEffect(() => {
    // Only what was typed is told: whoever hears of it may give another function each time.
    if (told.current === entryText) return;
    told.current = entryText;
    onEntry?.(JSON.parse(entryText) as PersonEntry);
  }, [onEntry, entryText]);
  // What was kept over a reload is no less typed than what was typed just now.
  const isStarted = JSON.stringify(props.start) !== JSON.stringify(EMPTY_PERSON);
  const reading = readPerson(entry, idPrefix, today);
  const found = reading.kind === 'problems' ? reading.problems : [];
  const problems = attempt > 0 ? found : (props.refused ?? []);
  const pictures = pictureWarning(entry.lastName, entry.firstName);
  const problemOf = (field: string): string | undefined =>
    problems.find((problem) => problem.fieldId.startsWith(`${idPrefix}-${field}`))?.words;

  return (
    <form
      className={css.form}
      noValidate
      data-wide="true"
      data-draft={formState.isDirty || isStarted}
      aria-label={props.submitWords}
      onSubmit={(event) => {
        event.preventDefault();
        setAttempt((count) => count + 1);
        if (reading.kind === 'draft') props.onSubmit(reading.draft);
      }}
    >
      <ErrorSummary problems={problems} attempt={attempt} />
      {props.children}
      <div className={css.two}>
        <TextField
          label="Last name"
          problem={problemOf('last-name')}
          opensFocused={focusedFirst === 'lastName'}
          {...register('lastName')}
          id={`${idPrefix}-last-name`}
        />
        <TextField
          label="First name"
          problem={problemOf('first-name')}
          opensFocused={focusedFirst === 'firstName'}
          {...register('firstName')}
          id={`${idPrefix}-first-name`}
        />
      </div>
      {pictures !== undefined && <FieldDoubt>{pictures}</FieldDoubt>}
      <div className={css.two}>
        <Controller
          control={control}
          name="birth"
          render={({ field }) => (
            <DateOfBirthField
              idPrefix={`${idPrefix}-birth`}
              value={field.value}
              onChange={field.onChange}
              problem={problemOf('birth')}
            />
          )}
        />
        <Controller
          control={control}
          name="gender"
          render={({ field }) => (
            <SelectField
              id={`${idPrefix}-gender`}
              label="Gender"
              value={field.value}
              onChange={field.onChange}
              problem={problemOf('gender')}
            >
              <option value="">Choose…</option>
              <option value="female">Female</option>
              <option value="male">Male</option>
              <option value="other">Other</option>
            </SelectField>
          )}
        />
      </div>
      <div className={css.two}>
        <TextField
          label="E-mail"
          inputMode="email"
          problem={problemOf('email')}
          {...register('email')}
          id={`${idPrefix}-email`}
        />
        <TextField
          label="Phone"
          optional
          inputMode="tel"
          problem={problemOf('phone')}
          {...register('phoneNumber')}
          id={`${idPrefix}-phone`}
        />
      </div>
      {props.full === true && (
        <>
          <TextField
            label="Ethnicity"
            optional
            hint="As the person says it"
            problem={problemOf('ethnicity')}
            {...register('ethnicity')}
            id={`${idPrefix}-ethnicity`}
          />
          <fieldset className={css.address}>
            <legend>Address (optional)</legend>
            <TextField
              label="First line"
              problem={problemOf('line1')}
              {...register('address.line1')}
              id={`${idPrefix}-line1`}
            />
            <div className={css.two}>
              <TextField
                label="Second line"
                optional
                problem={problemOf('line2')}
                {...register('address.line2')}
                id={`${idPrefix}-line2`}
              />
              <TextField
                label="Third line"
                optional
                problem={problemOf('line3')}
                {...register('address.line3')}
                id={`${idPrefix}-line3`}
              />
            </div>
            <div className={css.two}>
              <TextField
                label="Town or city"
                problem={problemOf('city')}
                {...register('address.city')}
                id={`${idPrefix}-city`}
              />
              <TextField
                label="Postcode"
                problem={problemOf('postal-code')}
                {...register('address.postalCode')}
                id={`${idPrefix}-postal-code`}
              />
            </div>
            <TextField
              label="Country"
              hint="Its code of two letters: GB, IE, FR …"
              maxLength={2}
              problem={problemOf('country')}
              {...register('address.countryCode')}
              id={`${idPrefix}-country`}
            />
          </fieldset>
        </>
      )}
      <div className={css.actions}>
        <Button type="submit" look="main" busy={props.busy}>
          {props.submitWords}
        </Button>
        <Button look="quiet" onClick={props.onCancel}>
          Back
        </Button>
      </div>
    </form>
  );
}
