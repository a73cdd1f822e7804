// Training: what the laboratory will find. Builds a reference that chooses it, to be copied, or to be used for the next
// walk-in that is registered here.
import { FlaskConical } from 'lucide-react';
import { codesTyped, isBiomarkerCode, writeCourse, writeReference } from '../../../domain/scenario-course.ts';
import { useCommand } from '../../host/use-command.ts';
import { useQuery } from '../../host/use-query.ts';
import { knownCodes } from '../../shared/products/known-codes.ts';
import { ErrorNotice } from '../../shared/words/error-notice.tsx';
import { codesDoubt } from '../../shared/words/scenario-doubts.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/checks.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { notify } from '../../ui/toast-store.ts';
import { useServiceDrafts } from './service-drafts.ts';
import css from './service.module.css';

/** Without the service's own catalogue: the names that this version knows, which are in the state of training. */
function useCatalogue() {
  const training = useQuery('training.get', {}).value;
  const told = useQuery('service.scenarios', {});
  const names = training?.scenarios ?? [];
  return {
    nextCourse: training?.nextScenario ?? null,
    error: told.value ? null : told.error,
    scenarios: told.value?.scenarios ?? names.map((name) => ({ name, status: '', description: '' })),
    timings: told.value?.timings ?? [],
    targeting: told.value?.targeting ?? null,
  };
}

export function ScenarioPanel() {
  const { nextCourse, error, scenarios, timings, targeting } = useCatalogue();
  const { entry: drafts, change: put } = useServiceDrafts();
  const setNext = useCommand('training.setNextScenario', { repeatable: true });

  const chosen = scenarios.find(({ name }) => name === drafts.scenario);
  const codes = codesTyped(drafts.codes);
  const known = knownCodes(useQuery('catalogue.choices', {}).value);
  const wrongCode = codes.find((code) => !isBiomarkerCode(code));
  const codeProblem =
    wrongCode === undefined
      ? undefined
      : `“${wrongCode}” is no code of a biomarker: letters, digits, - and _ only`;
  const reference = drafts.reference.trim();
  const referenceProblem = /\s/.test(reference)
    ? 'A reference has no blanks'
    : reference === ''
      ? 'Enter a reference of your own, so that the registration can be found by it'
      : undefined;
  const course = { scenario: drafts.scenario, codes, timing: drafts.timing === '' ? null : drafts.timing };
  const whole = writeReference(course, reference);
  const blocked = codeProblem ?? referenceProblem ?? null;

  async function use(scenario: string | null): Promise<void> {
    const answer = await setNext.run({ scenario });
    if (answer.ok)
      notify(scenario === null ? 'The next walk-in is an ordinary one' : 'Set for the next walk-in');
  }

  return (
    <Panel title="What the laboratory will find" aside={<FlaskConical aria-hidden="true" size={20} />}>
      <div role="status">
        {nextCourse !== null && (
          <div className={css.next}>
            <p>
              The next walk-in that is registered here ends as <strong>{nextCourse}</strong>.
            </p>
            <Button size="small" onClick={() => void use(null)}>
              Take it back
            </Button>
          </div>
        )}
      </div>
      {error && (
        <p className={css.quiet}>
          The service’s catalogue cannot be read now. These are the scenarios that this version of the desk
          knows.
        </p>
      )}
      <SelectField label="Scenario" value={drafts.scenario} onChange={(scenario) => put({ scenario })}>
        {scenarios.map(({ name }) => (
          <option key={name} value={name}>
            {name.replaceAll('_', ' ')}
          </option>
        ))}
      </SelectField>
      {chosen && chosen.description !== '' && (
        <p className={css.quiet}>
          {chosen.description} Status: {chosen.status}.
        </p>
      )}
      <TextField
        label="Biomarkers out of range"
        hint={targeting ?? 'Codes, separated by commas'}
        optional
        value={drafts.codes}
        maxLength={300}
        problem={codeProblem}
        doubt={codeProblem === undefined ? (codesDoubt(codes, known) ?? undefined) : undefined}
        onChange={(event) => put({ codes: event.target.value })}
      />
      {timings.length > 0 && (
        <SelectField label="Results come" value={drafts.timing} onChange={(timing) => put({ timing })}>
          {timings.map(({ name, delaySeconds }) => (
            <option key={name ?? ''} value={name ?? ''}>
              {delayWords(delaySeconds)}
              {name === null ? ' (the usual)' : ` (${name})`}
            </option>
          ))}
        </SelectField>
      )}
      <TextField
        label="Your own reference"
        value={drafts.reference}
        maxLength={100}
        problem={referenceProblem}
        onChange={(event) => put({ reference: event.target.value })}
      />
      <div>
        <p className={css.quiet} id="reference-words">
          The reference (foreign_id) of a registration that ends so
        </p>
        <output className={css.reference} aria-labelledby="reference-words">
          {whole}
        </output>
      </div>
      <div className={css.row}>
        <Button
          look="main"
          busy={setNext.busy}
          blocked={codeProblem ?? null}
          onClick={() => void use(writeCourse(course))}
        >
          Use for the next walk-in
        </Button>
        <CopyButton text={whole} words="Copy the reference" blocked={blocked} />
      </div>
      {setNext.error && <ErrorNotice error={setNext.error} />}
    </Panel>
  );
}

function delayWords(seconds: number | null): string {
  if (seconds === null) return 'some time after the sample';
  if (seconds === 0) return 'at once';
  return seconds % 60 === 0 ? `after ${seconds / 60} min` : `after ${seconds} s`;
}
