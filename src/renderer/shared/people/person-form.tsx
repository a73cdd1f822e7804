// The fields of a person, with one summary of what is wrong. Used to create somebody and to mend a refused creation.
import { useState, type ReactNode } from 'react';
import { Controller, useForm } from 'react-hook-form';
import type { PersonDraft } from '../../../contract/patients.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/checks.tsx';
import { DateOfBirthField } from '../dates/date-of-birth-field.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { TextField } from '../../ui/field.tsx';
import { readPerson, type PersonEntry } from './person-draft.ts';
import css from './person-form.module.css';

export function PersonForm(props: {
  idPrefix: string;
  start: PersonEntry;
  today: string;
  submitWords: string;
  busy: boolean;
  onSubmit: (draft: PersonDraft) => void;
  onCancel: () => void;
  children?: ReactNode;
}) {
  const { idPrefix, today } = props;
  const { register, control, watch, formState } = useForm<PersonEntry>({ defaultValues: props.start });
  const [attempt, setAttempt] = useState(0);
  const reading = readPerson(watch(), idPrefix, today);
  const problems = attempt > 0 && reading.kind === 'problems' ? reading.problems : [];
  const problemOf = (field: string): string | undefined =>
    problems.find((problem) => problem.fieldId.startsWith(`${idPrefix}-${field}`))?.words;

  return (
    <form
      className={css.form}
      noValidate
      data-wide="true"
      data-draft={formState.isDirty}
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
          {...register('lastName')}
          id={`${idPrefix}-last-name`}
        />
        <TextField
          label="First name"
          problem={problemOf('first-name')}
          {...register('firstName')}
          id={`${idPrefix}-first-name`}
        />
      </div>
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
