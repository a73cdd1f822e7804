// Registers a person for tests without an appointment.
import { FilePlus2 } from 'lucide-react';
import { useMemo } from 'react';
import { useLocation } from 'wouter';
import type { PatientRecordView } from '../../../contract/patients.ts';
import { shownOf } from '../../../domain/identity.ts';
import { formatName } from '../../../domain/person-name.ts';
import { codesTyped, isBiomarkerCode } from '../../../domain/scenario-course.ts';
import { useCommand } from '../../host/use-command.ts';
import { useQuery } from '../../host/use-query.ts';
import { useSeen } from '../../host/use-seen.ts';
import { useSession } from '../../host/use-session.ts';
import { useWhyCutOff } from '../../shared/connection/use-cut-off.ts';
import { ChangedMeanwhile, READ_FIRST } from '../../shared/drafts/changed-meanwhile.tsx';
import { TooLongToKeep } from '../../shared/drafts/too-long-to-keep.tsx';
import { useDraft, type Draft } from '../../shared/drafts/use-draft.ts';
import { links } from '../../shared/links.ts';
import { renamedWords } from '../../shared/people/renamed-words.ts';
import { isNamedAlike } from '../../shared/people/same-person.ts';
import { priceWords, withdrawnWords } from '../../shared/products/price-words.ts';
import { useProductSearch } from '../../shared/products/use-product-search.ts';
import { knownCodes } from '../../shared/products/known-codes.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { codesDoubt } from '../../shared/words/scenario-doubts.ts';
import { useMayNot } from '../../shared/staff/use-may-not.ts';
import { Button } from '../../ui/button.tsx';
import { CheckBox } from '../../ui/checks.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { notify } from '../../ui/toast-store.ts';
import { useStillHere } from '../../ui/use-still-here.ts';
import css from './patients.module.css';

/** So many tests that are not chosen are listed at once; typing leads to the others. */
const LISTED = 60;
const MOST_CODES = 100;
const LONGEST_CODE_SHOWN = 40;
const cut = (code: string): string =>
  code.length > LONGEST_CODE_SHOWN ? `${code.slice(0, LONGEST_CODE_SHOWN)}…` : code;

interface RegisterEntry {
  readonly isOpen: boolean;
  readonly text: string;
  readonly codes: string;
  readonly productIds: readonly string[];
}
const EMPTY: RegisterEntry = { isOpen: false, text: '', codes: '', productIds: [] };

/** What was chosen in the dialog of a person; a reload opens it again. */
export const useRegisterDraft = (patientId: string): Draft<RegisterEntry> =>
  useDraft(`register:${patientId}`, EMPTY);

type Registrations = PatientRecordView['registrations'];

/** What `now` has that `before` had not. */
const newIn = (before: Registrations, now: Registrations): Registrations =>
  now.filter(({ id }) => before.every((known) => known.id !== id));

const madeWords = (name: string, { productNames, trfCode }: Registrations[number]): string =>
  `${name} is registered for ${productNames.length === 0 ? 'a test' : productNames.join(', ')}${trfCode === null ? '' : ` (${trfCode})`} now.`;

export function RegisterDialog(props: { record: PatientRecordView; draft: Draft<RegisterEntry> }) {
  const { record, draft } = props;
  const { person, registrations } = record;
  const products = useQuery('products.list', {});
  const create = useCommand('registrations.create');
  // Two desks may mean the same registration: one that another window has made is read before one more is.
  const stands = useMemo(() => ({ person, registrations }), [person, registrations]);
  const seen = useSeen(stands, {
    isSame: (before, now) =>
      newIn(before.registrations, now.registrations).length === 0 && isNamedAlike(before.person, now.person),
    command: create,
  });
  const today = useSession()?.today ?? '';
  const mayNot = useMayNot('registrations.create');
  const [, navigate] = useLocation();
  const isStillHere = useStillHere();
  const { change, forget: onClose } = draft;
  const { text, codes, productIds: chosen } = draft.entry;
  const cutOff = useWhyCutOff();
  const items = products.value?.items ?? [];
  const { matches, note } = useProductSearch(products.value, text);
  const others = matches.filter(({ id }) => !chosen.includes(id));
  // What was chosen stays in sight, whatever is looked for.
  const shown = [...items.filter(({ id }) => chosen.includes(id)), ...others.slice(0, LISTED)];

  const biomarkerCodes = codesTyped(codes);
  const known = knownCodes(useQuery('catalogue.choices', {}).value);
  const wrongCode = biomarkerCodes.find((code) => !isBiomarkerCode(code));
  const codeProblem =
    wrongCode === undefined && biomarkerCodes.length <= MOST_CODES
      ? undefined
      : wrongCode === undefined
        ? `Name at most ${MOST_CODES} biomarkers`
        : `“${cut(wrongCode)}” is no code of a biomarker: letters, digits, - and _ only`;
  const blocked =
    mayNot ??
    (chosen.length === 0
      ? 'Choose a test first.'
      : items.some(({ id, isWithdrawn }) => isWithdrawn && chosen.includes(id))
        ? 'The laboratory lists a test no more: take it off first.'
        : (codeProblem ?? (seen.isChanged ? READ_FIRST : null)));

  async function submit(): Promise<void> {
    const answer = await create.run(
      {
        patientId: person.id,
        chosenAs: shownOf(seen.value.person),
        seenRegistrationIds: seen.value.registrations.map(({ id }) => id),
        productIds: [...chosen],
        biomarkerCodes,
      },
      { typed: draft.typed() },
    );
    if (!answer.ok) return;
    notify(
      `${formatName(person)} is registered${cutOff ? `. ${cutOff.why}: it waits until ${cutOff.until}` : ''}`,
    );
    if (!isStillHere()) return draft.forgetSent(draft.entry);
    onClose();
    navigate(links.registration(answer.value.registrationId));
  }

  return (
    <Dialog title={`Register ${formatName(person)}`} onClose={onClose}>
      <form
        className={css.register}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (blocked === null) void submit();
        }}
      >
        <p>
          The laboratory gets a registration without an appointment: the person comes with their form, at any
          time. For a time of their own, book them in the calendar.
        </p>
        <TextField
          label="Find the test"
          value={text}
          onChange={(event) => change({ text: event.target.value })}
        />
        {products.error && !products.value && <ErrorNotice error={products.error} />}
        {!products.value && !products.error && (
          <SkeletonRows count={3} label="The list of tests is being read" />
        )}
        {products.value && shown.length === 0 && (
          <p role="status">
            {items.length === 0
              ? 'The list of tests has not been read yet. It comes as soon as the service is reached.'
              : 'No test by that name.'}
          </p>
        )}
        {note !== null && (
          <p className={css.quiet} role="status">
            {note}
          </p>
        )}
        <ul className={css.tests} aria-label="Tests">
          {shown.map((product) => (
            <li key={product.id}>
              <CheckBox
                label={product.name}
                detail={`${product.sku} · ${priceWords(product)}${withdrawnWords(product)}`}
                checked={chosen.includes(product.id)}
                onChange={(on) =>
                  change({
                    productIds: on ? [...chosen, product.id] : chosen.filter((id) => id !== product.id),
                  })
                }
              />
            </li>
          ))}
        </ul>
        {others.length > LISTED && (
          <p className={css.quiet}>{others.length - LISTED} more: type part of the name.</p>
        )}
        <TextField
          label="Only these biomarkers"
          optional
          hint="Their codes, with commas between; empty for all"
          value={codes}
          problem={codeProblem}
          doubt={codeProblem === undefined ? (codesDoubt(biomarkerCodes, known) ?? undefined) : undefined}
          onChange={(event) => change({ codes: event.target.value })}
        />
        <TooLongToKeep form={draft.form} />
        {seen.isChanged && (
          <ChangedMeanwhile
            lines={[
              ...(isNamedAlike(seen.value.person, person)
                ? []
                : renamedWords(seen.value.person, person, today)),
              ...newIn(seen.value.registrations, registrations).map((one) =>
                madeWords(formatName(person), one),
              ),
            ]}
            onRead={seen.read}
          />
        )}
        {seen.error && <ErrorNotice error={seen.error} />}
        <div>
          <Button type="submit" look="main" icon={<FilePlus2 />} busy={create.busy} blocked={blocked}>
            Register for {chosen.length === 1 ? '1 test' : `${chosen.length} tests`}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
